import { expect, it, onTestFinished } from 'vitest';
import { createExamSchool, examMinuteMs, examStartMs } from '../../../../../tests/fixtures/server/exam-data.ts';
import { type Leases, setLeases } from '../../../../db/lease.ts';
import { isConnectionLost } from '../../../../db/postgres/database-faults.ts';
import { openPostgres } from '../../../../db/postgres/open-postgres.ts';
import { migrations } from '../../../../db/migrations/index.ts';
import { joinDatabase } from '../../../../db/postgres/server-membership.ts';
import { systemClock } from '../../../../system-ports.ts';
import { createExamHandlers } from '../exam-handlers.ts';

/** Publishes a plan whose examinees have handed in, and starts two servers on its database. */
async function startTwoServers() {
  const school = await createExamSchool();
  const { planId, attempts } = await school.publishPlan();
  const url = school.url ?? expect.fail('there is no PostgreSQL');
  for (const attemptId of attempts) school.double.set(attemptId, { status: 1, receivedOps: 9, handedIn: true, complete: true });
  school.setNow(examStartMs + 95 * examMinuteMs);
  const startServer = async (id: string) => {
    const facts = { name: id, version: '1', migrations, protocol: 1, uploads: 'u', clock: systemClock };
    const membership = await joinDatabase(url, { id, ...facts }, { memberMs: 60_000, joinWaitMs: 50 });
    const { db, close } = await openPostgres(url, 0);
    onTestFinished(() => close().then(() => membership.release()));
    const refused = Promise.withResolvers<'waits'>();
    const leases: Leases = {
      async take(name) {
        const lease = await membership.take(name);
        if (lease === null) refused.resolve('waits');
        return lease;
      },
    };
    setLeases(db, leases);
    const exam = createExamHandlers({ ...school.deps, db });
    const incidentId = '44444444-4444-4444-8444-444444444444';
    const extension = { planId, userIds: school.examinees, incidentId, ms: 20 * examMinuteMs, reason: '停电', knowsReleased: false };
    return {
      release: async () => exam.releaseScores({ id: planId }, school.teacher),
      extend: async () => exam.extend(extension, school.teacher),
      /** Resolves when this server finds the plan locked by the other server and waits. */
      waits: refused.promise,
    };
  };
  const readPlan = () => school.exam.getById({ id: planId }, school.teacher);
  return { ...school, planId, readPlan, first: await startServer('a'), second: await startServer('b') };
}

it('SY23: two servers that release the scores of a plan at the same moment release them once', async () => {
  const { first, second, double, readPlan } = await startTwoServers();
  const before = (await readPlan()).version;
  let disclosures = 0;
  const both = Promise.withResolvers<void>();
  double.whileDisclosing(async () => {
    disclosures += 1;
    if (disclosures === 2) both.resolve();
    await Promise.race([first.waits, second.waits, both.promise]);
  });
  const [one, other] = await Promise.all([first.release(), second.release()]);
  expect(one).toEqual(other);
  expect([disclosures, (await readPlan()).version]).toEqual([1, before + 1]);
});

it('SY23: an extension waits for another server’s release of scores, and is refused after it', async () => {
  const { first, second, double, readPlan } = await startTwoServers();
  let extended: Promise<string> | undefined;
  double.whileDisclosing(async () => {
    extended = second.extend().then(
      () => 'extended',
      (error: { error?: string }) => error.error ?? 'failed',
    );
    expect(await Promise.race([extended, second.waits])).toBe('waits');
  });
  await first.release();
  expect(await extended).toBe('refused');
  expect(double.appended).toEqual([]);
  expect((await readPlan()).release.releasedMs).not.toBeNull();
});

it('SY23: a server that lost its lease during a release releases nothing after an extension', async () => {
  const { first, second, double, readPlan, raw, planId } = await startTwoServers();
  double.whileDisclosing(async () => {
    raw.prepare(`UPDATE cluster.duty_lease SET until = now() - interval '1 s' WHERE name = 'plan/${planId}'`).run();
    await second.extend();
  });
  const late = await first.release().catch((error: unknown) => error);
  expect(isConnectionLost(late)).toBe(true);
  expect(double.appended.map(({ type }) => type)).toEqual(['time.extend@1', 'time.extend@1', 'time.extend@1']);
  expect((await readPlan()).release.releasedMs).toBeNull();
});
