import { expect, it } from 'vitest';
import { openTwoSchools } from '../../../../tests/fixtures/server/school-data.ts';
import { rebuildPersonWords } from '../../../db/search/person-text-store.ts';
import { learnerSorts, createProgressStore } from './progress-store.ts';

it('a keyword search lists the same students by every search strategy', async () => {
  const { db, school, otherSchool, addUser } = await openTwoSchools();
  const names = ['王伟', '王小伟', '李伟', '伟王', 'Wei 王'];
  for (const [at, name] of names.entries()) {
    const id = await addUser(school, `s${at}`, 7, name);
    await db
      .updateTable('user')
      .set({ student_no: `2026${at}` })
      .where('id', '=', id)
      .execute();
    await rebuildPersonWords(db, [id]);
    await db
      .updateTable('learner')
      .set({ exams: at % 2, marks: at % 3 })
      .where('user_id', '=', id)
      .execute();
    await addUser(otherSchool, `s${at}`, 7, name);
  }
  for (const [keyword, count] of [
    ['王', 4],
    ['王伟', 1],
    ['2026', 5],
    ['-', 0],
  ] as const)
    for (const column of Object.values(learnerSorts))
      for (const outcome of [undefined, 'absent'] as const) {
        const order = { column, descending: true, offset: 1, limit: 2 };
        const page = (few: number, most: number) =>
          createProgressStore(db, { maxDirectMatches: few, maxMatches: most }).page({ schoolId: school, keyword, outcome }, order);
        const found = await page(9, 9);
        expect(await page(0, 9)).toEqual(found);
        expect((await page(0, 0)).items).toEqual(found.items);
        if (outcome === undefined) expect(found.total).toBe(count);
      }
});
