import { expect, it } from 'vitest';
import { requireDone } from '../server-fixture.ts';
import { draftMinuteMs, createPlanDraft } from '../fixtures/resource-drafts.ts';
import { startTwoSchools } from '../fixtures/two-schools.ts';

interface Overlaps {
  items: { name: string; exams: { name: string; startMs: number; endMs: number }[] }[];
}

it('getOverlaps lists examinees with two exams at one time, and hides the name of an unreadable exam', async () => {
  const { server, paper, examinee, teacher, admin, as } = await startTwoSchools();
  const base = createPlanDraft(paper.id, [examinee], server.time.nowMs);
  const startMs = base.startMs + 1000 * draftMinuteMs;
  const add = (name: string, from: number) =>
    requireDone<{ id: number; version: number }>(admin('/exam/add', { ...base, name, startMs: from }));
  const other = await add('补考', startMs);
  await requireDone(admin('/exam/publish', other));
  const draft = async (from: number) => (await requireDone<{ id: number }>(teacher('/exam/add', { ...base, startMs: from }))).id;
  const overlapsOf = async (id: number, call = teacher) => (await requireDone<Overlaps>(call('/exam/getOverlaps', { id }))).items;
  const within = await draft(startMs + base.durationMs - draftMinuteMs);
  const exams = { startMs, endMs: startMs + base.durationMs };
  expect(await overlapsOf(within)).toMatchObject([{ exams: [{ ...exams, name: '' }] }]);
  expect(await overlapsOf(within, await as(2, 0))).toMatchObject([{ exams: [{ ...exams, name: '补考' }] }]);
  // An exam that ends exactly when the other begins, or begins when it ends, does not overlap.
  expect(await overlapsOf(await draft(startMs + base.durationMs))).toEqual([]);
  expect(await overlapsOf(await draft(startMs - base.durationMs))).toEqual([]);
  // A withdrawn exam expects no examinees.
  await requireDone(admin('/exam/withdraw', { id: other.id, reason: '停电' }));
  expect(await overlapsOf(within)).toEqual([]);
});
