import { beforeAll, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { createLocalLimits } from '../../../server/http/limits/limit-states.ts';
import { accountLimits } from '../../../server/limits.ts';
import { readAuditEntries } from '../../fixtures/server/audit-entries.ts';
import type { CallSpec } from '../../../sync/contract/call.ts';
import { allCalls, gateHandlers, isResourceCall, hasIdInput } from '../fixtures/every-call.ts';
import { changeEverything } from '../fixtures/every-change.ts';
import { directorySecret } from '../../fixtures/server/directory-double.ts';
import { validDirectoryDraft } from '../fixtures/resource-drafts.ts';
import { createClient, requireDone, startTestServer } from '../server-fixture.ts';

/**
 * Compares each call's declaration with its behaviour. Each changing call is made once in a state in which it succeeds; then the test
 * checks which rows it added and whether the rate limiter would have stopped it.
 */
type Mounted = CallSpec & { readonly path: string };
const changing: readonly Mounted[] = allCalls.filter((call) => call.changes && call.access !== 'ticket');

/** Tables whose rows users know as objects, such as a class. Value: kind of the limit on the number of rows; undefined if there is no limit. */
const things = {
  user: undefined,
  class: undefined,
  school: undefined,
  profession: undefined,
  detail_table: undefined,
  job: undefined,
  question: 'question',
  paper: 'paper',
  exam_plan: 'plan',
  exam_place: undefined,
  exam_room: undefined,
  marker_group: undefined,
  question_folder: 'category',
  paper_folder: 'category',
  article: undefined,
  courseware: undefined,
  course: undefined,
  shelf_folder: 'category',
} as const satisfies Record<string, CallSpec['makes']>;
type Thing = keyof typeof things;

/** Calls that add rows but need no idempotency key, with reasons. */
const noKey: Readonly<Record<string, string>> = {
  '/user/addRS': 'there is no caller to keep an answer for; a name is taken only once',
};

/**
 * Calls that add no row of the tables in `things` but still need an idempotency key, because their reply is shown only once or their effect cannot be
 * undone.
 */
const onceAllTheSame = ['/user/resetPassword', '/exam/publish'];

interface Seen {
  readonly added: ReadonlySet<Thing>;
  /** Response code of the call when its account has made too many changes within a minute; null for a call without a signed-in user. */
  readonly paced: number | null;
}

/** Lists the calls that behave otherwise than they are declared in the contract. */
function faultsOf(calls: readonly Mounted[], seen: ReadonlyMap<string, Seen>): string[] {
  return calls.flatMap(({ path, once, makes }) => {
    const did = seen.get(path);
    if (did === undefined) return [`${path}: is never tried`];
    const limited = [...did.added].flatMap((thing) => things[thing] ?? []);
    return [
      ...((did.added.size > 0 || onceAllTheSame.includes(path)) && once === undefined && !(path in noKey)
        ? [`${path}: adds, and is not done once`]
        : []),
      ...(limited.some((kind) => kind !== makes) ? [`${path}: adds ${limited.join()}, and is under no limit`] : []),
      ...(did.paced !== null && did.paced !== 1007 ? [`${path}: keeps no pace, but answers ${did.paced}`] : []),
    ];
  });
}

const seen = new Map<string, Seen>();
let entries: Awaited<ReturnType<typeof readAuditEntries>>;
beforeAll(async () => {
  const server = await startTestServer();
  // The clock of this server stands still, so the limit of changes per minute is never refilled. `gateHandlers` replace the handlers, so nothing is
  // changed.
  const nowMs = server.time.nowMs;
  const held = createClient(createApp({ ...server.deps, limits: createLocalLimits(), clock: { nowMs: () => nowMs } }, gateHandlers)).post;
  const spent = new Set<string>();
  const spend = async (token: string): Promise<void> => {
    for (let n = 0; n < accountLimits.changesPerMinute && !spent.has(token); n += 1)
      await held('/user/removeSession', { session_id: null }, { 'x-token': token });
    spent.add(token);
  };
  const counts = (): Record<Thing, number> =>
    Object.fromEntries(
      Object.keys(things).map((table) => [table, server.raw.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0]),
    ) as Record<Thing, number>;
  await changeEverything(server, async ({ path, input, token }, run) => {
    if (!changing.some((call) => call.path === path)) return run();
    if (token !== null) await spend(token);
    const paced = token === null ? null : (await held(path, input, { 'x-token': token })).code;
    const before = counts();
    const answer = await run();
    const after = counts();
    const added = (Object.keys(things) as Thing[]).filter((table) => after[table] > before[table]);
    const known = seen.get(path);
    seen.set(path, { added: new Set([...(known?.added ?? []), ...added]), paced: known?.paced === undefined ? paced : known.paced });
    return answer;
  });
  await server.deps.audit.settled();
  entries = await readAuditEntries(server.deps.db);
}, 180_000);

it('every call that adds rows needs an idempotency key, and is subject to a limit and a rate limiter', () => {
  expect(faultsOf(changing, seen)).toEqual([]);
  expect(seen.get('/paper/copy')).toEqual({ added: new Set(['paper']), paced: 1007 });
  expect(Object.keys(noKey).filter((path) => (seen.get(path)?.added.size ?? 0) === 0)).toEqual([]);
});

it('every changing call writes an audit entry that names its row', () => {
  const named = new Set(entries.filter((row) => row.code === 0 && row.entity !== '').map((row) => row.call));
  expect(changing.filter(({ path }) => !isResourceCall(path) && !named.has(path)).map(({ path }) => path)).toEqual([]);
});

it('the check finds a planted call without idempotency key, limit and rate limiter', () => {
  const planted = { ...(changing.find((call) => call.path === '/paper/copy') as Mounted), path: '/paper/clone' };
  const { once: _once, makes: _makes, ...silent } = planted;
  const did: Seen = { added: new Set(['paper']), paced: 1002 };
  expect(faultsOf([planted], seen)).toEqual(['/paper/clone: is never tried']);
  expect(faultsOf([silent], new Map([[silent.path, did]]))).toEqual([
    '/paper/clone: adds, and is not done once',
    '/paper/clone: adds paper, and is under no limit',
    '/paper/clone: keeps no pace, but answers 1002',
  ]);
});

/**
 * Calls that receive a password, each with an input that guesses it. Null for a call that compares the password with nothing, so that it cannot be
 * guessed.
 */
const guessed: Readonly<Record<string, ((n: number) => object) | null>> = {
  '/user/login': (n) => ({ login_name: 'type6', login_pwd: `Wrong-${n}-2026`, school_id: 0 }),
  '/user/changePassword': (n) => ({ old_password: `Wrong-${n}-2026`, new_password: 'Steady-2027' }),
  '/user/beginSecondFactor': (n) => ({ login_pwd: `Wrong-${n}-2026` }),
  '/user/addApiToken': (n) => ({ login_pwd: `Wrong-${n}-2026`, name: '教务系统', scopes: ['readPeople'], days: 30 }),
  '/user/endSecondFactor': (n) => ({ login_pwd: `Wrong-${n}-2026`, code: '000000' }),
  '/directory/signIn': (n) => ({ login_name: 'zhang', login_pwd: `Wrong-${n}-2026` }),
  '/user/addRS': null,
  '/user/add': null,
};

it('every call that takes a password is in the table of guessable calls, and guessing is limited', async () => {
  const told = allCalls.filter((call) => hasIdInput(call, /pwd|_password$|^password$/) && call.path !== '/user/getList');
  expect(told.map((call) => call.path).toSorted()).toEqual(Object.keys(guessed).toSorted());
  for (const [path, guess] of Object.entries(guessed)) {
    const server = await startTestServer();
    const admin = await server.callAs(2);
    await requireDone(admin('/directory/set', { ...validDirectoryDraft, secret: directorySecret, version: 1 }));
    const token = await server.openSession(6);
    const answers: number[] = [];
    for (let n = 0; guess !== null && n < 30; n += 1)
      answers.push((await server.post(path, { ...guess(n), school_id: server.schoolIds[0] }, { 'x-token': token })).code);
    expect(answers.filter((code) => code !== 1007).length, path).toBeLessThan(guess === null ? 1 : 7);
  }
});
