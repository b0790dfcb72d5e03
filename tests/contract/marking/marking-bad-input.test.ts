import { beforeEach, describe, expect, it } from 'vitest';
import { markingCalls } from '../../../sync/contract/marking/marking.ts';
import { createTestMark, startMarkingRoom } from '../fixtures/marking-room.ts';

type Room = Awaited<ReturnType<typeof startMarkingRoom>>;
let at: Room;
beforeEach(async () => {
  at = await startMarkingRoom();
});

/** Reads all rows that marking writes. */
const written = async (): Promise<string> => {
  const { db } = at.server.deps;
  const tables = ['item_mark', 'item_decision', 'paper_entry', 'key_correction', 'score_review', 'certificate'] as const;
  return JSON.stringify(await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute())));
};
/** Makes a call that must be refused, checks that it wrote nothing, and returns the refusal. */
async function refused(marker: number | 'staff', path: string, input: object): Promise<{ code: number; msg: string; places: string[] }> {
  const before = await written();
  const call = marker === 'staff' ? at.staff : at.markers[marker];
  const { code, msg, data } = (await call?.(path, input)) ?? { code: 0, msg: '', data: null };
  expect(await written()).toBe(before);
  const fields = (data as { fields?: { path: string; message: string }[] } | undefined)?.fields ?? [];
  return { code, msg, places: fields.map(({ path: place, message }) => `${place}: ${message}`) };
}

describe('invalid input to marking calls is refused with field and reason and changes nothing', () => {
  it('a mark above the maximum, with missing points or with an unknown veto item', async () => {
    const script = (await at.marker(1)(markingCalls.take, at.written)).script;
    const mark = { ...at.written, code: script?.code, basis: script?.basis };
    const tries = [
      [createTestMark(0.5, 2), 'given.points.1: 不能超过 1.5 分'],
      [createTestMark(0.5), 'given.points: 请给每个采分点打分'],
      [createTestMark(0.5, 0.3), 'given.points.1: 应为 0.5 的倍数'],
      [createTestMark(0.5, -1), 'given.points.1: 不能小于 0'],
      [{ ...createTestMark(0.5, 1), veto: [3] }, 'given.veto: 没有这个否决项'],
    ] as const;
    for (const [points, place] of tries)
      expect(await refused(1, '/marking/mark', { ...mark, given: points })).toMatchObject({ code: 1001, places: [place] });
    const led = { ...at.written, code: script?.code, basis: script?.basis, reason: '裁定' };
    expect(await refused(0, '/marking/arbitrate', { ...led, points: 2.5 })).toMatchObject({
      code: 1001,
      places: ['points: 不能超过 2 分'],
    });
  });

  it('a script that another marker holds, that was given back, or that does not exist', async () => {
    const script = (await at.marker(1)(markingCalls.take, at.written)).script;
    const mark = { ...at.written, code: script?.code, basis: script?.basis, given: createTestMark(0.5, 1) };
    expect(await refused(2, '/marking/take', { ...at.written, code: script?.code })).toMatchObject({
      code: 1002,
      msg: '这份答卷已由其他阅卷员领取',
    });
    expect(await refused(2, '/marking/mark', mark)).toMatchObject({ code: 1006, msg: '这份答卷已由其他阅卷员领取' });
    await at.marker(1)(markingCalls.giveBack, { ...at.written, code: script?.code });
    expect(await refused(1, '/marking/mark', mark)).toMatchObject({ code: 1006, msg: '这份答卷已退回题池，请重新领取' });
    expect(await refused(1, '/marking/mark', { ...mark, code: 99 })).toMatchObject({ code: 1005, msg: '没有这份答卷，或还没有收齐' });
    const again = (await at.marker(2)(markingCalls.take, at.written)).script;
    expect(await refused(2, '/marking/mark', { ...mark, code: again?.code, basis: 'another' })).toMatchObject({
      code: 1006,
      msg: '考生的作答有更新，请看过新的作答再评分',
    });
  });

  it('a withdrawn plan', async () => {
    await at.server.deps.db.updateTable('exam_plan').set({ published_ms: null, withdrawn_ms: 5 }).where('id', '=', at.planId).execute();
    const calledOff = { code: 1002, msg: '考试已取消，没有要阅的答卷' };
    for (const [path, input] of [
      ['take', at.written],
      ['getTask', at.written],
      ['giveBack', { ...at.written, code: 1 }],
      ['mark', { ...at.written, code: 1, basis: '', given: createTestMark(0.5, 1) }],
      ['getOverview', { planId: at.planId }],
      ['arbitrate', { ...at.written, code: 1, basis: '', points: 1, reason: '裁定' }],
    ] as const)
      expect([path, await refused(0, `/marking/${path}`, input)]).toMatchObject([path, calledOff]);
    for (const path of ['/score/getAnalysis', '/score/recount', '/certificate/getCandidates', '/archive/make'])
      expect([path, (await refused('staff', path, { planId: at.planId })).code]).toEqual([path, path.startsWith('/score') ? 1002 : 1005]);
    expect((await refused(0, '/marking/enter', { planId: at.planId, decide: false, rows: [{ ticketNo: '1', points: 1 }] })).code).not.toBe(
      0,
    );
  });

  it('entered points with unknown or duplicate tickets or above the maximum, reported row by row', async () => {
    const { db } = at.server.deps;
    for (const [n, { userId }] of at.examinees.entries())
      await db
        .updateTable('exam_examinee')
        .set({ ticket_no: `2026000${n}` })
        .where('user_id', '=', userId)
        .execute();
    const rows = [
      { ticketNo: '20260000', points: 6 },
      { ticketNo: '99999999', points: 6 },
      { ticketNo: '20260001', points: 60 },
      { ticketNo: '20260000', points: 5 },
      { ticketNo: '20260002', points: null },
    ];
    expect(await refused(1, '/marking/enter', { planId: at.planId, decide: false, rows })).toEqual({
      code: 1001,
      msg: '没有准考证号 99999999 的考生',
      places: [
        'rows.1.ticketNo: 没有准考证号 99999999 的考生',
        'rows.2.points: 不能超过 8 分',
        'rows.3.ticketNo: 准考证号 20260000 出现两次',
      ],
    });
    expect((await refused(1, '/marking/enter', { planId: at.planId, decide: true, rows: [rows[0]] })).code).toBe(1002);
    expect((await refused(1, '/marking/enter', { planId: at.planId, decide: false, rows: [] })).places).toHaveLength(1);
  });

  it('a correction that does not fit its question, an unknown review, and certificates before the release', async () => {
    const { planId } = at;
    const keys = (right: string[]) => ({ kind: 'keys', keys: [{ kind: 'choice', right }] });
    const correct = { planId, reason: '题目有误', changed: 0 };
    expect(await refused('staff', '/score/correct', { ...correct, questionId: at.question('1'), correction: keys(['H']) })).toMatchObject({
      code: 1001,
      places: [expect.stringMatching(/^correction\.keys\.0: /)],
    });
    expect((await refused('staff', '/score/correct', { ...correct, questionId: 99_999, correction: keys(['A']) })).code).toBe(1005);
    const changedSince = await refused('staff', '/score/correct', { ...correct, questionId: at.question('1'), correction: keys(['B']) });
    expect(changedSince.code).toBe(1006);
    const answer = { planId, userId: at.examinees[0]?.userId, granted: true, answer: '改', change: null };
    expect((await refused('staff', '/score/answerReview', answer)).code).toBe(1005);
    const codes = { kind: 'S', level: 4, professionId: 1, planId };
    expect((await refused('staff', '/certificate/issue', codes)).code).toBe(1002);
    expect((await refused('staff', '/certificate/issue', { ...codes, level: 9 })).places).toHaveLength(1);
  });
});
