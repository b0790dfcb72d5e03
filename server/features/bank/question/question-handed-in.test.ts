import { expect, it } from 'vitest';
import { createSingleChoice } from '../../../../tests/fixtures/server/bank-data.ts';
import { requireDone, startTestServer } from '../../../../tests/contract/server-fixture.ts';
import { questionStatus } from '../../../../sync/contract/codes.ts';
import type { UserType } from '../../../../sync/contract/roles.ts';

const { draft, inReview, inUse } = questionStatus;

it.each([
  ['a school administrator', 2, 'school', inUse],
  ['a super administrator', 1, 'certified', inUse],
  ['a teacher', 6, 'school', inReview],
  ['a keeper of the certified bank', 10, 'certified', inReview],
] as const)('%s gives typed and imported questions the same status', { timeout: 60_000 }, async (_who, type: UserType, bank, becomes) => {
  const server = await startTestServer();
  await server.deps.jobs.open();
  const call = await server.callAs(type);
  const statusOf = async (keyword: string) =>
    (await requireDone<{ items: { status: number }[] }>(call('/question/getList', { filter: { bank, keyword } }))).items.map(
      (row) => row.status,
    );
  await requireDone(call('/question/add', { ...createSingleChoice('录入提交的题'), submit: true, bank }));
  const file = (stem: string) => ({
    fileName: 'a.gift',
    content: Buffer.from(`${stem} {T}`).toString('base64'),
    bank,
    mode: 'good',
    skipDuplicates: true,
  });
  await requireDone(call('/question/import', file('导入提交的题')));
  await requireDone(call('/question/import', { ...file('导入存草稿'), status: draft }));
  await server.deps.jobs.idle();
  expect(await statusOf('录入提交')).toEqual([becomes]);
  expect(await statusOf('导入提交')).toEqual([becomes]);
  expect(await statusOf('导入存草稿')).toEqual([draft]);
  // A caller cannot import questions as already reviewed by sending that status.
  expect(await call('/question/import', { ...file('自称审核过'), status: inUse })).toMatchObject({ code: 1001 });
});
