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

it('the compiler adds NULLS FIRST or LAST only for a column of the table that may be null', () => {
  const learners = db.selectFrom('learner').select('user_id').orderBy('average', 'desc').orderBy(sql.ref('user_id'), 'desc');
  expect(orderOf(learners)).toBe('"average" desc nulls last, "user_id" desc');
  expect(orderOf(db.selectFrom('audit').select('call').orderBy('user_id'))).toBe('"user_id" nulls first');
  expect(orderOf(db.selectFrom('user as who').select('who.id').orderBy('who.class_id'))).toBe('"who"."class_id" nulls first');
});

it('the compiler checks an unqualified ORDER BY column against every table of the query', () => {
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

it('a search tests a facet in its column, or by its words if the search has no other words', () => {
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

it('the compiler lists declared columns instead of `*`, so that newer columns change no result', () => {
  const school = '"school"."id", "school"."website"';
  expect(db.selectFrom('school').selectAll().compile().sql).toContain(`select ${school}`);
  const joined = db.selectFrom('user as who').innerJoin('school', 'school.id', 'who.school_id');
  expect(joined.selectAll('who').compile().sql).toMatch(/^select "who"\."id", (?:"who"\."\w+"(?:, )?)+ from "user" as "who"/);
  expect(joined.selectAll().compile().sql).toContain(school);
  const job = { kind: 'backup', input: '', school_id: 1, user_id: 1, created_ms: 1 };
  const changes = [
    db.insertInto('job').values(job).returningAll(),
    db.updateTable('job').set({ done: 1 }).returningAll(),
    db.deleteFrom('job').returningAll(),
  ];
  for (const change of changes) expect(change.compile().sql).toMatch(/ returning "job"\."id", (?:"job"\."\w+"(?:, )?)+$/);
  const inner = db.selectFrom('school').select('id').as('s');
  expect(db.selectFrom(inner).selectAll().compile().sql).toBe('select * from (select "id" from "school") as "s"');
  const counted = db.selectFrom('school').select((eb) => eb.fn.countAll().as('n'));
  expect(counted.compile().sql).toBe('select count(*) as "n" from "school"');
});
