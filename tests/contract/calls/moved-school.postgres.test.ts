import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { copyRowsToPostgres } from '../../../server/db/postgres/move.ts';
import { createJobRunner } from '../../../server/jobs/job-runner.ts';
import { createDataFolder } from '../../fixtures/data-folder.ts';
import { openTestDatabase } from '../../fixtures/postgres/test-database.ts';
import { allCalls } from '../fixtures/every-call.ts';
import { changeEverything } from '../fixtures/every-change.ts';
import { allTypes, createClient, startTestServer } from '../server-fixture.ts';

/**
 * Calls whose replies differ even on the same database: they depend on the machine or the moment, seal with new randomness, read the growing audit
 * log, or sign out.
 */
const ofTheMoment =
  /^\/(?:sync\/|audit\/get(?:List|Kinds|ById)$|user\/logout$|question\/importTemplate$|exam\/getPackage$|upload\/getLimits$|system\/get(?:Version|Storage|Backups|Watch)$)/;
const reads = allCalls.filter((call) => !call.changes && call.access !== 'ticket' && !ofTheMoment.test(call.path));
/** Returns the data of a reply without its cursors (positions in a list), because a cursor names the server that sent it. */
const withoutCursor = (data: unknown): unknown =>
  data === undefined ? undefined : JSON.parse(JSON.stringify(data, (key, value: unknown) => (key === 'cursor' ? undefined : value)));
const isPlain = (call: (typeof reads)[number]): boolean => call.input.safeParse({}).success;
const plain = reads.filter(isPlain).map((call) => call.path);
const one = new Set(reads.filter((call) => call.input.safeParse({ id: 1 }).success).map((call) => call.path));
const ofPlan = reads.filter((call) => !isPlain(call) && call.input.safeParse({ planId: 1 }).success).map((call) => call.path);

const idsIn = (data: unknown): number[] =>
  ((data as { items?: { id?: unknown }[] } | undefined)?.items ?? []).flatMap(({ id }) => (typeof id === 'number' ? [id] : []));

it('a school moved from SQLite to PostgreSQL gets the same answers to every reading call, for each user type', async () => {
  const server = await startTestServer(join(createDataFolder(), 'wenkao.db'));
  await changeEverything(server);
  await server.deps.audit.settled();
  const tokens = await Promise.all(allTypes.map(async (type) => [type, await server.openSession(type)] as const));
  const plans = server.raw.prepare<[], number>('SELECT id FROM exam_plan ORDER BY id').pluck().all();

  /** Makes the calls as every user and collects the server's replies, keyed by user, path and input. */
  const toldBy = async (app: typeof server.app): Promise<Map<string, unknown>> => {
    const { post } = createClient(app);
    const told = new Map<string, unknown>();
    for (const [who, token] of tokens) {
      const ask = async (path: string, input: object): Promise<unknown> => {
        const { code, data } = await post(path, input, { 'x-token': token });
        // The server refuses a caller without the role before it uses the database, so these refusals show nothing about the database.
        if (code !== 1003) told.set(`${who} ${path} ${JSON.stringify(input)}`, { code, data: withoutCursor(data) });
        return data;
      };
      for (const path of plain) {
        const ids = idsIn(await ask(path, {}));
        const byId = path.replace(/\/getList$/, '/getById');
        if (byId !== path && one.has(byId)) for (const id of ids) await ask(byId, { id });
      }
      for (const path of ofPlan) for (const planId of plans) await ask(path, { planId });
    }
    return told;
  };

  // In the first round the server computes and stores figures that it lacks, so the replies of this round are dropped.
  await toldBy(server.app);
  const before = await toldBy(server.app);
  const { db, url = '' } = await openTestDatabase(':memory:', 0);
  await copyRowsToPostgres(server.raw, url);
  const moved = createApp({ ...server.deps, db, jobs: createJobRunner({ ...server.deps, db }) });
  const after = await toldBy(moved);
  const differing = [...before].filter(([asked, answer]) => JSON.stringify(after.get(asked)) !== JSON.stringify(answer));
  expect(differing.map(([asked, answer]) => [asked, answer, after.get(asked)])).toEqual([]);
  expect([...after.keys()]).toEqual([...before.keys()]);
  const succeeded = new Set(
    [...before].flatMap(([asked, answer]) => ((answer as { code: number }).code === 0 ? [asked.split(' ')[1]] : [])),
  );
  expect(succeeded.size).toBeGreaterThan(80);
}, 180_000);
