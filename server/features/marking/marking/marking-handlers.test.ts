import { beforeEach, describe, expect, it } from 'vitest';
import { examStartMs, examMinuteMs } from '../../../../tests/fixtures/server/exam-data.ts';
import { createMarkedSchool, examOverMs } from '../../../../tests/fixtures/server/marked-school.ts';

type School = Awaited<ReturnType<typeof createMarkedSchool>>;
let at: School;
beforeEach(async () => {
  at = await createMarkedSchool();
});

const createPoints = (...points: number[]) => ({ points, veto: [], comment: '' });
const takeScript = async (n: number, where = at.written) => (await at.marking.take(where, at.marker(n))).script;
const points = async () => (await at.exam.getById({ id: 1 }, at.teacher)).examinees.map(({ points: is, wait }) => [is, wait] as const);

describe('marking by people', () => {
  it('shows answers without names, and nothing of the plan to a marker outside its groups', async () => {
    const [plan] = (await at.marking.getList({ kind: 'written' }, at.marker(1))).items;
    // An examinee without an answer needs no marker.
    expect(plan).toMatchObject({ name: '期末考试', group: '一组', tasks: [{ scripts: 2, marked: 0, mine: 0, points: 2 }] });
    const script = await takeScript(1);
    expect(script).toMatchObject({ person: null, given: null });
    expect(['熔断器', '热继电器']).toContain(script?.answer);
    expect(JSON.stringify([plan, script])).not.toMatch(/zhang|li"|wang/);
    const stranger = at.as(await at.addUser(at.school, 'm9', 4), at.school, 4, ['marker']);
    expect((await at.marking.getList({ kind: 'written' }, stranger)).items).toEqual([]);
    for (const refused of [at.marking.getTask(at.written, stranger), at.marking.take(at.written, stranger)])
      await expect(refused).rejects.toMatchObject({ error: 'notFound' });
  });

  it('hides written questions and keys before the start; assessors see only performed tasks', async () => {
    at.setNow(examStartMs - 1);
    const early = [at.marking.getTask(at.written, at.marker(0)), at.marking.take(at.written, at.marker(0))];
    for (const refused of early) await expect(refused).rejects.toMatchObject({ error: 'notFound' });
    expect((await at.marking.getList({ kind: 'written' }, at.marker(0))).items).toEqual([]);
    const { tasks } = await at.marking.getOverview({ planId: 1 }, at.marker(0));
    expect(tasks.map(({ questionId }) => questionId)).toEqual([at.performed.questionId]);
    expect((await at.marking.getTask(at.performed, at.marker(0))).figures).toMatchObject({ marked: 0 });
    at.setNow(examStartMs);
    expect((await at.marking.getList({ kind: 'written' }, at.marker(0))).items).toHaveLength(1);
  });

  it('gives each script to one marker, takes a script back, and reassigns it after 20 minutes', async () => {
    const all = await Promise.all([0, 1, 2, 3].map((n) => takeScript(n)));
    expect(all.flatMap((script) => script?.code ?? [])).toHaveLength(2);
    expect(new Set(all.flatMap((script) => script?.code ?? [])).size).toBe(2);
    const [holder] = [0, 1, 2, 3].filter((n) => all[n] !== null);
    const [other] = [0, 1, 2, 3].filter((n) => all[n] === null);
    const code = all[holder ?? 0]?.code ?? 0;
    // On a repeated request, the same marker gets the same answer.
    expect((await takeScript(holder ?? 0))?.code).toBe(code);
    await expect(at.marking.take({ ...at.written, code }, at.marker(other ?? 0))).rejects.toMatchObject({ error: 'refused' });
    await at.marking.giveBack({ ...at.written, code }, at.marker(holder ?? 0));
    expect((await takeScript(other ?? 0))?.code).toBe(code);
    at.setNow(examOverMs + 21 * examMinuteMs);
    expect((await takeScript(holder ?? 0))?.code).toBe(code);
  });

  it('counts marks when complete, holds the release until then, and replaces an earlier mark', async () => {
    at.double.set(at.attempts[2] ?? '', { status: -2, complete: false, receivedOps: 0, handedIn: false });
    expect((await points()).map(([, wait]) => wait)).toEqual(['marking', 'marking', null]);
    await expect(at.exam.releaseScores({ id: 1, inSpite: { reason: '急' } }, at.teacher)).rejects.toMatchObject({ error: 'refused' });
    for (const n of [1, 1]) {
      const script = await takeScript(n);
      if (!script) throw new Error('no script');
      const send = { ...at.written, code: script.code, basis: script.basis };
      expect(await at.marking.mark({ ...send, given: createPoints(0.5, 1) }, at.marker(n))).toEqual({ total: 1.5 });
      expect(await at.marking.mark({ ...send, given: createPoints(0.5, 1.5) }, at.marker(n))).toEqual({ total: 2 });
    }
    expect(await takeScript(2)).toBeNull();
    for (const code of [1, 2, 3])
      for (const n of [0, 1, 2]) {
        const answer = await at.marking.take({ ...at.performed, code }, at.marker(n));
        if ('error' in answer) continue;
        const { script } = answer;
        if (!script) throw new Error('no script');
        expect(script.person).not.toBeNull();
        await at.marking.mark({ ...at.performed, code, basis: script.basis, given: createPoints(0.5, n === 0 ? 0 : 1.5) }, at.marker(n));
      }
    // Three assessors gave 0.5, 2 and 2 points.
    expect((await points()).slice(0, 2)).toEqual([
      [3.5, null],
      [3.5, null],
    ]);
    await at.exam.releaseScores({ id: 1, inSpite: { reason: '已核对' } }, at.teacher);
    const [code] = (await at.marking.getTask(at.written, at.marker(1))).scripts;
    await expect(at.marking.take({ ...at.written, code: code?.code ?? 0 }, at.marker(1))).rejects.toMatchObject({ error: 'refused' });
  });

  it('counts a mark only for the answer that it was given for; a changed answer goes to the leader', async () => {
    const script = await takeScript(1);
    if (!script) throw new Error('no script');
    const n = script.answer === '熔断器' ? 0 : 1;
    const send = { ...at.written, code: script.code, basis: script.basis, given: createPoints(0.5, 1.5) };
    await at.marking.mark(send, at.marker(1));
    at.wrote(n, '改成了别的');
    expect((await points())[n]?.[1]).toBe('marking');
    await expect(at.marking.mark(send, at.marker(1))).rejects.toMatchObject({ error: 'conflict' });
    // The script waits for the leader, who sees the old and the new answer. Its marker sees only that the answer changed.
    expect((await at.marking.getTask(at.written, at.marker(1))).scripts).toMatchObject([{ code: script.code, state: 'late' }]);
    await expect(at.marking.getOverview({ planId: 1 }, at.marker(1))).rejects.toMatchObject({ error: 'refused' });
    const { disputes } = await at.marking.getOverview({ planId: 1 }, at.marker(0));
    expect(disputes).toMatchObject([{ code: script.code, state: 'late', totals: [2] }]);
    const late = await at.marking.getScript({ ...at.written, code: script.code }, at.marker(0));
    expect(late).toMatchObject({ answer: '改成了别的', marks: [{ answer: script.answer, isCurrent: false, total: 2 }] });
    const ruling = { ...at.written, code: script.code, basis: late.basis, points: null, reason: '作答有更新' };
    await expect(at.marking.arbitrate({ ...ruling, basis: script.basis }, at.marker(0))).rejects.toMatchObject({ error: 'conflict' });
    await expect(at.marking.arbitrate({ ...ruling, points: 3 }, at.marker(0))).rejects.toMatchObject({ error: 'invalid' });
    await at.marking.arbitrate(ruling, at.marker(0));
    expect((await at.marking.getTask(at.written, at.marker(1))).figures).toMatchObject({ marked: 0, mine: 0 });
    // After the leader sent the script back to marking, the next marker gets it with the present text.
    const retakenScript = (await at.marking.take({ ...at.written, code: script.code }, at.marker(2))).script;
    expect(retakenScript).toMatchObject({ answer: '改成了别的', given: null });
  });

  it('refuses a mark that was under way when the leader sent the script back to marking', async () => {
    const script = await takeScript(1);
    if (!script) throw new Error('no script');
    const send = { ...at.written, code: script.code, basis: script.basis };
    await at.marking.mark({ ...send, given: createPoints(0.5, 1) }, at.marker(1));
    await at.marking.arbitrate({ ...send, points: null, reason: '评分偏低，重阅' }, at.marker(0));
    await expect(at.marking.mark({ ...send, given: createPoints(0, 1) }, at.marker(1))).rejects.toMatchObject({ error: 'conflict' });
    expect((await at.marking.getTask(at.written, at.marker(1))).figures).toMatchObject({ marked: 0, mine: 0 });
    expect((await at.marking.take({ ...at.written, code: script.code }, at.marker(1))).script).toMatchObject({
      code: script.code,
    });
    await at.marking.mark({ ...send, given: createPoints(0.5, 1.5) }, at.marker(1));
  });

  it('refuses more points than a scoring point has, and gives 0 for a veto', async () => {
    const script = await takeScript(1);
    if (!script) throw new Error('no script');
    const send = { ...at.written, code: script.code, basis: script.basis };
    for (const wrong of [createPoints(0.5), createPoints(1, 1), createPoints(0.5, 2), { ...createPoints(0.5, 1), veto: [1] }])
      await expect(at.marking.mark({ ...send, given: wrong }, at.marker(1))).rejects.toMatchObject({ error: 'invalid' });
    await expect(at.marking.mark({ ...send, given: createPoints(0.5, 1) }, at.marker(2))).rejects.toMatchObject({ error: 'conflict' });
    expect(await at.marking.mark({ ...send, given: { ...createPoints(0.5, 1), veto: [0] } }, at.marker(1))).toEqual({ total: 0 });
  });

  it('sends two marks that differ by more than the tolerance to the leader, whose points count', async () => {
    at = await createMarkedSchool({ twice: true });
    const mark = async (n: number, give: (answer: string) => number): Promise<void> => {
      for (const _ of [1, 2]) {
        const script = await takeScript(n);
        if (!script) throw new Error('no script');
        const points = give(script.answer);
        await at.marking.mark({ ...at.written, code: script.code, basis: script.basis, given: createPoints(0, points) }, at.marker(n));
      }
    };
    await mark(1, () => 1);
    // An answer with one of two marks has no score yet. Once two markers have marked an answer, a third one gets nothing.
    expect((await points()).slice(0, 2).map(([, wait]) => wait)).toEqual(['marking', 'marking']);
    await mark(2, (answer) => (answer === '熔断器' ? 0 : 1.5));
    expect(await takeScript(3)).toBeNull();
    const { disputes, markers, twice } = await at.marking.getOverview({ planId: 1 }, at.marker(0));
    expect([twice, disputes.map(({ state, totals }) => [state, totals.toSorted((a, b) => a - b)])]).toEqual([
      true,
      [['difference', [0, 1]]],
    ]);
    expect(markers.map(({ marked }) => marked)).toEqual([0, 2, 2, 0]);
    const { code } = disputes[0] ?? { code: 0 };
    // A marker sees that the leader has to decide, but not the other marker's points.
    const own = await at.marking.getTask(at.written, at.marker(1));
    expect(own.scripts.map(({ state }) => state).toSorted()).toEqual(['difference', 'done']);
    await expect(at.marking.getScript({ ...at.written, code }, at.marker(1))).rejects.toMatchObject({ error: 'refused' });
    const script = await at.marking.getScript({ ...at.written, code }, at.marker(0));
    expect(script.marks).toHaveLength(2);
    const ruling = { ...at.written, code, basis: script.basis, points: 0.75, reason: '按评分细则' };
    await expect(at.marking.arbitrate(ruling, at.marker(2))).rejects.toMatchObject({ error: 'refused' });
    await at.marking.arbitrate(ruling, at.marker(0));
    await expect(
      at.marking.mark({ ...at.written, code, basis: script.basis, given: createPoints(0, 1) }, at.marker(1)),
    ).rejects.toMatchObject({
      error: 'refused',
    });
    await points();
    const stored = await at.db.selectFrom('attempt_score').select('items').execute();
    const given2 = stored.flatMap(({ items }) =>
      (JSON.parse(items) as { itemId: string; cent: number | null }[]).filter((item) => item.itemId === '2'),
    );
    expect(given2.map((item) => item.cent ?? 0).toSorted((a, b) => a - b)).toEqual([0, 75, 125]);
  });

  it('gives a marker no more than the quota, and no script of an examinee with the same employer', async () => {
    at = await createMarkedSchool({ quota: 1 });
    const first = await takeScript(1);
    await at.marking.mark({ ...at.written, code: first?.code ?? 0, basis: first?.basis ?? '', given: createPoints(0, 1) }, at.marker(1));
    expect(await takeScript(1)).toBeNull();
    expect((await at.marking.getTask(at.written, at.marker(1))).quotaLeft).toBe(0);
    expect(await takeScript(0)).not.toBeNull();
    at = await createMarkedSchool();
    const employed = (userId: number) => at.db.updateTable('user').set({ employer: '第一机床厂' }).where('id', '=', userId).execute();
    await employed(at.marker(1).caller.userId);
    await employed(at.examinees[0] ?? 0);
    expect((await at.marking.getTask(at.written, at.marker(1))).figures.scripts).toBe(1);
    expect((await at.marking.getTask(at.written, at.marker(2))).figures.scripts).toBe(2);
  });

  it('gives a second script ahead while the marker still holds the first', async () => {
    const now = await takeScript(1);
    const ahead = (await at.marking.take({ ...at.written, except: [now?.code ?? 0] }, at.marker(1))).script;
    expect(ahead?.code).not.toBe(now?.code);
    expect(await takeScript(2)).toBeNull();
  });

  it('holds the release if two people enter different points from paper, until the leader decides', async () => {
    at.setNow(examOverMs);
    const people = await at.db.selectFrom('exam_examinee').select('ticket_no').orderBy('position').execute();
    for (const attempt of at.attempts)
      at.double.set(attempt, { receivedOps: 0, handedIn: false, complete: false, status: -2, stayedAway: true });
    const enter = (n: number, points: (number | null)[], decide = false) =>
      at.marking.enter(
        { planId: 1, decide, rows: points.map((is, i) => ({ ticketNo: people[i]?.ticket_no ?? '', points: is })) },
        at.marker(n),
      );
    await enter(1, [6, null, null]);
    expect((await points())[0]).toEqual([null, 'marking']);
    expect(await enter(2, [4, null, null])).toEqual({ entered: 3, settled: 2, differ: 1 });
    expect((await points())[0]).toEqual([null, 'marking']);
    await expect(at.exam.releaseScores({ id: 1, inSpite: { reason: '急' } }, at.teacher)).rejects.toMatchObject({ error: 'refused' });
    await expect(enter(1, [5], true)).rejects.toMatchObject({ error: 'refused' });
    await enter(0, [6], true);
    expect((await points())[0]).toEqual([6, null]);
    await at.exam.releaseScores({ id: 1 }, at.teacher);
  });

  it('gives no marker their own script, and hides questions from a marker who sits the exam', async () => {
    const own = at.as(at.examinees[0] ?? 0, at.school, 4, ['marker']);
    await at.db
      .updateTable('marker_group')
      .set({ leader_id: at.examinees[0] ?? 0 })
      .execute();
    expect((await at.marking.getTask(at.written, own)).figures.scripts).toBe(1);
    // Markers who sit the exam do not see its questions and keys either, as long as anyone may still be writing.
    for (const nowMs of [examStartMs - examMinuteMs, examStartMs + examMinuteMs]) {
      at.setNow(nowMs);
      await expect(at.marking.getTask(at.written, own)).rejects.toMatchObject({ error: 'notFound' });
      expect((await at.marking.getList({ kind: 'written' }, own)).items).toEqual([]);
      expect(JSON.stringify(await at.marking.getOverview({ planId: 1 }, own))).not.toContain('questionId');
    }
    expect((await at.marking.getTask(at.written, at.marker(1))).figures).toMatchObject({ mine: 0 });
  });
});
