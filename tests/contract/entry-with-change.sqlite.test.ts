import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { everyCall } from './every-call.ts';
import { changeEverything } from './every-change.ts';
import { startServer, type TestServer } from './server-fixture.ts';

/** Every thing there is with the version it stands at: what people keep, and change by turns. */
function versionsOf({ raw }: TestServer): () => ReadonlySet<string> {
  const tables = raw
    .prepare<[], string>(
      `SELECT m.name FROM sqlite_master m WHERE m.type = 'table' AND EXISTS (SELECT 1 FROM pragma_table_info(m.name) WHERE name = 'version')
       AND EXISTS (SELECT 1 FROM pragma_table_info(m.name) WHERE name = 'updated_ms')`,
    )
    .pluck()
    .all();
  const key = (table: string): string => (table === 'system_setting' ? '0' : 'id');
  const all = raw.prepare<[], string>(
    tables.map((table) => `SELECT '${table} ' || ${key(table)} || ' ' || version FROM "${table}"`).join(' UNION ALL '),
  );
  return () => new Set(all.pluck().all());
}

it('a thing that has versions changes with its entry in the audit log, or not at all: of every call that adds, changes or removes one', async () => {
  const server = await startServer();
  const { raw, deps } = server;
  const versions = versionsOf(server);
  const differing = (before: ReadonlySet<string>): string[] => [...before.symmetricDifference(versions())].toSorted();
  const entries = (): number => raw.prepare<[], number>('SELECT count(*) FROM audit WHERE code = 0').pluck().get() ?? 0;
  const beside: string[] = [];
  const changed = new Set<string>();
  await changeEverything(server, async ({ path }, run) => {
    if (everyCall.find((call) => call.path === path)?.changes !== true) return run();
    await deps.audit.settled();
    const [before, told] = [versions(), entries()];
    // The log's disk is full.
    raw.exec("CREATE TRIGGER full BEFORE INSERT ON audit WHEN NEW.code = 0 BEGIN SELECT RAISE(ABORT, 'full'); END");
    const refused = await run(randomUUID());
    raw.exec('DROP TRIGGER full');
    const left = differing(before);
    if (left.length > 0) beside.push(`${path}: ${left.join()}`);
    if (refused.code === 0) return refused;
    expect([path, refused.code, left]).toEqual([path, 5000, []]);
    await deps.audit.settled();
    expect([path, entries()]).toEqual([path, told]);
    const answer = await run(randomUUID());
    await deps.audit.settled();
    if (differing(before).length > 0) {
      expect([path, entries() > told]).toEqual([path, true]);
      changed.add(path);
    }
    return answer;
  });
  expect(beside).toEqual([]);
  expect(changed.size).toBeGreaterThan(80);
});
