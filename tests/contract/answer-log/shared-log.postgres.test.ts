import { expect, onTestFinished, test } from 'vitest';
import { openSharedAnswerLog } from '../../../server/answer-log/answer-log.ts';
import { createPushTaker } from '../../../server/answer-log/calls/push.ts';
import { createSyncReads } from '../../../server/answer-log/calls/sync-reads.ts';
import { openLogDatabase } from '../../../server/answer-log/log/log-database.ts';
import { openPostgresLog } from '../../../server/answer-log/log/postgres-log.ts';
import { generateServerKeys, importServerKeys } from '../../../server/answer-log/log/server-keys.ts';
import { openProjectionDatabase } from '../../../server/answer-log/projection/projection-store.ts';
import { systemClock, systemRandom } from '../../../server/system-ports.ts';
import { DeviceStream } from '../../device/sealed-stream.ts';
import { createServerDatabase } from '../../fixtures/postgres/server-database.ts';
import { createAnswerOp } from '../fixtures/answer-log-rig.ts';

const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Starts two servers that share one answer log on PostgreSQL. */
async function startTwo() {
  const database = (await createServerDatabase()) ?? expect.fail('there is no PostgreSQL');
  onTestFinished(() => database.drop());
  const keys = await importServerKeys(await generateServerKeys());
  const start = async () => {
    const shared = await openPostgresLog(database.url, systemRandom);
    onTestFinished(() => shared.close());
    const files = { log: openLogDatabase(':memory:'), projections: openProjectionDatabase(':memory:') };
    const ports = { clock: systemClock, chance: systemRandom, logger, schedule: setImmediate };
    const answerLog = await openSharedAnswerLog({ ...files, ...ports, keys }, shared);
    onTestFinished(() => answerLog.close());
    const take = createPushTaker({ ...answerLog, newsAfter: () => null });
    const reads = createSyncReads(answerLog);
    const stateOf = (attemptId: string) => answerLog.projector.attempt(attemptId)?.state;
    return { shared, reads, stateOf, push: (input: Parameters<typeof take>[0]) => take(input, true) };
  };
  const servers = [await start(), await start()] as const;
  return { keys, servers, both: <T>(work: (server: (typeof servers)[number]) => Promise<T>) => Promise.all(servers.map(work)) };
}

test('28, SY7, SY15, SY23: concurrent pushes, grants and disclosures at two servers take effect once', async () => {
  const { keys, servers, both } = await startTwo();
  const devices = await Promise.all(Array.from({ length: 12 }, (_, n) => DeviceStream.open(keys, n + 1, systemClock.nowMs())));
  const attemptIds = devices.map(({ header }) => header.attemptId);
  for (let item = 1; item <= 5; item += 1)
    await Promise.all(
      devices.map(async (device) => {
        const input = device.push([createAnswerOp(item, 'A')]);
        expect((await both(({ push }) => push(input))).map(({ kind }) => kind)).toEqual(['stored', 'stored']);
      }),
    );
  const granted = await Promise.all(attemptIds.map((attemptId) => both(({ reads }) => reads.grantEpoch(attemptId, 99))));
  expect(granted.map((epochs) => epochs.toSorted((a, b) => a - b))).toEqual(attemptIds.map(() => [2, 3]));
  await both(({ reads }) => reads.recordDisclosure(attemptIds, 99));
  await both(({ reads }) => reads.waitUntilProjected());
  for (const { stateOf } of servers)
    for (const attemptId of attemptIds) {
      expect(stateOf(attemptId)?.grants.map(({ epoch }) => epoch)).toEqual([2, 3]);
      expect(stateOf(attemptId)?.disclosures).toHaveLength(1);
    }
  const rows = await servers[0].shared.readAfter(0, 1_000);
  expect(rows.map(({ pos }) => pos)).toEqual(rows.map((_, at) => at + 1));
  // Each attempt has eight rows in the log: five answers, two grants and a release of scores.
  expect(rows).toHaveLength(8 * attemptIds.length);
});
