import { beforeEach, describe, expect, it } from 'vitest';
import type { MarkerPoints } from '../../../../sync/contract/marking/marking.ts';
import { examStartMs, examMinuteMs } from '../../../../tests/fixtures/server/exam-data.ts';
import { createMarkedSchool } from '../../../../tests/fixtures/server/marked-school.ts';

let at: Awaited<ReturnType<typeof createMarkedSchool>>;
beforeEach(async () => {
  at = await createMarkedSchool();
});

const createPoints = (...points: number[]) => ({ points, veto: [], comment: '' });
const takeScript = async (n: number) => (await at.marking.take(at.written, at.marker(n))).script;

describe('marks of performed tasks and notes of markers', () => {
  it('are given independently during the task; only assessors far apart and the leader see a difference', async () => {
    for (const attempt of at.attempts) at.double.set(attempt, { status: 1, receivedOps: 1, handedIn: false, complete: false });
    at.setNow(examStartMs - examMinuteMs);
    expect((await at.marking.getTask(at.performed, at.marker(0))).scripts).toEqual([]);
    at.setNow(examStartMs + examMinuteMs);
    const open = await at.marking.getTask(at.performed, at.marker(1));
    expect(open.scripts.map(({ state, given: own, mean }) => [state, own, mean])).toEqual(
      Array.from({ length: 3 }, () => ['open', null, null]),
    );
    const [{ code } = { code: 0 }] = open.scripts;
    const row = (other: number) => ({ times: [], other, remark: '' });
    const sheet = (off: number) => ({ ...createPoints(0.5, 1.5 - off), sheet: [row(0), row(off)] });
    const send = (n: number, off: number, more: Partial<MarkerPoints> = {}) =>
      at.marking.mark({ ...at.performed, code, basis: open.basis, given: { ...sheet(off), ...more } }, at.marker(n));
    // A tablet without a network sends marks without a claim. A repeated call changes nothing.
    const photos = [{ row: 1, url: `/uploads/${'a'.repeat(32)}.jpg`, takenMs: 1 }];
    expect(await send(0, 0, { photos })).toEqual({ total: 2 });
    expect(await send(0, 0, { photos })).toEqual({ total: 2 });
    await send(1, 0);
    // An assessor sees no points of other assessors before there are three marks.
    expect((await at.marking.getTask(at.performed, at.marker(1))).scripts[0]).toMatchObject({
      total: 2,
      mean: null,
      state: 'waits',
    });
    await send(2, 1.5);
    expect((await at.marking.getTask(at.performed, at.marker(3))).scripts[0]).toMatchObject({
      total: null,
      mean: null,
      state: 'open',
    });
    expect((await at.marking.getTask(at.performed, at.marker(0))).scripts[0]).toMatchObject({
      total: 2,
      mean: 1.5,
      state: 'spread',
      given: { photos, sheet: [row(0), row(0)] },
    });
    expect((await at.marking.getOverview({ planId: 1 }, at.marker(0))).disputes).toMatchObject([{ code, state: 'spread' }]);
    // The mark of a fourth assessor counts too.
    await send(3, 0);
    expect((await at.marking.getTask(at.performed, at.marker(3))).scripts[0]).toMatchObject({ mean: 1.63 });
    // Changing points needs a reason.
    await expect(send(2, 0)).rejects.toMatchObject({ error: 'invalid', fields: [{ path: 'given.comment' }] });
    await send(2, 0, { comment: '复看录像' });
    expect((await at.marking.getTask(at.performed, at.marker(3))).scripts[0]).toMatchObject({ mean: 2, state: 'done' });
    const totals = await at.marking.getTotals({ planId: 1 }, at.marker(0));
    expect(totals.assessors).toHaveLength(4);
    expect(totals.rows.flatMap(({ total }) => total ?? [])).toEqual([2]);
    expect(totals.rows.find(({ total }) => total !== null)?.cells).toEqual([
      { totals: [2, 2, 2, 2], points: 2, spread: false, decided: false, veto: false },
    ]);
    await expect(at.marking.getTotals({ planId: 1 }, at.marker(1))).rejects.toMatchObject({ error: 'refused' });
  });

  it('show the leader the first sign-in of an assessor, possible from two hours before the start', async () => {
    const early = examStartMs - 120 * examMinuteMs;
    at.setNow(early - 1);
    await expect(at.marking.signIn({ planId: 1 }, at.marker(1))).rejects.toMatchObject({ error: 'refused' });
    at.setNow(early);
    const signIn = async () => at.marking.signIn({ planId: 1 }, at.marker(1));
    const both = await Promise.all([signIn(), signIn()]);
    at.setNow(examStartMs + examMinuteMs);
    expect([...both, await signIn()]).toEqual(Array.from({ length: 3 }, () => ({ signedInMs: early })));
    const own = (n: number) => at.marking.getList({ kind: 'performed' }, at.marker(n));
    expect((await own(1)).items.map((one) => one.signedInMs)).toEqual([early]);
    expect((await own(2)).items.map((one) => one.signedInMs)).toEqual([null]);
    const { scripts, basis } = await at.marking.getTask(at.performed, at.marker(1));
    await at.marking.mark({ ...at.performed, code: scripts[0]?.code ?? 0, basis, given: createPoints(0.5, 1) }, at.marker(1));
    expect((await at.marking.getTotals({ planId: 1 }, at.marker(0))).signatures).toMatchObject([{ signedInMs: early }]);
  });

  it('have a signature for exactly these points, and an older signature counts as earlier', async () => {
    const { scripts, basis } = await at.marking.getTask(at.performed, at.marker(1));
    const code = scripts[0]?.code ?? 0;
    const signature = { strokes: [[1, 1, 9, 9]], signedMs: examStartMs, points: [0.5, 1], veto: [] };
    const mark = (is: Partial<MarkerPoints>) =>
      at.marking.mark({ ...at.performed, code, basis, given: { ...createPoints(0.5, 1), ...is } }, at.marker(1));
    const counted = async () => (await at.marking.getTotals({ planId: 1 }, at.marker(0))).signatures;
    await mark({});
    expect(await counted()).toEqual([{ signedInMs: null, current: 0, earlier: 0, unsigned: 1, strokes: null }]);
    await mark({ signature });
    expect(await counted()).toEqual([{ signedInMs: null, current: 1, earlier: 0, unsigned: 0, strokes: signature.strokes }]);
    await mark({ points: [0.5, 0.5], comment: '复看录像', signature });
    expect(await counted()).toEqual([{ signedInMs: null, current: 0, earlier: 1, unsigned: 0, strokes: null }]);
    // The signature is shown to the assessor on their own tablet and to the leader, but not to other assessors.
    expect((await at.marking.getTask(at.performed, at.marker(1))).scripts[0]?.given?.signature).toEqual(signature);
    expect((await at.marking.getScript({ ...at.performed, code }, at.marker(0))).marks[0]?.given?.signature).toEqual(signature);
    expect(JSON.stringify(await at.marking.getTask(at.performed, at.marker(2)))).not.toContain('strokes');
    // Only marks of performed tasks carry the assessor's signature. A mark of a written answer that has one is refused.
    const script = await takeScript(1);
    const writtenMark = { ...at.written, code: script?.code ?? 0, basis: script?.basis ?? '' };
    await expect(at.marking.mark({ ...writtenMark, given: { ...createPoints(0.5, 1), signature } }, at.marker(1))).rejects.toMatchObject({
      error: 'invalid',
    });
  });

  it('are refused without a signature for their points if the exam requires signatures', async () => {
    await at.db.updateTable('exam_plan').set({ signature_required: 1 }).where('id', '=', 1).execute();
    const { scripts, basis, signatureRequired } = await at.marking.getTask(at.performed, at.marker(1));
    expect(signatureRequired).toBe(true);
    const code = scripts[0]?.code ?? 0;
    const signature = { strokes: [[1, 1, 9, 9]], signedMs: examStartMs, points: [0.5, 1], veto: [] };
    const mark = (is: Partial<MarkerPoints>) =>
      at.marking.mark({ ...at.performed, code, basis, given: { ...createPoints(0.5, 1), ...is } }, at.marker(1));
    const refusal = (pattern: RegExp) => ({
      error: 'invalid',
      fields: [{ path: 'given.signature', message: { 'zh-CN': expect.stringMatching(pattern) } }],
    });
    await expect(mark({})).rejects.toMatchObject(refusal(/要求考评员签名/));
    await expect(mark({ points: [0.5, 0.5], signature })).rejects.toMatchObject(refusal(/重新签名/));
    expect((await at.marking.getTotals({ planId: 1 }, at.marker(0))).signatures).toMatchObject([]);
    await mark({ signature });
    expect((await at.marking.getTotals({ planId: 1 }, at.marker(0))).signatures).toMatchObject([{ current: 1, unsigned: 0 }]);
    // Written answers are marked without a signature.
    const script = await takeScript(1);
    await at.marking.mark(
      { ...at.written, code: script?.code ?? 0, basis: script?.basis ?? '', given: createPoints(0.5, 1) },
      at.marker(1),
    );
  });

  it('are refused if the sheet does not add up to the points, or if a note lies outside the answer', async () => {
    const performed = await at.marking.getTask(at.performed, at.marker(1));
    const code = performed.scripts[0]?.code ?? 0;
    const row = { times: [], other: 0, remark: '' };
    const good = { ...createPoints(0.5, 1), sheet: [row, { ...row, other: 0.5 }] };
    const mark = (is: Partial<MarkerPoints>) =>
      at.marking.mark({ ...at.performed, code, basis: performed.basis, given: { ...good, ...is } }, at.marker(1));
    const photo = { url: `/uploads/${'a'.repeat(32)}.jpg`, takenMs: 1 };
    const note = { from: 0, to: 3, kind: 'right' as const, point: 0, text: '' };
    for (const invalidPoints of [
      { sheet: [row, row] },
      { sheet: [row] },
      { sheet: [row, { ...row, times: [1], other: 0.5 }] },
      { photos: [{ ...photo, row: 2 }] },
      { notes: [note] },
    ])
      await expect(mark(invalidPoints)).rejects.toMatchObject({ error: 'invalid' });
    await mark({});
    const script = await takeScript(1);
    if (!script) throw new Error('no script');
    const write = (is: Partial<MarkerPoints>) =>
      at.marking.mark({ ...at.written, code: script.code, basis: script.basis, given: { ...createPoints(0.5, 1), ...is } }, at.marker(1));
    for (const invalidPoints of [
      { notes: [{ ...note, from: 3 }] },
      { notes: [{ ...note, to: 6 }] },
      { notes: [{ ...note, point: 2 }] },
      { sheet: good.sheet },
      { photos: [{ ...photo, row: 0 }] },
    ])
      await expect(write(invalidPoints)).rejects.toMatchObject({ error: 'invalid' });
    await write({ notes: [{ ...note, text: '要点齐全' }] });
    const shownScript = await at.marking.getScript({ ...at.written, code: script.code }, at.marker(0));
    expect(shownScript.marks).toMatchObject([{ answer: script.answer, given: { notes: [{ text: '要点齐全', from: 0, to: 3 }] } }]);
  });

  it('are listed by examinee in a fixed order, whatever the ticket numbers', async () => {
    const codes = async () =>
      (await at.marking.getTask(at.performed, at.marker(1))).scripts.toSorted((a, b) => a.code - b.code).map(({ person }) => person?.name);
    expect(await codes()).toEqual(['zhang', 'li', 'wang']);
    // Another ticket number changes neither the order of the examinees nor their script numbers.
    await at.db
      .updateTable('exam_examinee')
      .set({ ticket_no: 'Z' })
      .where('user_id', '=', at.examinees[0] ?? 0)
      .execute();
    expect(await codes()).toEqual(['zhang', 'li', 'wang']);
    const script = (await at.marking.take({ ...at.performed, code: 1 }, at.marker(1))).script;
    expect(script?.person?.name).toBe('zhang');
  });
});
