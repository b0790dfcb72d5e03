import type { UserType } from '../../sync/contract/roles.ts';
import { createApp, createHandlers } from '../../server/app.ts';
import type { App } from '../../server/context.ts';
import type { BackupPlace } from '../../server/backup/backup-place.ts';
import { join } from 'node:path';
import { createFolderStore } from '../../server/object-store/folder-store.ts';
import type { FolderInspection } from '../../server/db/opening/folder-inspection.ts';
import type { DemoPort } from '../../server/demo/demo-port.ts';
import { FreeSpace } from '../../server/free-space.ts';
import { createAddressReader } from '../../server/http/client-address.ts';
import { createLocalLimits } from '../../server/http/limits/limit-states.ts';
import { openAnswerLog } from '../../server/answer-log/answer-log.ts';
import { openLogDatabase } from '../../server/answer-log/log/log-database.ts';
import { openProjectionDatabase } from '../../server/answer-log/projection/projection-store.ts';
import { createJobRunner } from '../../server/jobs/job-runner.ts';
import { generateServerKeys, importServerKeys, type ServerKeys } from '../../server/answer-log/log/server-keys.ts';
import { createAuditLog } from '../../server/features/platform/audit/audit-log.ts';
import { hashSessionToken } from '../../server/features/people/user/sign-in/authenticator.ts';
import { createSessionStore } from '../../server/features/people/user/sign-in/session-store.ts';
import { createSystemReads } from '../../server/features/platform/system/system-reads.ts';
import { createUserStore } from '../../server/features/people/user/user-store.ts';
import { createDataFolder } from '../fixtures/data-folder.ts';
import { openTestDatabase, seededTemplateName } from '../fixtures/postgres/test-database.ts';
import { allTypes, hashSeededPassword, seededPassword, seedMs, seedTwoSchools } from '../fixtures/server/seeded-schools.ts';
import { refusesUnnamedScopes, requireNamedScopes } from '../fixtures/server/named-scopes.ts';
import { openDirectoryDouble } from '../fixtures/server/directory-double.ts';
import { acceptWebhook } from '../fixtures/server/webhook-double.ts';
import { fetchPlatformDouble } from '../fixtures/server/lti-platform.ts';
import { CallWatch } from '../../server/watch/call-watch.ts';
import { WebFaultCollector } from '../../server/watch/web-faults.ts';
import { systemRandom } from '../../server/system-ports.ts';

/** Returns a fake inspection of the data folder. The databases are in memory; only the other files are in this folder. */
const inspectionOf = (folder: string): FolderInspection => ({
  folder,
  databases: ['wenkao.db'],
  files: () => Promise.resolve([{ name: 'wenkao.db', sizeBytes: 4096, fileCount: 1 }]),
  disk: () => Promise.resolve({ freeBytes: 2 ** 40, totalBytes: 2 ** 41 }),
  tables: () => Promise.resolve([{ file: 'wenkao.db', name: 'school', rows: 2 }]),
  check: () => Promise.resolve([]),
});

/** Fake of the demo, without accounts and without a real exam. */
const demo: DemoPort = {
  signIn: { websites: [], accounts: [], password: null },
  startExam: () => Promise.resolve({ planId: 1, roomId: 1 }),
};

/** Fake of the place for backups, without a folder and without backups. */
const backups: BackupPlace = {
  folder: 'nowhere-backups',
  list: () => Promise.resolve([]),
  lastMs: () => Promise.resolve(null),
  make: () => Promise.resolve(),
};

export { allTypes, seededPassword };

/**
 * Starts a server with two schools and one account of every type in each, over a database in memory or in `file`. It uses no sockets and
 * no real time.
 */
export async function startTestServer(file = ':memory:') {
  const time = { nowMs: seedMs };
  const clock = { nowMs: () => time.nowMs };
  const inMemory = file === ':memory:';
  const logged: unknown[] = [];
  const log = (fields: object): void => void logged.push(fields);
  const logger = { info: log, warn: log, error: log };
  const template = inMemory ? seededTemplateName : undefined;
  const { db: anyDb, raw, url, isDropped } = await openTestDatabase((inMemory && image) || file, time.nowMs, template);
  const db = anyDb.withPlugin(refusesUnnamedScopes);
  const held: number[] = [];
  /**
   * Lets other tasks run, but does not advance the time. After the database is dropped it never resolves: a retry loop would otherwise fail and log
   * until the memory is full.
   */
  const sleep = (ms: number): Promise<void> => {
    held.push(ms);
    return new Promise((wake) => void (isDropped() || setImmediate(wake)));
  };
  const keys = await (generated ??= generateServerKeys().then(importServerKeys));
  const inspection = inspectionOf(createDataFolder());
  const space = new FreeSpace({ clock, freeBytes: async () => (await inspection.disk())?.freeBytes ?? Infinity });
  const answerLog = openAnswerLog({
    space,
    log: openLogDatabase(':memory:'),
    projections: openProjectionDatabase(':memory:'),
    keys,
    clock,
    chance: systemRandom,
    logger,
    schedule: setImmediate,
  });
  const deps = {
    db,
    clock,
    chance: systemRandom,
    timers: { sleep },
    keys,
    answerLog,
    jobs: createJobRunner({ db, clock, chance: systemRandom, logger }),
    inspection,
    objects: createFolderStore(join(inspection.folder, 'uploads')),
    space,
    backups: { ...backups },
    build: { version: '0.0.0-test', startedMs: time.nowMs },
    watch: {
      calls: new CallWatch({ clock, logger }, () => 0),
      faults: new WebFaultCollector({ clock, logger }),
      listServers: () => Promise.resolve([]),
    },
    audit: createAuditLog({ db, keys, clock, logger }),
    limits: createLocalLimits(),
    logger,
    addressOf: createAddressReader([]),
    directory: openDirectoryDouble,
    sendWebhook: acceptWebhook,
    platformFetch: fetchPlatformDouble,
    stopping: new AbortController().signal,
    demo,
    certificateExpiryMs: () => undefined,
  };
  const users = createUserStore(db);
  const isSeeded = inMemory && (url !== undefined || image !== undefined);
  if (!isSeeded) await seedTwoSchools(db);
  if (inMemory && url === undefined) image ??= raw.serialize();
  const [firstId = 0, secondId = 0] = raw.prepare<[], number>('SELECT id FROM school ORDER BY id').pluck().all();
  const schoolIds: readonly [number, number] = [firstId, secondId];

  const handlers = requireNamedScopes(() => createHandlers(deps));
  const app = requireNamedScopes(() => createApp(deps, handlers));
  /** Opens a session directly in the database, which is faster than signing in. */
  const openSessionOf = async (userId: number): Promise<string> => {
    const token = systemRandom.bytes(32).toString('base64url');
    const limits = await createSystemReads(db).sessionLimits();
    await createSessionStore(db).add({ userId, tokenHash: hashSessionToken(token), nowMs: time.nowMs, limits, ip: '' });
    return token;
  };
  const openSession = async (type: UserType, schoolId: number = schoolIds[0]): Promise<string> => {
    const user = await users.byLoginName(schoolId, `type${type}`);
    if (!user) throw new Error(`no account of type ${type}`);
    return openSessionOf(user.id);
  };
  /** Adds an account of the first school and returns its id. */
  const addUser = async (type: UserType, loginName: string): Promise<number> => {
    const pwdHash = await hashSeededPassword();
    return users.add({ schoolId: schoolIds[0], loginName, userType: type, name: loginName, pwdHash }, time.nowMs);
  };
  const idOf = (loginName: string, at: 0 | 1 = 0): number =>
    raw
      .prepare<[string, number], number>('SELECT id FROM user WHERE login_name = ? AND school_id = ?')
      .pluck()
      .get(loginName, schoolIds[at]) ?? 0;
  const client = createClient(app);
  const login = (loginName: string, pwd: string): Promise<CallAnswer> =>
    client.post('/user/login', { login_name: loginName, login_pwd: pwd, school_id: schoolIds[0] });
  /** Returns a function that makes calls as a signed-in user of this type. */
  const callAs = async (type: UserType, at: 0 | 1 = 0): Promise<PostCall> => client.as(await openSession(type, schoolIds[at]));
  const callOf = async (userId: number): Promise<PostCall> => client.as(await openSessionOf(userId));
  return {
    app,
    deps,
    handlers,
    raw,
    url,
    time,
    logged,
    held,
    schoolIds,
    openSession,
    openSessionOf,
    idOf,
    login,
    callAs,
    callOf,
    addUser,
    ...client,
  };
}
/** Database image in memory, migrated and seeded once per test file. Each server starts from a copy. */
let image: Buffer | undefined;
let generated: Promise<ServerKeys> | undefined;

export type TestServer = Awaited<ReturnType<typeof startTestServer>>;

export interface CallAnswer {
  status: number;
  code: number;
  msg: string;
  data: unknown;
}

export type PostCall = (path: string, body: unknown) => Promise<CallAnswer>;

/** Returns the data of a call that must succeed. Throws with code and message otherwise. */
export async function requireDone<T = RowReference>(answer: Promise<CallAnswer>): Promise<T> {
  const { code, msg, data } = await answer;
  if (code !== 0) throw new Error(`${code}: ${msg} ${JSON.stringify(data)}`);
  return data as T;
}
export interface RowReference {
  readonly id: number;
  readonly version: number;
}
/** Returns the faulty fields of a refused call, each with its path and message. */
export const listFaultyFields = (answer: CallAnswer) => (answer.data as { fields: { path: string; message: string }[] }).fields;

/** Makes calls of an app without using sockets: `post` without a session, `as` with a session token. */
export function createClient(app: App) {
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}): Promise<CallAnswer> => {
    const request = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    };
    const response = await requireNamedScopes(() => app.request(`/api${path}`, request));
    return { status: response.status, ...((await response.json()) as Omit<CallAnswer, 'status'>) };
  };
  const as = (token: string) => (path: string, body: unknown) => post(path, body, { 'x-token': token });
  return { post, as };
}
