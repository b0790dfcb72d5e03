import type { PlanNotice, SittingGrant } from '../../../../sync/contract/sitting.ts';
import { confirm, firstCheckpoint, readCheckpoint } from '../../../../sync/engine/clock.ts';
import { openExamClock } from '../../../../sync/engine/exam-clock.ts';
import { clock, timers } from '../../../platform/browser-ports.ts';
import { deviceStore, documentId } from '../../../platform/device.ts';
import { onFault } from '../../../platform/engine-fault.ts';
import { syncTransport } from '../../../platform/sync-transport.ts';
import type { ExamClock } from '../model/gate-state.ts';

const patienceMs = 2_000;

/** Asks the server once for its time; undefined if it does not answer within `patienceMs`. */
const serverNow = (): Promise<number | undefined> =>
  syncTransport.time(AbortSignal.timeout(patienceMs)).then(
    (answer) => answer.serverNow,
    () => undefined,
  );

/** Opens the exam clock of this tab (SY21). It runs and writes checkpoints until it is closed. */
export async function openClock(attemptId: string, notice: PlanNotice): Promise<ExamClock> {
  const known = await deviceStore.clockCheckpoint(attemptId).catch(() => undefined);
  const deps = {
    attemptId,
    documentId,
    store: deviceStore,
    transport: syncTransport,
    clock,
    timers,
    // Extensions lengthen the exam but do not move its start, and elapsed time depends only on the start.
    times: () => ({ startMs: notice.startMs, durationMs: notice.durationMs, extensionMs: 0 }),
    onFault,
  };
  const examClock = await openExamClock(deps, known ? undefined : await serverNow());
  const closing = new AbortController();
  void examClock.run(closing.signal);
  return {
    elapsedMs: () => examClock.now().elapsedMs,
    sureMs: () => examClock.now().sureMs,
    unconfirmed: () => examClock.now().unconfirmed,
    begin: () => examClock.begin(),
    close: () => closing.abort(),
  };
}

/**
 * Stores a clock checkpoint when the seat is prepared, possibly hours before the exam. A later offline start then uses the server's time of that
 * moment, not this PC's clock alone.
 */
export async function noteServerTime(grant: Pick<SittingGrant, 'attemptId' | 'serverNow'>, startMs: number): Promise<void> {
  const reading = { wallMs: clock.wallMs(), monoMs: clock.monoMs(), documentId };
  const elapsedMs = grant.serverNow - startMs;
  const known = await deviceStore.clockCheckpoint(grant.attemptId);
  await deviceStore.saveClockCheckpoint(
    grant.attemptId,
    known ? confirm(readCheckpoint(known), reading, elapsedMs) : firstCheckpoint(reading, elapsedMs),
  );
}
