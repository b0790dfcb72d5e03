import { expect, it } from 'vitest';
import { createExamSchool } from '../../../tests/fixtures/server/exam-data.ts';
import { queryServer } from '../../../tests/fixtures/postgres/raw-postgres.ts';
import { openTestDatabase, getPostgresUrl } from '../../../tests/fixtures/postgres/test-database.ts';
import type { OpenDatabase } from '../opening/open.ts';
import { copyRowsToPostgres } from './move.ts';
import { createExamHandlers } from '../../features/exams/exam/exam-handlers.ts';
import { createHeldQuestionReads } from '../../features/exams/exam/results/held-questions-reads.ts';
import { createPaperHandlers } from '../../features/papers/paper/paper-handlers.ts';
import { createPeopleListStore } from '../../features/people/user/people/people-list-store.ts';
import { createQuestionListStore } from '../../features/bank/question/question-list-store.ts';
import { createProgressStore } from '../../features/learning/progress/progress-store.ts';

/** Builds a school on SQLite, whichever engine this test project uses. */
async function onSqlite() {
  const server = getPostgresUrl();
  delete process.env['WENKAO_TEST_POSTGRES'];
  try {
    const data = await createExamSchool();
    await data.publishPlan();
    data.raw
      .prepare(
        "INSERT INTO attempt_score (attempt_id, plan_id, points_cent, items, answers_version, marked_ms) SELECT attempt_id, plan_id, 450, '[]', 1, 7 FROM exam_examinee",
      )
      .run();
    data.raw
      .prepare(
        "INSERT INTO class (id, school_id, name, grade, head_teacher_id, note, updated_ms, created_ms) VALUES (40, 1, 'é甲', '', 1, '', 0, 0)",
      )
      .run();
    data.raw.prepare('UPDATE user SET class_id = 40, id_number_sealed = ? WHERE user_type = 8').run(Buffer.from([0, 1, 255]));
    return data;
  } finally {
    process.env['WENKAO_TEST_POSTGRES'] = server;
  }
}

/** Reads every list, paper, plan and score of the school through the handlers, as its teacher. */
async function seenBy(data: Awaited<ReturnType<typeof onSqlite>>, db: OpenDatabase['db']) {
  const deps = { ...data.deps, db };
  const [exam, paper] = [
    createExamHandlers(deps),
    createPaperHandlers({ ...deps, heldQuestions: createHeldQuestionReads(deps.db), stopping: new AbortController().signal }),
  ];
  const page = { page: 1, pageSize: 100 };
  const order = { descending: false, offset: 0, limit: 100 };
  const schoolId = data.school;
  return {
    plans: await exam.getList({ ...page, filter: {} }, data.teacher),
    // The plan's cursor differs between the two databases, because it contains the id of the server that answered.
    plan: { ...(await exam.getById({ id: 1 }, data.teacher)), cursor: '' },
    papers: await paper.getList({ ...page, filter: {} }, data.teacher),
    paper: await paper.getById({ id: 1 }, data.teacher),
    people: await createPeopleListStore(db).page({ schoolId, types: [6, 8], keyword: 'zh' }, { ...order, column: 'id' }),
    questions: await createQuestionListStore(db).list({ schoolId }, { keyword: '欧姆' }, { ...order, column: 'updated_ms' }),
    learners: await createProgressStore(db).page({ schoolId, keyword: '' }, { ...order, column: 'name' }),
    scores: await db.selectFrom('attempt_score').selectAll().orderBy('attempt_id').execute(),
  };
}

it('a school that moved from SQLite to PostgreSQL reads the same and accepts changes', async () => {
  const data = await onSqlite();
  const before = await seenBy(data, data.db);
  expect(before).toMatchObject({ people: { total: 2 }, questions: { total: 1 }, plans: { total: 1 }, papers: { total: 1 } });
  expect([before.scores.length, before.learners.total]).toEqual([3, 4]);
  const { db, url = '' } = await openTestDatabase(':memory:', 0);
  const moved = await copyRowsToPostgres(data.raw, url);
  expect([moved.get('user'), moved.get('question'), moved.get('exam_item')]).toEqual([7, 4, 4]);
  expect(await seenBy(data, db)).toEqual(before);
  // New rows continue the sequences of ids, and the triggers work again.
  const added = await db
    .insertInto('class')
    .values({ school_id: data.school, name: '乙', grade: '', note: '', updated_ms: 0, created_ms: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(added.id).toBe(41);
  const learnerId = data.examinees[0] ?? 0;
  await db.updateTable('user').set({ name: '改名' }).where('id', '=', learnerId).execute();
  expect(await createProgressStore(db).byId(learnerId)).toMatchObject({ name: '改名' });
  await expect(db.deleteFrom('school').where('id', '=', data.school).execute()).rejects.toThrow(/foreign key/);
});

it('a move whose connection breaks is reported, moves nothing, and succeeds when repeated', async () => {
  const data = await onSqlite();
  const { db, url = '' } = await openTestDatabase(':memory:', 0);
  let isCut = false;
  /** Terminates all connections to the target database when the move reaches a table in the middle. */
  const cutting = new Proxy(data.raw, {
    get: (raw, key) =>
      key === 'prepare'
        ? (sql: string) => {
            if (!isCut && sql.includes('FROM "paper"')) {
              isCut = true;
              const name = new URL(url).pathname.slice(1);
              queryServer(getPostgresUrl() ?? '', `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
            }
            return raw.prepare(sql);
          }
        : (Reflect.get(raw, key) as unknown),
  });
  await expect(copyRowsToPostgres(cutting, url)).rejects.toThrow('the connection to PostgreSQL broke: nothing was moved');
  expect(isCut).toBe(true);
  await expect
    .poll(() =>
      db
        .selectFrom('user')
        .selectAll()
        .execute()
        .catch(() => 'not yet'),
    )
    .toEqual([]);
  expect((await copyRowsToPostgres(data.raw, url)).get('user')).toBe(7);
});

it('a move of a database of a newer version is refused, even if this version runs on its tables', async () => {
  const data = await onSqlite();
  data.raw.exec("ALTER TABLE school ADD COLUMN remark INTEGER; INSERT INTO migration VALUES ('9999-remark', 1, 1)");
  const { db, url = '' } = await openTestDatabase(':memory:', 0);
  await expect(copyRowsToPostgres(data.raw, url)).rejects.toThrow('made by a newer version (9999-remark): move it with that version');
  expect(await db.selectFrom('school').select('id').execute()).toEqual([]);
});

it('a move is refused for values that PostgreSQL cannot hold, which are named, and moves nothing', async () => {
  const data = await onSqlite();
  data.raw.prepare("UPDATE paper SET name = 'a' || char(0)").run();
  const { db, url = '' } = await openTestDatabase(':memory:', 0);
  await expect(copyRowsToPostgres(data.raw, url)).rejects.toThrow(/^paper, rows 1 to 1: .*0x00/);
  expect(await db.selectFrom('class').selectAll().execute()).toEqual([]);
  await db.insertInto('school').values({ website: 'x', title: '', created_ms: 0 }).execute();
  await expect(copyRowsToPostgres(data.raw, url)).rejects.toThrow('has schools already');
});
