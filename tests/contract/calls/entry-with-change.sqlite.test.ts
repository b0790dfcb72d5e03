import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { allCalls } from '../fixtures/every-call.ts';
import { changeEverything } from '../fixtures/every-change.ts';
import { startTestServer, type TestServer } from '../server-fixture.ts';

/**
 * Writes of any call that may be outside the audited transaction, because they are no act of a user. Key: table, or table and statement; value:
 * reason.
 */
const beside: Readonly<Record<string, string>> = {
  'session UPDATE': 'when somebody was last seen',
  attempt_score: 'made anew from answers and marks whenever it is asked for',
  learner_due: 'whose figures are to be settled when they are next asked for',
};
/** Tables that a single call may write outside the audited transaction, with reasons. */
const besideIn: Readonly<Record<string, { readonly tables: readonly string[]; readonly why: string }>> = {
  '/task/add': {
    tables: ['exam_plan', 'exam_examinee', 'assignment'],
    why: 'a draft that nobody sees, and that goes where it is not published: what makes it a task is in one with its entry',
  },
  ...Object.fromEntries(
    ['/question/import', '/system/checkFiles', '/system/backup', '/card/addScans'].map((path) => [
      path,
      { tables: ['job'], why: 'it is asked for with its entry, and goes on by itself' },
    ]),
  ),
};

/** Reason why a call is audited → calls that are declared as changing but change none of the watched tables. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  'who looked is to be known': [
    '/user/getIdNumber',
    '/enroll/getIdNumber',
    '/enroll/getTable',
    '/declare/getIdNumber',
    '/certificate/getPrinted',
    '/report/make',
    '/report/packPhotos',
    '/exam/myReleaseCodes',
    '/exam/showReleaseCodes',
    '/exam/getSpareKit',
    '/exam/showSpareCode',
    '/exam/getSebFile',
    '/archive/make',
  ],
  'it connects to an address that the administrator has chosen': ['/directory/test'],
  'it only makes other calls, each with an entry of its own, and exists in the demo alone': ['/system/startDemoExam'],
  'they append to the op log, a database of its own and its own record: signed, with who and when, and appended once; the entry follows': [
    '/exam/reopen',
    '/exam/extend',
    '/exam/markAbsent',
    '/exam/markCheating',
    '/exam/revokeCheating',
    '/exam/decide',
    '/exam/importAnswers',
    '/exam/issueSheet',
    '/exam/enterSheet',
    '/task/decide',
    '/invigilation/decideAct',
  ],
};

interface Touched {
  /** Table and kind of statement, for example "user UPDATE". */
  readonly what: string;
  /** Number of the transaction. A statement outside any transaction gets a number of its own. */
  readonly turn: number;
}

/** Returns a function that lists the committed writes since its last call. */
function writes({ raw }: TestServer): () => Touched[] {
  const tables = raw
    .prepare<[], string>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'",
    )
    .pluck()
    .all();
  const prepare = raw.prepare.bind(raw);
  let turn = 0;
  raw.prepare = (sql: string) => {
    if (/^begin/i.test(sql)) turn += 1;
    return prepare(sql);
  };
  raw.function('turn_now', () => (raw.inTransaction ? turn : (turn += 1)));
  raw.exec('CREATE TEMP TABLE touched (what TEXT, turn INTEGER)');
  // The triggers write into a temporary table of the same connection, so a rollback also removes their records.
  for (const table of tables)
    for (const event of ['INSERT', 'UPDATE', 'DELETE'])
      raw.exec(
        `CREATE TEMP TRIGGER "${table} ${event}" AFTER ${event} ON main."${table}" BEGIN INSERT INTO touched VALUES ('${table} ${event}', turn_now()); END`,
      );
  return () => {
    const seen = prepare<[], Touched>('SELECT DISTINCT what, turn FROM touched').all();
    raw.exec('DELETE FROM touched');
    return seen;
  };
}

const isEntry = ({ what }: Touched): boolean => what === 'audit INSERT';
/** Lists the writes of transactions without an audit entry, except for those that `beside` and `besideIn` allow. */
function strays(path: string, seen: readonly Touched[]): string[] {
  const told = new Set(seen.filter(isEntry).map(({ turn }) => turn));
  return seen
    .filter(({ what, turn }) => {
      const [table = ''] = what.split(' ');
      return !told.has(turn) && !(what in beside) && !(table in beside) && besideIn[path]?.tables.includes(table) !== true;
    })
    .map(({ what }) => `${path}: ${what}`);
}

it('the change of a call, its audit entry and its idempotent response are written in one transaction', async () => {
  const server = await startTestServer();
  const { raw, deps } = server;
  const written = writes(server);
  const found: string[] = [];
  const [changed, answered, allowed] = [new Set<string>(), new Set<string>(), new Set<string>()];
  await changeEverything(server, async ({ path }, run) => {
    if (allCalls.find((call) => call.path === path)?.changes !== true) return run();
    await deps.audit.settled();
    written();
    // Simulates a disk that refuses audit entries of successful calls.
    raw.exec("CREATE TRIGGER full BEFORE INSERT ON audit WHEN NEW.code = 0 BEGIN SELECT RAISE(ABORT, 'full'); END");
    const refused = await run(randomUUID());
    raw.exec('DROP TRIGGER full');
    found.push(...strays(path, written()));
    // Code 0: the call has only read, or has written to the op log, so nothing can be rolled back. Its entry waits until the disk has space.
    if (refused.code === 0) return refused;
    expect([path, refused.code]).toEqual([path, 5000]);
    await deps.audit.settled();
    expect([path, written().filter(isEntry).length]).toEqual([path, 0]);
    const answer = await run(randomUUID());
    await deps.audit.settled();
    const seen = written();
    found.push(...strays(path, seen));
    for (const { what } of seen) {
      allowed.add(what).add(what.split(' ')[0] ?? '');
      if (what === 'idempotent_response INSERT') answered.add(path);
      else if (!what.startsWith('audit')) changed.add(path);
    }
    return answer;
  });
  expect(found).toEqual([]);
  // Calls that authenticate by a ticket (an upload token, or the ticket of a room's machine) are not in the audit log.
  const changing = allCalls.filter(({ changes, access }) => changes && access !== 'ticket').map(({ path }) => path);
  expect(changing.filter((path) => !changed.has(path)).toSorted()).toEqual(Object.values(elsewhere).flat().toSorted());
  expect(allCalls.filter(({ path, once }) => once === true && !answered.has(path)).map(({ path }) => path)).toEqual([]);
  expect(Object.keys(beside).filter((what) => !allowed.has(what))).toEqual([]);
});
