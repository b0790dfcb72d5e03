import type { PlanNotice, SittingGrant } from '../../../../sync/contract/sitting.ts';
import { confirm, firstCheckpoint, readCheckpoint } from '../../../../sync/engine/clock.ts';
import { openExamClock } from '../../../../sync/engine/exam-clock.ts';
import { clock, timers } from '../../../platform/browser-ports.ts';
import { deviceStore, documentId } from '../../../platform/device.ts';
import { syncTransport } from '../../../platform/sync-transport.ts';
import type { ExamClock } from '../model/gate-state.ts';

const patienceMs = 2_000;

/** The server's clock by one quick question; undefined where it does not answer soon. */
const serverNow = (): Promise<number | undefined> =>
  syncTransport.time(AbortSignal.timeout(patienceMs)).then(
    (answer) => answer.serverNow,
    () => undefined,
  );

/** SY21: the exam's time in this tab, kept running and checkpointed until it is closed. */
export async function openClock(attemptId: string, notice: PlanNotice): Promise<ExamClock> {
  const known = await deviceStore.clockCheckpoint(attemptId).catch(() => undefined);
  const deps = {
    attemptId,
    documentId,
    store: deviceStore,
    transport: syncTransport,
    clock,
    timers,
    // Extensions lengthen the exam, they don't move its start: elapsed time needs only that.
    times: () => ({ startMs: notice.startMs, durationMs: notice.durationMs, extensionMs: 0 }),
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

/** A checkpoint hours ahead: an offline start then goes by the server's clock of that hour, not by this PC's alone. */
export async function noteServerTime(grant: Pick<SittingGrant, 'attemptId' | 'serverNow'>, startMs: number): Promise<void> {
  const reading = { wallMs: clock.wallMs(), monoMs: clock.monoMs(), documentId };
  const elapsedMs = grant.serverNow - startMs;
  const known = await deviceStore.clockCheckpoint(grant.attemptId);
  await deviceStore.saveClockCheckpoint(
    grant.attemptId,
    known ? confirm(readCheckpoint(known), reading, elapsedMs) : firstCheckpoint(reading, elapsedMs),
  );
}
