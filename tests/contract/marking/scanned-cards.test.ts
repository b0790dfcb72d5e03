import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { createAuthenticator } from '../../../server/features/people/user/sign-in/authenticator.ts';
import { mountUploads } from '../../../server/features/platform/upload/upload-routes.ts';
import { cardCalls } from '../../../sync/contract/marking/card.ts';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { markingCalls } from '../../../sync/contract/marking/marking.ts';
import { formatCardCode } from '../../../sync/domain/answer-card/card-code.ts';
import { type CardLayout, layOutCard } from '../../../sync/domain/answer-card/card-layout.ts';
import { encodePng } from '../../../server/features/marking/card-reading/cut-boxes.ts';
import { type BubbleInk, drawPage, flatScene, type Scene } from '../../fixtures/answer-card/synthetic-page.ts';
import { accountLimits } from '../../../server/limits.ts';
import { createReader, startExamRoom } from '../fixtures/exam-room.ts';
import type { PostCall } from '../server-fixture.ts';

const flat: Scene = { ...flatScene, degrees: 1, noise: 4, marginMm: 1 };

/**
 * Sets up a finished exam with three examinees and a group of three markers. It has four single-choice questions of two points each; A is always
 * right.
 */
async function startCardRoom() {
  const room = await startExamRoom({ people: 3 });
  const { server, planId, examinees } = room;
  const { db } = server.deps;
  const ids: number[] = [];
  for (let n = 0; n < 3; n += 1) ids.push(await server.addUser(4, `marker${n}`));
  const [leader = 0, ...members] = ids;
  const group = await db
    .insertInto('marker_group')
    .values({
      school_id: server.schoolIds[0],
      name: '一组',
      leader_id: leader,
      members: JSON.stringify(members.map((userId) => ({ userId, quota: 0 }))),
      twice: 0,
      tolerance: 0.5,
      note: '',
      updated_ms: 0,
      created_ms: 0,
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('exam_plan_group')
    .values({ plan_id: planId, group_id: group.id, position: 0, twice: 0, tolerance_cent: 50 })
    .execute();
  for (const [n, { userId }] of examinees.entries())
    await db
      .updateTable('exam_examinee')
      .set({ ticket_no: `2026000${n}` })
      .where('user_id', '=', userId)
      .execute();
  // Staff print the cards. The rest of the test uses only data that is on a printed card.
  const printed = await room.teacher(examCalls.getAnswerCards, { planId, boxes: false });
  room.at(room.endMs);
  const layout = layOutCard(printed.variants[0]?.sections ?? []);
  const tokens: string[] = [];
  for (const id of ids) tokens.push(await server.openSessionOf(id));
  const markers: PostCall[] = tokens.map((token) => server.as(token));
  await server.deps.jobs.open();
  const app = createApp(server.deps, server.handlers, (routes) =>
    mountUploads(routes, {
      ...server.deps,
      authenticate: createAuthenticator(server.deps),
      folder: join(server.deps.inspection.folder, 'uploads'),
      maxBytes: () => Promise.resolve({ image: 5_000_000, document: 0, media: 0 }),
    }),
  );
  const upload = async (name: string, bytes: Buffer, marker = 1): Promise<string> => {
    const form = new FormData();
    form.append('schoolId', String(server.schoolIds[0]));
    form.append('accept', 'image');
    form.append('file', new File([new Uint8Array(bytes)], name));
    const answer = await app.request('/api/upload', { method: 'POST', headers: { 'x-token': tokens[marker] ?? '' }, body: form });
    const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: { url: string } };
    if (code !== 0) throw new Error(msg);
    return data.url;
  };
  const add = async (urls: readonly string[], marker = 1) => {
    const answer = await createReader(markers[marker] as PostCall)(cardCalls.addScans, { planId, urls });
    await server.deps.jobs.idle();
    return answer;
  };
  return {
    ...room,
    db,
    markerIds: ids,
    markers: markers as [PostCall, PostCall, PostCall],
    layout,
    upload,
    add,
    /** Draws the card of an examinee: `marks` has one letter for each row: the filled box, `?` for a tick, or a space for an empty row. */
    draw: (n: number, marks: string, scene: Partial<Scene> = {}, code: Partial<Parameters<typeof formatCardCode>[0]> = {}): Buffer =>
      drawCard(layout, { planId, userId: examinees[n]?.userId ?? 0, page: 1, pages: 1, layout: layout.hash, ...code }, marks, scene),
    list: (marker = 1) => createReader(markers[marker] as PostCall)(cardCalls.getScans, { planId }),
    entries: (marker: number) => createReader(markers[marker] as PostCall)(markingCalls.getEntries, { planId }),
    async scan(name: string, bytes: Buffer, marker = 1): Promise<number> {
      await add([await upload(name, bytes, marker)], marker);
      const { scans } = await createReader(markers[marker] as PostCall)(cardCalls.getScans, { planId });
      return scans.at(-1)?.scanId ?? 0;
    },
  };
}

function drawCard(layout: CardLayout, code: Parameters<typeof formatCardCode>[0], marks: string, scene: Partial<Scene>): Buffer {
  const [page] = layout.pages;
  if (page === undefined) throw new Error('a card has a page');
  const inks = page.rows.flatMap(({ bubbles }, at): BubbleInk[] => {
    const mark = marks[at] ?? ' ';
    const bubble = bubbles.find(({ option }) => option === (mark === '?' ? 'B' : mark));
    return bubble === undefined ? [] : [mark === '?' ? { bubble, look: 'tick', ink: 0.9 } : { bubble, look: 'fill', ink: 0.85 }];
  });
  return encodePng(drawPage(page, formatCardCode(code), inks, { ...flat, ...scene }));
}

let at: Awaited<ReturnType<typeof startCardRoom>>;
beforeEach(async () => {
  at = await startCardRoom();
});

describe('scanned answer cards', () => {
  it('become the first entry, which a second person’s entry settles', async () => {
    const good = await at.upload('a.png', at.draw(0, 'AAB '));
    const open = await at.upload('b.png', at.draw(1, 'A?AA'));
    expect(await at.add([good, open])).toEqual({ added: 2, known: [] });
    const list = await at.list();
    expect(list.scans).toMatchObject([
      { fileName: 'a.png', state: 'read', ticketNo: '20260000', page: 1, open: 0 },
      { fileName: 'b.png', state: 'doubtful', ticketNo: '20260001', open: 1 },
    ]);
    expect(list.cards).toEqual([
      { ticketNo: '20260000', state: 'entered', missing: [], toGive: 0 },
      { ticketNo: '20260001', state: 'undecided', missing: [], toGive: 0 },
    ]);
    expect(list.withoutCard).toEqual(['20260002']);

    // A person looks at the picture and decides the doubtful row.
    const reader = createReader(at.markers[1]);
    const scanId = list.scans[1]?.scanId ?? 0;
    const shown = await reader(cardCalls.getScan, { planId: at.planId, scanId });
    expect(shown).toMatchObject({ state: 'doubtful', ticketNo: '20260001', url: open, rows: [{ label: '2', many: false }] });
    expect(shown.corners).toHaveLength(4);
    const rows = [{ label: '2', marked: ['B'] }];
    const decision = { kind: 'rows', ticketNo: '20260001', page: 1, rows };
    expect(await reader(cardCalls.decide, { planId: at.planId, scanId, decision })).toEqual({ state: 'read', entered: 1 });
    expect((await at.markers[2]('/card/decide', { planId: at.planId, scanId, decision })).code).toBe(1002);

    // The second person does not see the points from the card, and enters points from the paper.
    expect((await at.entries(2)).rows).toMatchObject([{ state: 'once', mine: null, both: [] }, { state: 'once' }, { state: 'none' }]);
    const second = [
      { ticketNo: '20260000', points: 4 },
      { ticketNo: '20260001', points: 8 },
    ];
    const entered = await at.markers[2]('/marking/enter', { planId: at.planId, rows: second, decide: false });
    expect(entered).toMatchObject({ code: 0, data: { settled: 1, differ: 1 } });
    expect((await at.entries(2)).rows).toMatchObject([
      { settled: { points: 4 } },
      { state: 'differs', both: [{ points: 6 }, { points: 8 }] },
      {},
    ]);
  });

  it('are listed with the reason if they are unreadable, duplicate, of another plan or no picture', async () => {
    const files = [
      ['page.png', at.draw(0, 'AAAA')],
      ['twin.png', at.draw(0, 'AAAB')],
      ['white.png', encodePng({ width: 400, height: 600, data: new Uint8Array(240_000).fill(230) })],
      ['other-plan.png', at.draw(1, 'AAAA', {}, { planId: at.planId + 1 })],
      ['old.png', at.draw(1, 'AAAA', {}, { layout: '00000000' })],
      ['stranger.png', at.draw(1, 'AAAA', {}, { userId: 99_999 })],
    ] as const;
    const urls: string[] = [];
    for (const [name, bytes] of files) urls.push(await at.upload(name, bytes));
    await at.add(urls);
    expect((await at.list()).scans.map(({ fileName, state, reason }) => [fileName, state, reason])).toEqual([
      ['page.png', 'twice', null],
      ['twin.png', 'twice', null],
      ['white.png', 'unreadable', 'noMarks'],
      ['other-plan.png', 'foreign', 'otherPlan'],
      ['old.png', 'foreign', 'otherLayout'],
      ['stranger.png', 'foreign', 'unknownExaminee'],
    ]);
    expect((await at.entries(1)).rows.map(({ state }) => state)).toEqual(['none', 'none', 'none']);

    const damaged = Buffer.from(files[0][1]);
    damaged.fill(7, 60, 4000);
    const scanId = await at.scan('damaged.png', damaged);
    expect((await at.list()).scans.at(-1)).toMatchObject({ scanId, state: 'unreadable', reason: 'noMarks' });

    // Two scans show the same card. Once one scan is rejected, the other counts.
    const twin = (await at.list()).scans[1]?.scanId;
    const setAside = { planId: at.planId, scanId: twin, decision: { kind: 'setAside' } };
    expect((await at.markers[1]('/card/decide', setAside)).data).toEqual({ state: 'setAside', entered: 1 });
    expect((await at.markers[1]('/card/decide', { ...setAside, decision: { kind: 'takeBack' } })).data).toEqual({
      state: 'later',
      entered: 0,
    });
  });

  it('change nothing when the same file is added again, and never replace a person’s entry', async () => {
    await at.markers[2]('/marking/enter', { planId: at.planId, rows: [{ ticketNo: '20260000', points: 1 }], decide: false });
    const picture = at.draw(0, 'AAAA');
    await at.scan('a.png', picture);
    expect((await at.list()).cards).toEqual([{ ticketNo: '20260000', state: 'byPerson', missing: [], toGive: 0 }]);
    expect((await at.entries(2)).rows[0]).toMatchObject({ state: 'once', mine: { points: 1 } });
    await at.scan('b.png', at.draw(1, 'AAAA'));
    const before = await at.db.selectFrom('paper_entry').selectAll().execute();
    at.at(at.endMs + 1000);
    expect(await at.add([await at.upload('again.png', picture)])).toEqual({ added: 0, known: ['again.png'] });
    expect(await at.db.selectFrom('paper_entry').selectAll().execute()).toEqual(before);
    expect((await at.list()).scans).toHaveLength(2);
    const late = { planId: at.planId, rows: [{ ticketNo: '20260000', writtenPoints: 0 }] };
    expect((await at.markers[1]('/card/enter', late)).code).toBe(1001);
  });

  it('correct an entry only if a person chooses so, and the replaced points stay in the audit log', async () => {
    const decide = (marker: 0 | 1 | 2, scanId: number, decision: object) =>
      at.markers[marker]('/card/decide', { planId: at.planId, scanId, decision });
    const first = await at.scan('first.png', at.draw(0, 'AAB '));
    const later = await at.scan('later.png', at.draw(0, 'AA?A'), 2);
    const states = async () => (await at.list()).scans.map(({ state }) => state);
    const rows = [{ label: '3', marked: ['A'] }];
    expect(await states()).toEqual(['read', 'doubtful']);
    expect((await decide(2, later, { kind: 'correct' })).code).toBe(1002);
    await decide(2, later, { kind: 'rows', ticketNo: '20260000', page: 1, rows });
    expect(await states()).toEqual(['read', 'later']);
    expect((await at.list()).cards).toMatchObject([{ state: 'entered' }]);
    expect((await at.entries(1)).rows[0]).toMatchObject({ mine: { points: 4 } });
    const shown = await createReader(at.markers[2])(cardCalls.getScan, { planId: at.planId, scanId: later });
    expect(shown).toMatchObject({
      state: 'later',
      entered: false,
      rows: [],
      twins: [{ scanId: first, fileName: 'first.png', entered: true }],
    });

    expect((await decide(2, later, { kind: 'correct' })).data).toEqual({ state: 'read', entered: 1 });
    expect(await states()).toEqual(['setAside', 'read']);
    expect((await at.entries(2)).rows[0]).toMatchObject({ state: 'once', mine: { points: 8 } });
    const notes = at.db.selectFrom('audit').select('detail').where('call', '=', '/card/decide').where('code', '=', 0);
    const noted = await notes.orderBy('id', 'desc').executeTakeFirstOrThrow();
    expect(JSON.parse(noted.detail)).toMatchObject({
      before: { file: 'first.png', entries: [{ ticketNo: '20260000', points: 4 }] },
      after: { file: 'later.png', decision: { kind: 'correct' }, entries: [{ ticketNo: '20260000', points: 8 }] },
    });
    expect((await decide(2, later, { kind: 'correct' })).code).toBe(1002);
    expect((await decide(2, later, { kind: 'setAside' })).code).toBe(1002);
  });

  it('cannot correct an entry by the person of the second entry, nor after the leader’s decision', async () => {
    const enter = (marker: 0 | 1 | 2, points: number, settles = false) =>
      at.markers[marker]('/marking/enter', { planId: at.planId, rows: [{ ticketNo: '20260000', points }], decide: settles });
    const correct = (marker: 0 | 1 | 2, scanId: number) =>
      at.markers[marker]('/card/decide', { planId: at.planId, scanId, decision: { kind: 'correct' } });
    await at.scan('first.png', at.draw(0, 'AAB '));
    await enter(2, 8);
    const later = await at.scan('later.png', at.draw(0, 'AAAA'));
    expect(await correct(2, later)).toMatchObject({ code: 1002, msg: '第二遍由您录入，请由他人更正' });
    expect((await at.entries(2)).rows[0]).toMatchObject({ state: 'differs' });
    expect((await correct(1, later)).data).toEqual({ state: 'read', entered: 1 });
    expect((await at.entries(2)).rows[0]).toMatchObject({ state: 'settled', settled: { points: 8 } });
    const third = await at.scan('third.png', at.draw(0, 'BAAA'));
    expect((await correct(1, third)).code).toBe(0);
    await enter(0, 7, true);
    const fourth = await at.scan('fourth.png', at.draw(0, 'BBAA'));
    expect(await correct(1, fourth)).toMatchObject({ code: 1002, msg: '组长已裁定这份试卷，请由组长更正' });
  });

  it('count towards a size limit of their plan, not towards the account’s daily uploads', async () => {
    const at = await startCardRoom();
    const setBytes = (bytes: number, url: string) =>
      at.db.updateTable('upload').set({ size_bytes: bytes }).where('name', '=', url.slice('/uploads/'.length)).execute();
    const first = await at.upload('first.png', at.draw(0, 'AAAA'));
    await at.add([first]);
    await setBytes(accountLimits.otherBytesPerDay, first);
    const second = await at.upload('second.png', at.draw(1, 'AAAA'));
    // The limit of the plan is that of three pages, one for each examinee. The first picture nearly uses it up.
    await setBytes(3 * accountLimits.cardBytesPerPage - 1000, first);
    await expect(at.add([second])).rejects.toThrow(/15 MB/);
    expect((await at.list()).scans.map(({ fileName }) => fileName)).toEqual(['first.png']);

    // An uploaded picture that was not added to the plan counts towards the daily limit of the account.
    await setBytes(accountLimits.otherBytesPerDay, second);
    await expect(at.upload('third.png', at.draw(2, 'AAAA'))).rejects.toThrow(/今天/);
    await setBytes(1, first);
    await setBytes(1, second);
    await at.add([second]);
    expect((await at.list()).scans.map(({ state }) => state)).toEqual(['read', 'read']);
  });

  it('are listed as waiting after a failed job, and read when reading is requested again', async () => {
    const url = await at.upload('a.png', at.draw(0, 'AAAA'));
    const { objects } = at.server.deps;
    const get = objects.get.bind(objects);
    objects.get = () => Promise.reject(new Error('the disk is away'));
    await at.add([url]);
    objects.get = get;
    expect(await at.list()).toMatchObject({ reading: false, scans: [{ fileName: 'a.png', state: 'waits' }], cards: [] });
    expect(await at.add([])).toEqual({ added: 0, known: [] });
    expect(await at.list()).toMatchObject({ scans: [{ state: 'read' }], cards: [{ state: 'entered' }] });
  });

  it('are typed in by a person if the picture cannot be read', async () => {
    const scanId = await at.scan('bent.png', encodePng({ width: 400, height: 600, data: new Uint8Array(240_000).fill(200) }));
    const reader = createReader(at.markers[1]);
    expect(await reader(cardCalls.getScan, { planId: at.planId, scanId })).toMatchObject({ rows: [], ticketNo: '', page: null });
    const named = await reader(cardCalls.getScan, { planId: at.planId, scanId, ticketNo: '20260002', page: 1 });
    expect(named.rows.map(({ label }) => label)).toEqual(['1', '2', '3', '4']);
    const rows = named.rows.map(({ label }) => ({ label, marked: ['A'] }));
    const decide = (more: object) =>
      at.markers[1]('/card/decide', {
        planId: at.planId,
        scanId,
        decision: { kind: 'rows', ticketNo: '20260002', page: 1, rows, ...more },
      });
    expect(await decide({ rows: rows.slice(1) })).toMatchObject({ code: 1001, data: { fields: [{ path: 'decision.rows' }] } });
    expect((await decide({ rows: rows.map((row) => ({ ...row, marked: ['Z'] })) })).code).toBe(1001);
    expect((await decide({ page: 2 })).code).toBe(1001);
    expect((await decide({ ticketNo: '1' })).code).toBe(1001);
    expect((await decide({})).data).toEqual({ state: 'read', entered: 1 });
    expect((await at.list()).cards).toEqual([{ ticketNo: '20260002', state: 'entered', missing: [], toGive: 0 }]);
  });

  it('wait until a person has entered the points of written questions', async () => {
    const key = JSON.stringify({ kind: 'rubric', reference: '', items: [], veto: [] });
    await at.db.updateTable('exam_item').set({ type: 5, answer_key: key }).where('item_id', '=', '4').execute();
    const layout = layOutCard([
      { title: '单选', rows: ['1', '2', '3'].map((label) => ({ label, options: ['A', 'B', 'C'], many: false })), boxes: [] },
    ]);
    const code = { planId: at.planId, userId: at.examinees[0].userId, page: 1, pages: 1, layout: layout.hash };
    await at.scan('a.png', drawCard(layout, code, 'AAB', {}));
    expect(await at.list()).toMatchObject({ writtenPoints: 2, cards: [{ ticketNo: '20260000', state: 'ready' }] });
    const enter = (writtenPoints: number) =>
      at.markers[1]('/card/enter', { planId: at.planId, rows: [{ ticketNo: '20260000', writtenPoints }] });
    expect((await enter(2.5)).code).toBe(1001);
    expect((await enter(1.5)).data).toEqual({ entered: 1 });
    expect((await enter(1.5)).code).toBe(1001);
    expect((await at.entries(1)).rows[0]).toMatchObject({ mine: { points: 5.5 } });
  });
});

describe('boxes for written answers on a scanned card', () => {
  /** Makes question 4 a written question of two points, prints cards with boxes and scans the card of the first examinee. */
  async function scanBoxes() {
    const key = JSON.stringify({ kind: 'rubric', reference: '', items: [], veto: [] });
    await at.db.updateTable('exam_item').set({ type: 5, answer_key: key }).where('item_id', '=', '4').execute();
    const printed = await at.teacher(examCalls.getAnswerCards, { planId: at.planId, boxes: true });
    const layout = layOutCard(printed.variants[0]?.sections ?? []);
    const code = { planId: at.planId, userId: at.examinees[0].userId, page: 1, pages: 1, layout: layout.hash };
    const question = await at.db.selectFrom('exam_item').select('question_id').where('item_id', '=', '4').executeTakeFirstOrThrow();
    const of = { planId: at.planId, questionId: question.question_id };
    return {
      of,
      rescan: (name: string, degrees: number) => at.scan(name, drawCard(layout, code, 'AAB', { degrees })),
      scanId: await at.scan('card.png', drawCard(layout, code, 'AAB', {})),
      take: async (marker: 1 | 2) => (await createReader(at.markers[marker])(markingCalls.take, of)).script,
      mark: (marker: 1 | 2, script: { code: number; basis: string } | null, points: number) =>
        at.markers[marker]('/marking/mark', { ...of, ...script, given: { points: [points], veto: [], comment: '' } }),
    };
  }
  const enter = (writtenPoints: number) =>
    at.markers[1]('/card/enter', { planId: at.planId, rows: [{ ticketNo: '20260000', writtenPoints }] });
  const only = <T extends object>(value: T, ...keys: (keyof T)[]) => Object.fromEntries(keys.map((key) => [key, value[key]])) as T;

  it('are marked on the screen without names, and their points are entered with the card', async () => {
    const { take, mark } = await scanBoxes();
    expect((await at.list()).cards).toEqual([{ ticketNo: '20260000', state: 'marking', missing: [], toGive: 0 }]);
    expect(await enter(0)).toMatchObject({ code: 1001, msg: expect.stringContaining('还没有评完') });

    const script = await take(2);
    expect(script).toMatchObject({ answer: '', person: null, files: [{ name: '作答.png' }] });
    expect(JSON.stringify(script)).not.toMatch(/20260000|card\.png/);
    const [file] = script?.files ?? [];
    const stored = await at.db
      .selectFrom('upload')
      .selectAll()
      .where('name', '=', file?.url?.slice('/uploads/'.length) ?? '')
      .execute();
    expect(stored).toMatchObject([{ kind: 'png', original_name: '作答.png', width: 990, height: 258 }]);

    expect((await mark(2, script && only(script, 'code', 'basis'), 1.5)).code).toBe(0);
    expect((await at.list()).cards).toMatchObject([{ state: 'ready', toGive: 0 }]);
    expect((await enter(0.5)).code).toBe(1001);
    expect((await enter(0)).data).toEqual({ entered: 1 });
    expect((await at.entries(1)).rows[0]).toMatchObject({ mine: { points: 5.5 } });
    expect(await mark(2, script && only(script, 'code', 'basis'), 2)).toMatchObject({ code: 1002, msg: '这张答题卡已录入，评分不能再改' });
  });

  it('go to the leader after a later scan corrected the entry', async () => {
    const { of, take, mark, rescan } = await scanBoxes();
    const first = await take(2);
    await mark(2, first && only(first, 'code', 'basis'), 1);
    await enter(0);
    const later = await rescan('later.png', 2);
    expect(await take(1)).toBeNull();
    const decision = { planId: at.planId, scanId: later, decision: { kind: 'correct' } };
    expect((await at.markers[1]('/card/decide', decision)).data).toEqual({ state: 'read', entered: 0 });
    expect((await at.list()).cards).toMatchObject([{ state: 'marking' }]);
    expect((await at.entries(1)).rows[0]).toMatchObject({ state: 'none', mine: null });
    // The answer changed after it was marked, so the leader looks at the new picture and decides.
    const at0 = { ...of, code: first?.code ?? 0 };
    const shown = await createReader(at.markers[0])(markingCalls.getScript, at0);
    expect(shown).toMatchObject({ state: 'late', answer: '', files: [{ name: '作答.png' }], marks: [{ total: 1, isCurrent: false }] });
    expect(shown.basis).not.toBe(first?.basis);
    const settled = { ...at0, points: 2, basis: shown.basis, reason: '按重扫的图片' };
    expect((await at.markers[0]('/marking/arbitrate', settled)).code).toBe(0);
    expect((await enter(0)).data).toEqual({ entered: 1 });
    expect((await at.entries(1)).rows[0]).toMatchObject({ mine: { points: 6 } });
  });
});

describe('a scanned card is hidden from or refused to', () => {
  it('examinees, staff without the duty, and markers of other groups', async () => {
    const scanId = await at.scan('a.png', at.draw(0, 'A?AA'));
    const outsider = await at.server.callOf(await at.server.addUser(4, 'outsider'));
    const teacher = await at.server.callAs(6);
    for (const [post, code] of [
      [at.examinees[0].post, 1003],
      [teacher, 1003],
      [outsider, 1005],
    ] as const)
      for (const [path, input] of [
        ['getScans', {}],
        ['getScan', { scanId }],
        ['decide', { scanId, decision: { kind: 'setAside' } }],
      ] as const)
        expect([path, (await post(`/card/${path}`, { planId: at.planId, ...input })).code]).toEqual([path, code]);
    expect((await at.examinees[0].post('/exam/getAnswerCards', { planId: at.planId })).code).toBe(1003);
  });

  it('a marker who is a colleague of the examinee, whose own upload does not count', async () => {
    const ids = [at.markerIds[1] ?? 0, at.examinees[0].userId];
    await at.db.updateTable('user').set({ employer: '东湖机电厂' }).where('id', 'in', ids).execute();
    const scanId = await at.scan('forged.png', at.draw(0, 'AAAA'));
    expect(await at.list(1)).toMatchObject({ scans: [{ fileName: 'forged.png', state: 'related', ticketNo: '', page: null }], cards: [] });
    expect((await at.markers[1]('/card/getScan', { planId: at.planId, scanId })).code).toBe(1005);
    const rows = [{ ticketNo: '20260000', writtenPoints: 0 }];
    expect((await at.markers[1]('/card/enter', { planId: at.planId, rows })).code).toBe(1001);
    expect((await at.list(2)).cards).toEqual([{ ticketNo: '20260000', state: 'ready', missing: [], toGive: 0 }]);
    expect((await at.markers[2]('/card/enter', { planId: at.planId, rows })).data).toEqual({ entered: 1 });
  });

  it('a marker who adds a file that another person uploaded', async () => {
    const url = await at.upload('a.png', at.draw(0, 'AAAA'), 1);
    expect((await at.markers[2]('/card/addScans', { planId: at.planId, urls: [url] })).code).toBe(1001);
    await at.db.updateTable('exam_plan').set({ released_ms: 1 }).where('id', '=', at.planId).execute();
    expect((await at.markers[1]('/card/addScans', { planId: at.planId, urls: [url] })).code).toBe(1002);
  });

  it('readers of the list, which contains neither points nor answers', async () => {
    await at.scan('a.png', at.draw(0, 'AABC'));
    expect(JSON.stringify(await at.list(2))).not.toMatch(/"(points|marked|right|key)"|\["A"\]/);
  });
});
