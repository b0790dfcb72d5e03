import { createQueryId, DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, sql } from 'kysely';
import { expect, it } from 'vitest';
import { callDialectFunction, wrapDialectValue } from '../dialect-functions.ts';
import type { Database } from '../schema.ts';
import { PostgresDialectCompiler } from './postgres-compiler.ts';

const nullable = new Set(['learner.average', 'audit.user_id', 'user.class_id']);
const db = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresDialectCompiler(nullable),
  },
});
const orderOf = (query: { toOperationNode(): Parameters<PostgresDialectCompiler['compileQuery']>[0] }): string =>
  new PostgresDialectCompiler(nullable).compileQuery(query.toOperationNode(), createQueryId()).sql.replace(/^.* order by /, '');

it('says where NULL comes only of a column of that table that may be it', () => {
  const learners = db.selectFrom('learner').select('user_id').orderBy('average', 'desc').orderBy(sql.ref('user_id'), 'desc');
  expect(orderOf(learners)).toBe('"average" desc nulls last, "user_id" desc');
  expect(orderOf(db.selectFrom('audit').select('call').orderBy('user_id'))).toBe('"user_id" nulls first');
  expect(orderOf(db.selectFrom('user as who').select('who.id').orderBy('who.class_id'))).toBe('"who"."class_id" nulls first');
});

it('an unqualified column counts for every table that has it', () => {
  const joined = db.selectFrom('user').leftJoin('learner', 'learner.user_id', 'user.id').select('user.id').orderBy('learner.user_id');
  expect(orderOf(joined)).toBe('"learner"."user_id" nulls first');
  const named = db
    .selectFrom('class')
    .select((eb) => [eb.fn.max('name').as('class_id')])
    .orderBy('class_id');
  expect(orderOf(named)).toBe('"class_id" nulls first');
  expect(orderOf(db.selectFrom(db.selectFrom('learner').select('average').as('l')).select('average').orderBy('average'))).toBe(
    '"average" nulls first',
  );
});

it('tests a facet in its column for rows that other words find, and looks for its words if there are none', () => {
  const facets = [{ column: 'question_status', values: [2], query: { all: ['§status§2'] } }];
  const search = (all: readonly string[]) =>
    db
      .selectFrom('question_text')
      .select('rowid')
      .where(callDialectFunction('matches', sql`question_text`, wrapDialectValue({ all, any: [], none: [], facets })))
      .compile();
  expect(search(['电'])).toMatchObject({
    sql: expect.stringContaining('(grams @> $1::text[] AND "question_status" = ANY($2::bigint[]))'),
    parameters: [['电'], [2]],
  });
  expect(search([])).toMatchObject({ sql: expect.stringContaining('(grams @> $1::text[])'), parameters: [['§status§2']] });
});
