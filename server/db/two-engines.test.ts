import { type Expression, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { openTwoSchools } from '../../tests/fixtures/server/school-data.ts';
import { isAtOrBelow } from './category-store.ts';
import { isUniqueViolation, isForeignKeyViolation } from './constraint-errors.ts';
import { wrapDialectValue, callDialectFunction, type WordQuery } from './dialect-functions.ts';
import { countRows, containsKeyword, readPage } from './list-page.ts';
import { certifiedBankId } from './schema/question.ts';
import { readMatchedPage } from './matched-page.ts';
import { isIdOneOf, readIdList } from './picked-page.ts';

/** Tests statements that are valid on both engines but could mean different things. */
describe('either database engine', () => {
  let data: Awaited<ReturnType<typeof openTwoSchools>>;
  const paths = ['甲', '甲/乙', '甲/乙/丙', '甲0', '甲-x', '乙', 'Z', 'a', 'a/b', 'a b', '~', 'é', '𠮷'];
  beforeAll(async () => {
    data = await openTwoSchools();
    for (const path of paths) await data.db.insertInto('question_folder').values({ bank_id: 1, path }).execute();
  });

  const codeOf = (refusal: Promise<unknown>, is: (error: unknown) => boolean) =>
    refusal.then(
      () => 'done',
      (error: unknown) => is(error),
    );

  it('compares login names without case for ASCII letters only', async () => {
    const { db, school, addUser } = data;
    const id = await addUser(school, 'Abé', 6);
    const findByLogin = (name: string) =>
      db.selectFrom('user').select('id').where('school_id', '=', school).where('login_name', '=', name).execute();
    expect(await findByLogin('aBé')).toEqual([{ id }]);
    expect(await findByLogin('abÉ')).toEqual([]);
    expect(await db.selectFrom('user').select('id').where('login_name', 'in', ['ABé', 'x']).execute()).toEqual([{ id }]);
    expect(await codeOf(addUser(school, 'ABé', 6), isUniqueViolation)).toBe(true);
    expect(await codeOf(addUser(school, 'abÉ', 6), isUniqueViolation)).toBe('done');
    expect(await codeOf(addUser(school, 'abe', 99 as 6), isUniqueViolation)).toBe(false);
  });

  it('allows an ID number once among the enabled students and examinees of a school', async () => {
    const { db, school, otherSchool, addUser } = data;
    const withNumber = async (schoolId: number, name: string, type: 6 | 7 | 8, status = 1) => {
      const id = await addUser(schoolId, name, type);
      return db
        .updateTable('user')
        .set({ id_number_index: Buffer.from('one person'), status })
        .where('id', '=', id)
        .execute();
    };
    expect(await codeOf(withNumber(school, 'n1', 7), isUniqueViolation)).toBe('done');
    expect(await codeOf(withNumber(school, 'n2', 8), isUniqueViolation)).toBe(true);
    // Teachers, applicants and users of another school may have the same student number.
    expect(await codeOf(withNumber(school, 'n3', 6), isUniqueViolation)).toBe('done');
    expect(await codeOf(withNumber(school, 'n4', 8, 0), isUniqueViolation)).toBe('done');
    expect(await codeOf(withNumber(otherSchool, 'n5', 7), isUniqueViolation)).toBe('done');
  });

  it('sorts login names without case', async () => {
    const { db, otherSchool, addUser } = data;
    for (const name of ['b', 'A', 'a1', 'C', 'B2']) await addUser(otherSchool, name, 3);
    const rows = db
      .selectFrom('user')
      .select('login_name')
      .where('school_id', '=', otherSchool)
      .where('user_type', '=', 3)
      .orderBy('login_name');
    expect((await rows.execute()).map((row) => row.login_name)).toEqual(['A', 'a1', 'b', 'B2', 'C']);
  });

  it('sorts paths byte by byte, so that a folder and its subfolders are adjacent', async () => {
    const { db } = data;
    const stored = await db.selectFrom('question_folder').select('path').where('bank_id', '=', 1).orderBy('path').execute();
    const bytes = paths.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect(stored.map((row) => row.path)).toEqual(bytes);
    const below = (path: string) =>
      db
        .selectFrom('question_folder')
        .select('path')
        .where(isAtOrBelow(sql.ref('path'), path, '/'))
        .orderBy('path')
        .execute();
    expect((await below('甲')).map((row) => row.path)).toEqual(['甲', '甲/乙', '甲/乙/丙']);
    expect((await below('a')).map((row) => row.path)).toEqual(['a', 'a/b']);
  });

  it('sorts null first, and last in descending order', async () => {
    const { db, school, addUser } = data;
    for (const [at, seen] of [5, null, 3].entries()) {
      const id = await addUser(school, `seen${at}`, 5);
      await db.updateTable('user').set({ last_sign_in_ms: seen }).where('id', '=', id).execute();
    }
    const base = db.selectFrom('user').where('user_type', '=', 5).where('school_id', '=', school);
    const page = async (descending: boolean, offset: number, known?: number) =>
      (
        await readPage(base, { column: 'last_sign_in_ms', descending, offset, limit: 2, ...(known !== undefined && { known }) }, (rows) =>
          rows.select('last_sign_in_ms'),
        )
      ).items.map((row) => row.last_sign_in_ms);
    expect([await page(false, 0), await page(false, 2)]).toEqual([[null, 3], [5]]);
    expect([await page(true, 0), await page(true, 2)]).toEqual([[5, 3], [null]]);
    // The statement reads this page from the end of the list, in reverse order.
    expect([await page(false, 1, 3), await page(true, 2, 3)]).toEqual([[3, 5], [null]]);
  });

  it('returns counts, sums and large integers as numbers', async () => {
    const { db, school } = data;
    expect(await countRows(db.selectFrom('school'))).toBe(2);
    const far = 2 ** 53 - 1;
    await db.updateTable('school').set({ updated_ms: far }).where('id', '=', school).execute();
    const row = await db
      .selectFrom('school')
      .select((eb) => [eb.fn.max('updated_ms').as('most'), eb.fn.sum('id').as('sum'), eb.fn.avg('id').as('mean')])
      .select([sql`7 / 2`.as('half'), sql`-7 % 3`.as('rest'), callDialectFunction('lesser', sql`3`, sql`2`).as('least')])
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ most: far, sum: 3, mean: 1.5, half: 3, rest: -1, least: 2 });
    const { updated_ms: stored } = await db.selectFrom('school').select('updated_ms').where('id', '=', school).executeTakeFirstOrThrow();
    expect(stored).toBe(far);
  });

  it('finds no rows for an empty list of ids, and all rows for an empty list of excluded ids', async () => {
    const { db } = data;
    expect(await db.selectFrom('school').select('id').where('id', 'in', []).execute()).toEqual([]);
    expect(await db.selectFrom('school').select('id').where('id', 'not in', []).orderBy('id').execute()).toHaveLength(2);
    const among = async (ids: number[]) =>
      readIdList(
        db,
        db
          .selectFrom('school')
          .select('id')
          .where(isIdOneOf(sql.ref('id'), ids))
          .orderBy('id'),
      );
    expect([await among([]), await among([2, 9])]).toEqual([[], [2]]);
  });

  it.each([
    ['few', { maxDirectMatches: 9, maxMatches: 9 }, 5, false],
    ['hashed', { maxDirectMatches: 0, maxMatches: 9 }, 5, false],
    ['checked one by one', { maxDirectMatches: 0, maxMatches: 3 }, { moreThan: 3 }, false],
    ['tested one by one near an end', { maxDirectMatches: 0, maxMatches: 3 }, { moreThan: 3 }, true],
  ] as const)('returns any page of rows that a word search finds, from either end: %s', async (_, limits, total, isNear) => {
    const { db } = data;
    const ids = [900_001, 900_003, 900_007, 900_010, 900_020];
    const stamps = { created_by: 1, created_ms: 1, updated_by: 1 };
    const body = { type: 1, status: 2, stem: '', options: '[]', answer_key: '{}', analysis: '', difficulty: 2, category: '' } as const;
    await db.deleteFrom('question_text').where('rowid', 'in', ids).execute();
    await db
      .deleteFrom('question')
      .where('id', 'in', [...ids, 900_005])
      .execute();
    for (const id of [...ids, 900_005])
      await db
        .insertInto('question')
        .values({ ...body, ...stamps, id, school_id: certifiedBankId, updated_ms: 1_000_000 - id, source: '', plain: '', hash: '' })
        .execute();
    const words = callDialectFunction('wordList', sql`${'0§cut'}`);
    await db
      .insertInto('question_text')
      .values(ids.map((rowid) => ({ rowid, grams: words })))
      .execute();
    const page = (
      order: { column?: string; descending?: boolean; offset: number; limit: number; fromEnd?: boolean; known?: 5 },
      word = '0§cut',
    ) => {
      const query = wrapDialectValue({ all: [word], any: [], none: [] });
      const found = db
        .selectFrom('question_text')
        .select('rowid')
        .where(callDialectFunction('matches', sql`question_text`, query));
      const rows = () => db.selectFrom('question').where('school_id', '=', certifiedBankId);
      const check = callDialectFunction('isAmong', sql`id`, found);
      const oneByOne = {
        near: rows(),
        test: (id: Expression<unknown>) => callDialectFunction('isMatch', sql`question_text`, id, query),
      };
      return readMatchedPage(
        db,
        { rows, idColumn: 'id', found, ...(isNear ? { oneByOne } : { check }), isWhole: true },
        { column: 'id', descending: false, ...order },
        limits,
      );
    };
    expect(await page({ offset: 0, limit: 2 })).toEqual({ ids: ids.slice(0, 2), total });
    expect(await page({ offset: 3, limit: 9 })).toEqual({ ids: ids.slice(3), total });
    expect(await page({ descending: true, offset: 1, limit: 2 })).toEqual({ ids: [900_010, 900_007], total });
    expect(await page({ column: 'updated_ms', offset: 1, limit: 2 })).toEqual({ ids: [900_010, 900_007], total });
    expect(await page({ offset: 0, limit: 2, fromEnd: true })).toEqual({ ids: ids.slice(3), total });
    expect(await page({ offset: 2, limit: 2, fromEnd: true })).toEqual({ ids: ids.slice(1, 3), total });
    expect((await page({ offset: 5, limit: 2 })).ids).toEqual([]);
    expect(await page({ offset: 0, limit: 2 }, '0§nobody')).toEqual({ ids: [], total: 0 });
    // A total that was given before is not counted again.
    expect(await page({ offset: 4, limit: 2, known: 5 })).toEqual({ ids: [900_020], total: 5 });
  });

  it('finds a keyword in joined lines even if one is null, and across a line break it contains', async () => {
    const { db, school, addUser } = data;
    const id = await addUser(school, 'lined9', 8);
    const holding = async (keyword: string) => {
      const text = callDialectFunction('lines', sql`login_name`, callDialectFunction('ifNull', sql`ticket_no`, sql.lit('')), sql`name`);
      const rows = await db.selectFrom('user').select('id').where('school_id', '=', school).where(containsKeyword(text, keyword)).execute();
      return rows.some((row) => row.id === id);
    };
    const readMatches = async () => [
      await holding('9'),
      await holding('独'),
      await holding('七-7'),
      await holding('独\n'),
      await holding('9\n七'),
    ];
    await db.updateTable('user').set({ name: '独一无二', ticket_no: null }).where('id', '=', id).execute();
    expect(await readMatches()).toEqual([true, true, false, false, false]);
    await db.updateTable('user').set({ ticket_no: '七-7' }).where('id', '=', id).execute();
    expect(await readMatches()).toEqual([true, true, true, false, true]);
  });

  it.each([
    ['100%', ['100% 甲']],
    ['0%', ['100% 甲']],
    ['%', ['100% 甲']],
    ['_', ['a_B']],
    ['A_b', ['a_B']],
    ['\\', ['c\\d']],
    ['É', ['É']],
    ['é', ['é']],
  ])('finds %s literally, ignoring the case of ASCII letters only', async (keyword, found) => {
    const { db, school } = data;
    for (const name of ['100% 甲', 'a_B', 'axb', 'c\\d', 'É', 'é'])
      await db
        .insertInto('class')
        .values({ school_id: school, name, grade: '', note: '', updated_ms: 0, created_ms: 0 })
        .onConflict((on) => on.doNothing())
        .execute();
    const rows = await db
      .selectFrom('class')
      .select('name')
      .where(containsKeyword(sql.ref('name'), keyword))
      .orderBy('name')
      .execute();
    expect(rows.map((row) => row.name)).toEqual(found);
  });

  it.each<[WordQuery, number[]]>([
    [{ all: ['电压', '§t1'], any: [], none: [] }, [1]],
    [{ all: [], any: ['电阻', '电流'], none: [] }, [2, 3]],
    [{ all: ['§t2'], any: ['电阻', '电压'], none: [] }, [2]],
    [{ all: ['§t2'], any: [], none: ['电阻'] }, [3]],
    [{ all: ['电阻'], any: [], none: [], kind: { these: ['§t2'], others: ['§t1'] } }, [2]],
    [{ all: ['电'], any: [], none: [] }, []],
  ])('finds rows by search words: %j', async (query, ids) => {
    const { db } = data;
    for (const [at, words] of ['电压 §t1', '电阻 §t2', '电流 §t2'].entries()) {
      await db
        .deleteFrom('question_text')
        .where('rowid', '=', at + 1)
        .execute();
      await db
        .insertInto('question_text')
        .values({ rowid: at + 1, grams: callDialectFunction('wordList', sql`${words}`) })
        .execute();
    }
    const rows = await db
      .selectFrom('question_text')
      .select('rowid')
      .where(callDialectFunction('matches', sql`question_text`, wrapDialectValue(query)))
      .orderBy('rowid')
      .execute();
    expect(rows.map((row) => row.rowid)).toEqual(ids);
  });

  it('reports a foreign key violation when a row that is in use is deleted', async () => {
    const { db, school } = data;
    expect(await codeOf(db.deleteFrom('school').where('id', '=', school).execute(), isForeignKeyViolation)).toBe(true);
  });

  it('allows questions only in bank 0 and in banks of schools, and no school with the id 0', async () => {
    const { db, school } = data;
    const [body] = [{ type: 1, status: 2, stem: '', options: '[]', answer_key: '{}', analysis: '', difficulty: 2, category: '' } as const];
    const stamps = { created_by: 1, created_ms: 1, updated_by: 1, updated_ms: 1 };
    const add = (bankId: number) =>
      db
        .insertInto('question')
        .values({ ...body, ...stamps, school_id: bankId, source: '', plain: '', hash: '' })
        .returning(['school_id', 'owner_school_id'])
        .executeTakeFirstOrThrow();
    expect(await add(certifiedBankId)).toEqual({ school_id: 0, owner_school_id: null });
    expect(await add(school)).toEqual({ school_id: school, owner_school_id: school });
    for (const stranger of [-1, 77]) expect(await codeOf(add(stranger), isForeignKeyViolation)).toBe(true);
    await expect(db.insertInto('school').values({ id: 0, website: 'none', title: '', created_ms: 1 }).execute()).rejects.toThrow(
      /school_id_is_not_0/,
    );
  });

  it('stores bytes unchanged and finds rows by them', async () => {
    const { db, teacher } = data;
    const token = Buffer.from([0, 255, 92, 39, 0]);
    const session = { user_id: teacher.caller.userId, token_hash: token, created_ms: 0, seen_ms: 0, expires_ms: 0, ip: '' };
    await db.insertInto('session').values(session).execute();
    const row = await db.selectFrom('session').select('token_hash').where('token_hash', '=', token).executeTakeFirstOrThrow();
    expect(row.token_hash.equals(token)).toBe(true);
  });

  it('serialises transactions that read a value and then write it', async () => {
    const { db } = data;
    const { id } = await db
      .insertInto('job')
      .values({ kind: 'sum', input: '', school_id: 1, user_id: 1, created_ms: 0, done: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const add = () =>
      db.transaction().execute(async (tx) => {
        const { done } = await tx.selectFrom('job').select('done').where('id', '=', id).executeTakeFirstOrThrow();
        await tx.selectFrom('school').selectAll().execute();
        await tx
          .updateTable('job')
          .set({ done: done + 1 })
          .where('id', '=', id)
          .execute();
      });
    const plain = () =>
      db
        .updateTable('job')
        .set((eb) => ({ done: eb('done', '+', 1) }))
        .where('id', '=', id)
        .execute();
    await Promise.all(Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? add() : plain())));
    expect((await db.selectFrom('job').select('done').where('id', '=', id).executeTakeFirstOrThrow()).done).toBe(40);
  });
});
