import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { hasVersionInput, allCalls } from '../fixtures/every-call.ts';
import { changeEverything } from '../fixtures/every-change.ts';
import { startTestServer, type TestServer } from '../server-fixture.ts';

/** Tables that change with every request: stored idempotent responses, sessions, and internal tables. */
const ofAsking = /^idempotent_response$|session|^sqlite_|^kysely_|_idx$|_content$|_data$|_docsize$|_config$/;

const once = new Map(allCalls.filter((call) => call.once !== undefined).map((call) => [call.path, call.once]));

const countsOf = async (server: TestServer): Promise<() => Promise<Map<string, number>>> => {
  const tables = (await server.deps.db.introspection.getTables()).map(({ name }) => name).filter((name) => !ofAsking.test(name));
  const counting = server.raw.prepare<[], { name: string; rows: number }>(
    tables.map((table) => `SELECT '${table}' AS name, count(*) AS rows FROM "${table}"`).join(' UNION ALL '),
  );
  return async () => {
    await server.deps.audit.settled();
    return new Map(counting.all().map(({ name, rows }) => [name, rows]));
  };
};

it('a call with an idempotency key takes effect once if it is sent three times, twice at the same moment', async () => {
  const server = await startTestServer();
  const counts = await countsOf(server);
  const sent = new Set<string>();
  await changeEverything(server, async ({ path }, run) => {
    if (!once.has(path)) return run();
    const key = randomUUID();
    const before = await counts();
    // The second request arrives while the first is still being handled.
    const [first, second] = await Promise.all([run(key), run(key)]);
    const added = await counts();
    const third = await run(key);
    expect([path, second, third]).toEqual([path, first, first]);
    expect([path, await counts()]).toEqual([path, added]);
    expect([path, (added.get('audit') ?? 0) > (before.get('audit') ?? 0)]).toEqual([path, true]);
    sent.add(path);
    return first;
  });
  expect([...once.keys()].filter((path) => !sent.has(path))).toEqual([]);
});

/** Tables of the audit log. Their rows are not compared, because each repeat that reaches its handler adds an entry. */
const ofLog = /^audit/;

it('a call that adds a row without a key adds it once if it is sent three times', async () => {
  const server = await startTestServer();
  const counts = await countsOf(server);
  const apart = async () => new Map([...(await counts())].filter(([table]) => !ofLog.test(table)));
  const sent = new Set<string>();
  await changeEverything(server, async ({ path }, run) => {
    if (once.has(path) || allCalls.find((call) => call.path === path)?.changes !== true) return run();
    const before = await apart();
    const first = await run();
    const added = await apart();
    if ([...added].every(([table, rows]) => rows <= (before.get(table) ?? 0))) return first;
    await run();
    const last = await run();
    expect([path, await apart()]).toEqual([path, added]);
    sent.add(path);
    // If the repeat succeeds, continue with its reply: it names the same row, for example the script that a marker has drawn. Other repeats are
    // refused.
    return last.code === 0 ? last : first;
  });
  expect(sent.size).toBeGreaterThan(20);
});

it('every changing call with a version also takes an idempotency key', () => {
  const versioned = allCalls.filter((call) => call.changes && hasVersionInput(call));
  expect(versioned.length).toBeGreaterThan(40);
  expect(versioned.filter((call) => call.once === undefined).map((call) => call.path)).toEqual([]);
});
