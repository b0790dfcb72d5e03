import { beforeAll, describe, expect, it } from 'vitest';
import { openTwoSchools } from '../../tests/fixtures/server/school-data.ts';
import { anyContainsKeyword, readPage, readPageOfRows } from './list-page.ts';

describe('readPage', () => {
  let data: Awaited<ReturnType<typeof openTwoSchools>>;
  const all = () => data.db.selectFrom('user').where('school_id', '=', data.school).where('user_type', '=', 7);
  const page = (offset: number, limit: number, descending = false) =>
    readPage(all(), { column: 'name', descending, offset, limit }, (rows) => rows.select(['id', 'login_name']));
  const find = async (keyword: string) => {
    const base = all().where((eb) => anyContainsKeyword(eb, ['name', 'login_name'], keyword));
    const found = await readPage(base, { column: 'login_name', descending: false, offset: 0, limit: 20 }, (rows) =>
      rows.select('login_name'),
    );
    return found.items.map((row) => row.login_name);
  };

  beforeAll(async () => {
    data = await openTwoSchools();
    // All have the same name, so only the tie-breaker separates the pages.
    for (const loginName of ['a_1', 'ab1', '50%', String.raw`c\d`, "o'neil"]) await data.addUser(data.school, loginName, 7, '张三');
  });

  it('returns consecutive pages without gap or overlap, in either order', async () => {
    for (const descending of [false, true]) {
      const pages = await Promise.all([0, 2, 4].map((offset) => page(offset, 2, descending)));
      const ids = pages.flatMap(({ items }) => items.map((row) => row.id));
      expect(new Set(ids).size).toBe(5);
      expect(ids).toEqual(ids.toSorted((a, b) => (descending ? b - a : a - b)));
    }
  });

  it('counts all rows and returns an empty page beyond the end', async () => {
    expect(await page(0, 2)).toMatchObject({ total: 5, items: [{}, {}] });
    expect(await page(40, 20)).toEqual({ total: 5, items: [] });
  });

  it('returns the same page if readPageOfRows reads the ids first and then their rows', async () => {
    for (const descending of [false, true]) {
      const order = { column: 'name', descending, offset: 1, limit: 3 };
      const askedIds: number[][] = [];
      const found = await readPageOfRows(all(), order, (ids) => {
        askedIds.push([...ids]);
        return data.db
          .selectFrom('user')
          .selectAll()
          .where('id', 'in', ids)
          .orderBy('id', descending ? 'asc' : 'desc')
          .execute();
      });
      const { items, total } = await page(1, 3, descending);
      expect([found.items.map(({ id }) => id), found.total]).toEqual([items.map(({ id }) => id), total]);
      expect(askedIds).toEqual([items.map(({ id }) => id)]);
    }
    const none = await readPageOfRows(all(), { column: 'name', descending: false, offset: 90, limit: 3 }, () =>
      Promise.reject(new Error('asked')),
    );
    expect(none).toEqual({ items: [], total: 5 });
  });

  it.each([
    ['_', ['a_1']],
    ['%', ['50%']],
    ['\\', [String.raw`c\d`]],
    ["'", ["o'neil"]],
    ['A', ['a_1', 'ab1']],
    ['张', ['50%', 'a_1', 'ab1', String.raw`c\d`, "o'neil"]],
    ['nobody', []],
  ])('finds the keyword %j literally', async (keyword, expected) => {
    expect(await find(keyword)).toEqual(expected);
  });
});
