import { beforeEach, describe, expect, it } from 'vitest';
import { markingCalls } from '../../../sync/contract/marking/marking.ts';
import { startMarkingRoom } from '../fixtures/marking-room.ts';

let at: Awaited<ReturnType<typeof startMarkingRoom>>;
const tickets = ['20260000', '20260001', '20260002'] as const;
beforeEach(async () => {
  at = await startMarkingRoom({ markers: 4 });
  for (const [n, { userId }] of at.examinees.entries())
    await at.server.deps.db
      .updateTable('exam_examinee')
      .set({ ticket_no: tickets[n] ?? '' })
      .where('user_id', '=', userId)
      .execute();
});

/** Enters points for papers on paper as a marker, by admission number. Marker 0 is the leader of the group. */
const enter = (marker: number, points: readonly (number | null)[], decide = false) =>
  at.markers[marker]?.('/marking/enter', {
    planId: at.planId,
    decide,
    rows: points.map((value, n) => ({ ticketNo: tickets[n], points: value })),
  });
const rowsOf = async (marker: number) => (await at.marker(marker)(markingCalls.getEntries, { planId: at.planId })).rows;

describe('points of a paper exam, entered by two people', () => {
  it('are settled if both entries agree, and each person sees the other’s entry only after their own', async () => {
    expect(await enter(1, [6, 7, null])).toMatchObject({ code: 0, data: { entered: 3, settled: 0, differ: 0 } });
    expect(await rowsOf(1)).toMatchObject([{ state: 'once', mine: { points: 6 }, both: [], settled: null, mayEnter: true }, {}, {}]);
    expect(await rowsOf(2)).toMatchObject([{ state: 'once', mine: null, both: [], settled: null, mayEnter: true }, {}, {}]);
    expect(await enter(2, [6, 5, null])).toMatchObject({ data: { entered: 3, settled: 2, differ: 1 } });
    expect(await rowsOf(2)).toMatchObject([
      { state: 'settled', both: [{ points: 6 }, { points: 6 }], settled: { points: 6 } },
      { state: 'differs', mine: { points: 5 }, both: [{ points: 7 }, { points: 5 }], settled: null },
      { state: 'settled', mine: { points: null }, settled: { points: null } },
    ]);
    // A marker who has entered nothing sees no points of others.
    expect(await rowsOf(3)).toMatchObject([
      { state: 'settled', mine: null, both: [], settled: null, mayEnter: false },
      { state: 'differs', both: [] },
      {},
    ]);
    expect((await at.marker(0)(markingCalls.getPaperPlans, {})).items).toMatchObject([{ leads: true, people: 3, settled: 2, differ: 1 }]);
  });

  it('can be corrected by the person who entered them, not by a third one, and are decided by the leader', async () => {
    await enter(1, [7]);
    expect(await enter(0, [8], true)).toMatchObject({ code: 1001 });
    await enter(2, [5]);
    expect(await enter(3, [5])).toMatchObject({ code: 1001 });
    expect(await enter(2, [6])).toMatchObject({ data: { differ: 1 } });
    expect(await rowsOf(0)).toMatchObject([{ state: 'differs', both: [{ points: 7 }, { points: 6 }] }, {}, {}]);
    expect(await enter(0, [6.5], true)).toMatchObject({ data: { settled: 1, differ: 0 } });
    expect(await rowsOf(1)).toMatchObject([{ state: 'settled', settled: { points: 6.5 } }, {}, {}]);
  });

  it('are refused before the exam, after the release, and from a colleague of the examinee', async () => {
    const { db } = at.server.deps;
    const ids = [at.markerIds[1] ?? 0, at.examinees[0]?.userId ?? 0];
    await db.updateTable('user').set({ employer: '东湖机电厂' }).where('id', 'in', ids).execute();
    expect((await rowsOf(1)).map(({ ticketNo }) => ticketNo)).toEqual([tickets[1], tickets[2]]);
    expect(await enter(1, [6])).toMatchObject({ code: 1001, data: { fields: [{ path: 'rows.0.ticketNo' }] } });
    const plan = db.updateTable('exam_plan').where('id', '=', at.planId);
    await plan.set({ start_ms: at.server.time.nowMs + 60_000 }).execute();
    expect(await enter(2, [6])).toMatchObject({ code: 1002 });
    expect((await at.marker(2)(markingCalls.getPaperPlans, {})).items).toEqual([]);
    await plan.set({ start_ms: at.startMs, released_ms: 1 }).execute();
    expect(await enter(2, [6])).toMatchObject({ code: 1002 });
    expect(await db.selectFrom('paper_entry').selectAll().execute()).toEqual([]);
  });
});

describe('the leader of a marking group', () => {
  it('opens and decides only existing scripts, and only before the release', async () => {
    await at.markAll();
    const script = (await at.marker(0)(markingCalls.getScript, { ...at.written, code: 1 })) as { basis: string };
    const ruling = { ...at.written, code: 1, basis: script.basis, points: 1, reason: '裁定' };
    const leader = at.markers[0];
    for (const [path, input] of [
      ['getScript', { ...at.written, code: 99 }],
      ['getScript', { ...at.written, questionId: 99_999, code: 1 }],
      ['arbitrate', { ...ruling, code: 99 }],
    ] as const)
      expect([path, (await leader?.(`/marking/${path}`, input))?.code]).toEqual([path, 1005]);
    expect((await leader?.('/marking/arbitrate', ruling))?.code).toBe(0);
    const decided = await at.marker(0)(markingCalls.getScript, { ...at.written, code: 1 });
    expect(decided.decision).toMatchObject({ total: 1, reason: '裁定', isCurrent: true });
    await at.server.deps.db.updateTable('exam_plan').set({ released_ms: 1 }).where('id', '=', at.planId).execute();
    expect((await leader?.('/marking/arbitrate', ruling))?.code).toBe(1002);
  });

  it('sees the points of all assessors of a practical task, and their mean', async () => {
    await at.markAll();
    const totals = await at.marker(0)(markingCalls.getTotals, { planId: at.planId });
    expect([totals.assessors.length, totals.rows.length]).toEqual([3, 3]);
    expect(totals.rows.map(({ total }) => total)).toEqual([1.5, 1.5, 1.5]);
  });
});
