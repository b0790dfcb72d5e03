import type { SyncReads } from '../../../../answer-log/calls/sync-reads.ts';
import { runUnitOfWork } from '../../../../resources/unit-of-work.ts';
import { listSchoolsWithWebhook } from '../../../platform/webhook/webhook-reads.ts';
import { createWebhookWrites } from '../../../platform/webhook/webhook-writes.ts';
import type { ExamDeps } from '../exam-deps.ts';
import { createHandInStore } from './hand-in-store.ts';
import { runEvery } from '../../../../run-every.ts';

export type HandInDeps = Pick<ExamDeps, 'db' | 'clock' | 'chance' | 'logger'> & {
  readonly sync: Pick<SyncReads, 'onComplete' | 'summaries'>;
};

const everyMs = 1_000;
/** Number of attempts that are handled before yielding to other work. */
const atOnce = 20;
/**
 * When a server becomes responsible for the webhook events of hand-ins, it checks all attempts at exams that began within this time. Attempts may
 * have been handed in while no server was responsible.
 */
const lookBackMs = 2 * 24 * 3_600_000;

/**
 * Sends webhooks an event for each attempt's hand-in once all its answers have arrived. The projection reports such attempts; their events are
 * written a moment later, so that the log need not wait. The id of an event is derived from its hand-in. So it is written once, however often the
 * attempt is reported.
 */
export function createHandInEvents({ db, clock, chance, logger, sync }: HandInDeps) {
  const store = createHandInStore(db);
  const namedAttemptIds = new Set<string>();
  let writing: Promise<void> | undefined;

  const writeSome = async (schoolIds: readonly number[], attemptIds: readonly string[]): Promise<void> => {
    const rows = new Map((await store.find(schoolIds, attemptIds)).map((row) => [row.attemptId, row]));
    const receipts = (await sync.summaries([...rows.keys()])).flatMap(({ attemptId, receipt }) => {
      const row = rows.get(attemptId);
      return row && receipt ? [{ ...row, receipt }] : [];
    });
    const nowMs = clock.nowMs();
    for (const [schoolId, group] of Map.groupBy(receipts, (each) => each.schoolId))
      await runUnitOfWork(db, 'nothing', {}, async (tx) => {
        for (const { attemptId, planId, planName, userId, receipt } of group)
          await createWebhookWrites(tx, chance).write({
            schoolId,
            event: 'handedIn',
            facts: { planId, planName, userId, receivedMs: receipt.receivedMs },
            nowMs,
            name: `handedIn ${attemptId} ${receipt.streamId} ${receipt.seq}`,
          });
      });
  };

  const writeNamed = async (): Promise<void> => {
    const schoolIds = namedAttemptIds.size === 0 ? [] : await listSchoolsWithWebhook(db, 'handedIn');
    if (schoolIds.length === 0) return namedAttemptIds.clear();
    while (namedAttemptIds.size > 0) {
      const attemptIds = [...namedAttemptIds].slice(0, atOnce);
      // Forget these attempts before the write. An attempt that is reported again during the write is then handled again.
      for (const id of attemptIds) namedAttemptIds.delete(id);
      try {
        await writeSome(schoolIds, attemptIds);
      } catch (error) {
        for (const id of attemptIds) namedAttemptIds.add(id);
        throw error;
      }
    }
  };

  /** Writes the webhook events of the attempts that were reported as complete so far. */
  const write = (): Promise<void> => (writing ??= writeNamed().finally(() => (writing = undefined)));

  /** Adds all attempts at exams of the last two days (`lookBackMs`) to those whose hand-in events are to be written. */
  const lookBack = async (): Promise<void> => {
    const schoolIds = await listSchoolsWithWebhook(db, 'handedIn');
    const nowMs = clock.nowMs();
    for (const id of schoolIds.length === 0 ? [] : await store.listBegun(schoolIds, nowMs - lookBackMs, nowMs)) namedAttemptIds.add(id);
  };

  return {
    write,
    lookBack,

    /** Starts to follow the hand-ins. Returns a function that stops it and resolves when nothing is being written. */
    start(): () => Promise<void> {
      const unfollow = sync.onComplete((attemptId) => void namedAttemptIds.add(attemptId));
      let isLookedBack = false;
      const look = async (): Promise<void> => {
        if (!isLookedBack) await lookBack();
        isLookedBack = true;
        await write();
      };
      const stop = runEvery(everyMs, look, (error) =>
        logger.error({ err: error }, 'could not send hand-ins to webhooks; trying again later'),
      );
      return () => {
        unfollow();
        return stop();
      };
    },
  };
}
