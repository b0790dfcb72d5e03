import { expect, it } from 'vitest';
import type { UserType } from '../../../sync/contract/roles.ts';
import { createApplicationSchool } from '../fixtures/application-school.ts';
import { validCourseDraft, validProfessionDraft } from '../fixtures/resource-drafts.ts';
import { requireDone, type RowReference, startTestServer } from '../server-fixture.ts';

it('moving a category moves the school’s own resources in it, with a new version and a change history', async () => {
  const server = await startTestServer();
  const [own, other] = [await server.callAs(6, 0), await server.callAs(6, 1)];
  const filed = async (call: typeof own, category: string) =>
    requireDone<{ id: number; version: number }>(
      call('/course/add', { ...validCourseDraft, professionId: null, classes: [], sections: [], category }),
    );
  const [inside, beside] = [await filed(own, '甲/乙'), await filed(own, '甲乙')];
  const theirs = await filed(other, '甲/乙');
  expect(await requireDone(own('/shelf/moveCategory', { shelf: 'course', from: '甲', to: '丙' }))).toEqual({ moved: 1 });
  const at = async (call: typeof own, id: number) => requireDone<{ category: string; version: number }>(call('/course/getById', { id }));
  expect(await at(own, inside.id)).toMatchObject({ category: '丙/乙', version: inside.version + 1 });
  expect(await at(own, beside.id)).toMatchObject({ category: '甲乙', version: beside.version });
  expect(await at(other, theirs.id)).toMatchObject({ category: '甲/乙', version: theirs.version });
  const late = await own('/course/remove', { id: inside.id, version: inside.version });
  expect([late.code, late.msg]).toEqual([1006, expect.stringContaining('分类')]);
});

it('moving a category of declaration projects moves its projects', async () => {
  const server = await startTestServer();
  const ask = async <T = RowReference>(type: UserType | null, path: string, input: object) =>
    requireDone<T>((await server.callAs(type ?? 1))(path, input));
  const profession = await ask(1, '/prof/add', validProfessionDraft);
  await ask(2, '/prof/setOffered', { ids: [profession.id], offered: true });
  const { projectDraft } = await createApplicationSchool(ask, profession.id, server);
  const project = await ask(2, '/declaration/add', { ...projectDraft, name: '另一个项目', category: '甲/乙' });
  expect(await ask<object>(2, '/declaration/moveCategory', { from: '甲', to: '丙' })).toEqual({ moved: 1 });
  const there = await ask<object>(2, '/declaration/getById', { id: project.id });
  expect(there).toMatchObject({ category: '丙/乙', version: project.version + 1 });
});
