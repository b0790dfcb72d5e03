import type { PlanNotice, SittingGrant } from '../../../../../sync/contract/exams/sitting.ts';
import { confirmClock, createFirstCheckpoint, readCheckpoint } from '../../../../../sync/engine/client/clock.ts';
import { openExamClock } from '../../../../../sync/engine/client/exam-clock.ts';
import { browserClock, browserTimers } from '../../../../platform/browser-ports.ts';
import { deviceStore, thisDocumentId } from '../../../../platform/exam-device/device.ts';
import { reportEngineFault } from '../../../../platform/engine-fault.ts';
import { syncTransport } from '../../../../platform/exam-device/sync-transport.ts';
import type { ExamEntryClock } from '../../model/gate/exam-entry-state.ts';

const patienceMs = 2_000;

/** Asks the server once for its time; undefined if it does not answer within `patienceMs`. */
const fetchServerTime = (): Promise<number | undefined> =>
  syncTransport.time(AbortSignal.timeout(patienceMs)).then(
    (answer) => answer.serverNow,
    () => undefined,
  );

/** Opens the exam clock of this tab (SY21). Until it is closed, it runs and writes checkpoints of the exam's time to this PC. */
export async function openNoticeClock(attemptId: string, notice: PlanNotice): Promise<ExamEntryClock> {
  const checkpoint = await deviceStore.clockCheckpoint(attemptId).catch(() => undefined);
  const deps = {
    attemptId,
    documentId: thisDocumentId,
    // Pass on the checkpoint that was read above instead of reading it again, because the first question appears only after this.
    store: { clockCheckpoint: async () => checkpoint, saveClockCheckpoint: deviceStore.saveClockCheckpoint },
    transport: syncTransport,
    clock: browserClock,
    timers: browserTimers,
    // Extensions lengthen the exam but do not move its start, and elapsed time depends only on the start.
    times: () => ({ startMs: notice.startMs, durationMs: notice.durationMs, extensionMs: 0 }),
    onFault: reportEngineFault,
  };
  const examClock = await openExamClock(deps, checkpoint ? undefined : await fetchServerTime());
  const closing = new AbortController();
  void examClock.run(closing.signal);
  return {
    elapsedMs: () => examClock.now().elapsedMs,
    sureMs: () => examClock.now().sureMs,
    isUnconfirmed: () => examClock.now().unconfirmed,
    begin: () => examClock.begin(),
    close: () => closing.abort(),
  };
}

/**
 * Stores a clock checkpoint when the seat is prepared, possibly hours before the exam. A later offline start then uses the server's time of that
 * moment, not this PC's clock alone.
 */
export async function storeServerTime(grant: Pick<SittingGrant, 'attemptId' | 'serverNow'>, startMs: number): Promise<void> {
  const reading = { wallMs: browserClock.wallMs(), monoMs: browserClock.monoMs(), documentId: thisDocumentId };
  const elapsedMs = grant.serverNow - startMs;
  const known = await deviceStore.clockCheckpoint(grant.attemptId);
  await deviceStore.saveClockCheckpoint(
    grant.attemptId,
    known ? confirmClock(readCheckpoint(known), reading, elapsedMs) : createFirstCheckpoint(reading, elapsedMs),
  );
}
