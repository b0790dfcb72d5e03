import { expect, it } from 'vitest';
import { classResource } from '../../../sync/contract/people/class.ts';
import { createExampleDraft } from '../../../sync/contract/resource.ts';
import { createAssignmentClassStore } from '../../../server/features/learning/assignment/assignment-class-store.ts';
import { allCalls } from '../fixtures/every-call.ts';
import { changeEverything } from '../fixtures/every-change.ts';
import { allTypes, requireDone, startTestServer, type TestServer } from '../server-fixture.ts';

/** Tables that a call declared as reading may change, and why. */
const mayWrite: Readonly<Record<string, string>> = {
  session: 'a session is seen, renewed and ended',
  audit: 'attempts at what is forbidden, and looks at secrets, are logged',
  audit_kind: 'as audit',
  audit_chain: 'as audit',
  learner: 'figures of learners are settled when they are asked for (`server/features/learning/progress/README.md`)',
  learner_due: 'as learner',
  learner_exam: 'as learner',
  learner_assignment: 'as learner',
};

const reads = allCalls.filter((call) => !call.changes && call.access !== 'ticket' && call.path !== '/user/logout');
const accepts = (input: object) => reads.filter((call) => call.input.safeParse(input).success).map((call) => call.path);
const isPlain = new Set(accepts({}));

/** Returns a function that lists the tables changed since its last call. Virtual tables are not watched. */
function watchTables(raw: TestServer['raw']): () => string[] {
  const tables = raw
    .prepare<[], string>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .pluck()
    .all();
  raw.exec('CREATE TABLE changed_table (name TEXT)');
  for (const table of tables)
    for (const event of ['INSERT', 'UPDATE', 'DELETE'])
      raw.exec(
        `CREATE TRIGGER watch_${table}_${event} AFTER ${event} ON "${table}" BEGIN INSERT INTO changed_table VALUES ('${table}'); END`,
      );
  return () => {
    const changed = raw.prepare<[], string>('SELECT DISTINCT name FROM changed_table ORDER BY name').pluck().all();
    raw.exec('DELETE FROM changed_table');
    return changed;
  };
}

it('no call declared as reading changes a table', async () => {
  const server = await startTestServer();
  await changeEverything(server);
  await server.deps.audit.settled();
  // Moves a student into a class with open homework that the student lacks. Reading must not assign it.
  const admin = await server.callAs(2);
  const { id: classId } = await requireDone(admin('/class/add', { ...createExampleDraft(classResource), name: '后来的班' }));
  const open = "kind = 'homework' AND published_ms IS NOT NULL AND withdrawn_ms IS NULL";
  server.raw.prepare(`UPDATE exam_plan SET duration_ms = 1000000000000 WHERE ${open}`).run();
  server.raw.prepare(`INSERT INTO assignment_class (plan_id, class_id) SELECT id, ? FROM exam_plan WHERE ${open}`).run(classId);
  server.raw.prepare('UPDATE user SET class_id = ? WHERE user_type = 7').run(classId);
  const waiting = () => createAssignmentClassStore(server.deps.db).plansToJoin(server.time.nowMs);
  expect(await waiting()).not.toEqual([]);
  const tokens = await Promise.all(allTypes.map(async (type) => server.openSession(type)));
  const changedTables = watchTables(server.raw);
  const written = new Map<string, Set<string>>();
  const ask = async (path: string, input: object, token: string) => {
    const { data } = await server.post(path, input, { 'x-token': token });
    for (const table of changedTables()) if (!(table in mayWrite)) written.set(path, (written.get(path) ?? new Set<string>()).add(table));
    return data as { items?: { id?: unknown }[] } | undefined;
  };
  const plans = server.raw.prepare<[], number>('SELECT id FROM exam_plan ORDER BY id').pluck().all();
  for (const token of tokens) {
    for (const path of isPlain) {
      const ids = ((await ask(path, {}, token))?.items ?? []).flatMap(({ id }) => (typeof id === 'number' ? [id] : []));
      const byId = path.replace(/\/getList$/, '/getById');
      if (byId !== path && reads.some((call) => call.path === byId)) for (const id of ids.slice(0, 3)) await ask(byId, { id }, token);
    }
    for (const path of accepts({ planId: 1 }).filter((path) => !isPlain.has(path)))
      for (const planId of plans) await ask(path, { planId }, token);
  }
  expect(await waiting()).not.toEqual([]);
  expect(Object.fromEntries([...written].map(([path, tables]) => [path, [...tables].toSorted()]))).toEqual({});
}, 180_000);
