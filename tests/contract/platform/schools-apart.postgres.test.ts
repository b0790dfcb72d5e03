import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Transaction } from 'kysely';
import { classResource } from '../../../sync/contract/people/class.ts';
import { createApp } from '../../../server/app.ts';
import { type LockScope, runInScope } from '../../../server/db/lock-scope.ts';
import { openPostgres } from '../../../server/db/postgres/open-postgres.ts';
import type { Database } from '../../../server/db/schema.ts';
import { createQuestionUseWrites } from '../../../server/features/bank/question/question-use-writes.ts';
import { verifyAuditChains } from '../../../server/features/platform/audit/audit-verify.ts';
import { deriveAuditKey } from '../../../server/features/platform/audit/audit-chain.ts';
import { createJobRunner } from '../../../server/jobs/job-runner.ts';
import { createExampleDraft } from '../../../sync/contract/resource.ts';
import { validQuestionDraft } from '../fixtures/resource-drafts.ts';
import { createClient, seededPassword, startTestServer, type TestServer } from '../server-fixture.ts';

let server: TestServer;
let one: number;
let other: number;
/** Database connections of a second server on the same database. */
let there: Awaited<ReturnType<typeof openPostgres>>;
/** Functions that end transactions which a failed test has left open. */
const held: (() => void)[] = [];

beforeEach(async () => {
  server = await startTestServer();
  [one, other] = server.schoolIds;
  there = await openPostgres(server.url ?? '', server.time.nowMs);
});
afterEach(async () => {
  for (const letGo of held.splice(0)) letGo();
  await there.close();
});

/** Begins a transaction that holds a lock scope. It is committed after `letGo`; then `done` resolves. */
function hold(scope: LockScope, work: (tx: Transaction<Database>) => Promise<void>, db = there.db) {
  const begun = Promise.withResolvers<void>();
  const wait = Promise.withResolvers<void>();
  held.push(wait.resolve);
  const done = runInScope(scope, () =>
    db.transaction().execute(async (tx) => {
      await work(tx);
      begun.resolve();
      await wait.promise;
    }),
  );
  done.catch(begun.reject);
  return { begun: begun.promise, letGo: wait.resolve, done };
}

describe('two schools on one database', () => {
  it('calls of one school do not wait for a locked transaction and audit chain of another school', async () => {
    const { audit } = server.deps;
    const teacherThere = await server.callAs(6, 0);
    const [teacher, admin] = [await server.callAs(6, 1), await server.callAs(2, 1)];
    const record = { call: '/paper/add', caller: null, code: 0, ip: '', agent: '', input: {} };
    const first = hold(one, async (tx) => {
      await tx.updateTable('school').set({ title: '甲学院' }).where('id', '=', one).execute();
      await audit.writeIn(tx, { ...record, change: { entity: 'paper', id: 1, schoolId: one } });
    });
    await first.begun;

    const ofFirst = teacherThere('/question/add', validQuestionDraft);
    const signIn = await server.post('/user/login', { login_name: 'type8', login_pwd: seededPassword, school_id: other });
    const question = await teacher('/question/add', validQuestionDraft);
    const added = await admin('/class/add', { ...createExampleDraft(classResource), name: '新班' });
    const changed = await admin('/class/modify', { ...createExampleDraft(classResource), ...(added.data as object), name: '新班二' });
    expect([signIn, question, added, changed].map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    // The audit entry of a call that only reads is also written to the chain of the caller's school.
    expect((await admin('/user/getIdNumber', { id: server.idOf('type8', 1) })).code).toBe(0);
    expect(audit.waiting).toBe(0);
    expect(await Promise.race([ofFirst, Promise.resolve('waits')])).toBe('waits');

    first.letGo();
    await first.done;
    expect((await ofFirst).code).toBe(0);
    const key = deriveAuditKey(server.deps.keys.sittingSecret);
    expect(await verifyAuditChains(server.deps.db, key)).toMatchObject({ kind: 'ok', heads: [{ schoolId: one }, { schoolId: other }] });
  });

  it('two servers that add the same class of one school at the same moment add it once', async () => {
    const elsewhere = createClient(createApp({ ...server.deps, db: there.db, jobs: createJobRunner({ ...server.deps, db: there.db }) }));
    const token = await server.openSession(2);
    const draft = { ...createExampleDraft(classResource), name: '同名班' };
    const answers = await Promise.all([server.as(token)('/class/add', draft), elsewhere.as(token)('/class/add', draft)]);
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1001]);
  });

  it('two schools that count the use of certified questions do not wait for each other', async () => {
    const rows = await server.deps.db
      .insertInto('question')
      .values(
        [1, 2].map((n) => ({
          school_id: 0,
          type: 1 as const,
          status: 2 as const,
          stem: `题 ${n}`,
          material: '',
          options: '[]',
          answer_key: '{}',
          analysis: '',
          difficulty: 2 as const,
          category: '',
          source: '',
          plain: '',
          hash: '',
          created_by: 1,
          created_ms: 1,
          updated_by: 1,
          updated_ms: 1,
        })),
      )
      .returning('id')
      .execute();
    const [a = 0, b = 0] = rows.map(({ id }) => id);
    const count = (tx: Transaction<Database>, id: number) => createQuestionUseWrites(tx).recordUse([id], 10, 1000);
    const blocked = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    const countBlocked = () => Number(server.raw.prepare(blocked).pluck().get());
    const counted = Promise.withResolvers<void>();
    const first = hold(one, async (tx) => {
      await count(tx, a);
      counted.resolve();
      await expect.poll(countBlocked).toBe(1);
      await count(tx, b);
    });
    const second = hold(
      other,
      async (tx) => {
        await counted.promise;
        await count(tx, b);
        await count(tx, a);
      },
      server.deps.db,
    );
    for (const { letGo } of [first, second]) letGo();
    await Promise.all([first.done, second.done]);
    const uses = await server.deps.db.selectFrom('question').select('used_count').where('id', 'in', [a, b]).execute();
    expect(uses).toEqual([{ used_count: 2 }, { used_count: 2 }]);
  });
});
