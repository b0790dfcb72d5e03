import type { AttemptSession, AttemptView, SaveIndicator, SaveResult, AttemptSessionDeps } from './attempt-session.ts';
import { AttemptLedger } from './attempt-ledger.ts';
import { createFaultReporter } from '../faults.ts';
import { writeHandIn } from './hand-in.ts';
import { computeUndeliveredAge, countOps, countRelayedOps, type OldestUndeliveredTime, findOldestUndelivered } from './undelivered-age.ts';
import { OpWriter, PayloadTooLarge } from './op-writer.ts';
import { type TabMessage, StorageFault } from '../ports.ts';
import { resubmitLostValues, resubmitBeforeHandIn } from './resubmit.ts';
import { createSerialQueue, type SerialQueue } from '../ops/serial.ts';
import { createWriteQueue } from './write-queue.ts';
import { Listeners } from '../listeners.ts';

/** Interval for updating the shown age of undelivered ops. Every sixth tick also reads the store, because messages of other tabs may be lost. */
const ageTickMs = 5_000;
const ticksToLook = 6;

/**
 * Opens an attempt whose sitting is on this device. It reads the streams that the signed-in user's credential can open, enters the exam, and then
 * follows changes by other tabs and the sync agent. Rejects if there is no sitting, or if it belongs to another credential and no new stream can be
 * opened. The examinee must then enter the exam again.
 */
export async function openAttempt(deps: AttemptSessionDeps): Promise<AttemptSession> {
  const ledger = await AttemptLedger.load(deps.store, deps.vault, deps.attemptId);
  const session = createSession(deps, ledger, new OpWriter(deps, ledger));
  try {
    await session.enter();
  } catch (fault) {
    session.close();
    throw fault;
  }
  return session;
}

interface WriteActionDeps {
  readonly session: AttemptSessionDeps;
  readonly ledger: AttemptLedger;
  readonly writer: OpWriter;
  readonly serial: SerialQueue;
  /** Runs a write and shows its progress and outcome in the save indicator. */
  readonly trackSave: (write: () => Promise<'committed' | 'closed'>) => Promise<SaveResult>;
  readonly hasExamBegun: () => boolean;
}

/** Creates the actions of a session that write an op. */
function createWriteActions({ session, ledger, writer, serial, trackSave, hasExamBegun }: WriteActionDeps) {
  const queue = createWriteQueue(serial);
  return {
    setAnswer: (i, v) => queue.enqueue(`answer ${i}`, () => trackSave(() => writer.write('answer.set@1', { i, v: [...v] }))),
    setFlag: (i, on) => queue.enqueue(`flag ${i}`, () => trackSave(() => writer.write('flag.set@1', { i, on }))),
    applyExtensionCode: (incidentId, ms) =>
      serial.run(async () => {
        if (ledger.hasGrant(incidentId)) return 'known';
        return trackSave(() => writer.write('time.granted@1', { incidentId, ms }));
      }),
    recordLeaving: (kind) => serial.run(() => trackSave(() => writer.write('conduct.seen@1', { kind }))),
    recordPlay: (file, limit) =>
      serial.run(async () => {
        // Another tab may have played the recording meanwhile.
        await ledger.refresh();
        if (ledger.countPlays(file) >= limit) return 'known';
        return trackSave(() => writer.write('media.play@1', { f: file }));
      }),
    // All writes run in one queue in order, so all earlier input is written before the hand-in.
    handIn: (by, elapsedMs) =>
      serial.run(() =>
        trackSave(async () => {
          await resubmitBeforeHandIn(ledger, writer, hasExamBegun());
          return writeHandIn(session, ledger, writer, { by, elapsedMs: Math.max(0, Math.round(elapsedMs)) });
        }),
      ),
  } satisfies Partial<AttemptSession>;
}

function createSession(deps: AttemptSessionDeps, ledger: AttemptLedger, writer: OpWriter): AttemptSession & { enter(): Promise<void> } {
  const { store, clock, timers, peers, attemptId } = deps;
  const report = createFaultReporter(deps.onFault, 'attempt');
  const serial = createSerialQueue();
  const following = createSerialQueue();
  const listeners = new Listeners();
  const closing = new AbortController();
  let savedAtMs: number | null = null;
  let saving = 0;
  let failure: SaveIndicator['failure'] = null;
  let isReachable = true;
  let isServerStoring = true;
  /** Stream id → last seq that a relay holds. */
  const relayed = new Map<string, number>();
  let oldestUndelivered: OldestUndeliveredTime | undefined;
  let cachedView: AttemptView | undefined;
  let isRefreshQueued = false;
  let lastServerTime: { serverNow: number; monoMs: number } | undefined;
  /** Messages that this session sent to all tabs. Its own tab receives them too; it then need not read the store again. */
  const ownNotes = new WeakSet<TabMessage>();

  const notifyChange = (): void => {
    cachedView = undefined;
    listeners.notify();
  };

  function getPhase(): AttemptView['phase'] {
    const { sitting } = ledger;
    if ((sitting.news?.epoch ?? 0) > sitting.epoch) return 'movedAway';
    if (sitting.handIn || sitting.news?.handedIn) return 'handedIn';
    return sitting.news?.paused ? 'paused' : 'open';
  }

  function buildView(): AttemptView {
    const { sitting, rows, unreadable } = ledger;
    const counted = countOps(rows);
    const saveStatus = {
      savedAtMs,
      saving: saving > 0,
      failure,
      copies: deps.copies?.() ?? 'both',
      ...counted,
      relayed: countRelayedOps(rows, relayed),
      oldestUnreceivedMs: computeUndeliveredAge(oldestUndelivered, clock),
      reachable: isReachable,
      isServerStoring: isServerStoring,
    };
    const { news, receipt, handIn } = sitting;
    const handedIn = handIn && { by: handIn.by, wallMs: handIn.wallMs, digest: handIn.digest };
    const early = news && ledger.hasEarly ? { startMs: news.earlyUntilMs } : null;
    const extensionMs = (news?.extensionMs ?? 0) + ledger.grantedMs();
    const entered = { answers: ledger.answers(), flags: ledger.flags() };
    return { ...entered, saveStatus, phase: getPhase(), news, extensionMs, receipt, handIn: handedIn, earlyOps: early, unreadable };
  }

  /** Checks, for an attempt with early ops, whether the exam has begun: by the last known server time plus the monotonic time since. */
  function hasExamBegun(): boolean {
    const startMs = ledger.sitting.news?.earlyUntilMs ?? 0;
    return lastServerTime !== undefined && lastServerTime.serverNow + (clock.monoMs() - lastServerTime.monoMs) >= startMs;
  }

  async function repair(): Promise<void> {
    if (getPhase() === 'movedAway') return;
    try {
      await resubmitLostValues(deps, ledger, writer, hasExamBegun());
    } catch (fault) {
      failure = classifyFault(fault);
    }
  }

  async function findOldest(): Promise<void> {
    const { rows } = ledger;
    const found = await findOldestUndelivered(store, rows, deps.documentId);
    // If the rows changed during the search, this tab may have written an op that the search missed; keep the time set when it was saved.
    oldestUndelivered = rows === ledger.rows ? found : (found ?? oldestUndelivered);
  }

  /** Reads what other tabs and the sync agent wrote. Only the resubmission waits in the queue of writes, so answers need not wait for the reads. */
  async function follow(): Promise<void> {
    await ledger.refresh();
    await serial.run(repair);
    await findOldest();
    notifyChange();
  }

  /** Queues one refresh for all messages that arrive before it runs. */
  function noteStale(): void {
    if (isRefreshQueued) return;
    isRefreshQueued = true;
    void following
      .run(() => {
        isRefreshQueued = false;
        return follow();
      })
      // Only report a failure: the next message or tick tries again, and the screen stays as it is.
      .catch(report);
  }

  async function trackSave(write: () => Promise<'committed' | 'closed'>): Promise<SaveResult> {
    // A paused attempt accepts writes: the pause covers the screen, but input typed just before must not be lost.
    if (getPhase() === 'handedIn' || getPhase() === 'movedAway') return 'closed';
    saving += 1;
    notifyChange();
    try {
      const outcome = await write();
      failure = null;
      if (outcome === 'closed') return 'closed';
      savedAtMs = clock.wallMs();
      oldestUndelivered ??= { monoMs: clock.monoMs() };
      const note: TabMessage = { kind: 'changed', attemptId };
      ownNotes.add(note);
      peers.announce(note);
      peers.announce({ kind: 'written' });
      return 'saved';
    } catch (fault) {
      failure = classifyFault(fault);
      return 'failed';
    } finally {
      saving -= 1;
      notifyChange();
    }
  }

  async function takeOver(): Promise<void> {
    await ledger.refresh();
    for (const { itemId, value } of ledger.listServerOnlyAnswers())
      if (getPhase() === 'open') await trackSave(() => writer.write('answer.set@1', { i: itemId, v: [...value] }));
  }

  /** Asks the sync agent to poll an archived attempt while a person has it open (SY8), because staff may have reopened it. */
  function watch(): void {
    if (ledger.sitting.archivedMs !== null) peers.announce({ kind: 'watched', attemptId });
  }

  async function tick(): Promise<void> {
    for (let n = 1; !closing.signal.aborted; n += 1) {
      await timers.sleep(ageTickMs, closing.signal);
      if (closing.signal.aborted) return;
      if (n % ticksToLook === 0) watch();
      if (n % ticksToLook === 0 || (ledger.hasEarly && hasExamBegun())) noteStale();
      else if (oldestUndelivered) notifyChange();
    }
  }

  const unsubscribe = peers.onAnnounced((note) => {
    if (note.kind === 'changed' && note.attemptId === attemptId && !ownNotes.has(note)) noteStale();
    if (note.kind === 'heard' && note.attemptId === attemptId) {
      lastServerTime = { serverNow: note.serverNow, monoMs: clock.monoMs() };
      if (ledger.hasEarly && hasExamBegun()) noteStale();
    }
    if (note.kind === 'doubt') notifyChange();
    if (note.kind === 'relayed' && note.attemptId === attemptId) {
      relayed.set(note.streamId, note.through);
      notifyChange();
    }
    if (note.kind !== 'reachable') return;
    if (note.reachable === isReachable && (note.storing ?? isServerStoring) === isServerStoring) return;
    isReachable = note.reachable;
    isServerStoring = note.storing ?? isServerStoring;
    notifyChange();
  });

  return {
    view: () => (cachedView ??= buildView()),
    subscribe: listeners.subscribe,
    ...createWriteActions({ session: deps, ledger, writer, serial, trackSave, hasExamBegun }),
    countPlays: (file) => ledger.countPlays(file),
    adoptServerAnswers(server) {
      ledger.adoptServerAnswers(server);
      notifyChange();
      // Write the server's answers that this PC lacks. They are shown already; after a failed write, the next opening of the attempt tries again.
      void serial.run(takeOver).catch(report);
    },
    // Load this code on demand, because few examinees need it.
    listUndeliveredAnswers: async () => (await import('./undelivered-answers.ts')).findUndeliveredAnswers(deps, ledger),
    close() {
      closing.abort();
      unsubscribe();
      listeners.clear();
    },
    async enter() {
      await serial.run(async () => {
        if (getPhase() === 'open' || getPhase() === 'paused') await trackSave(() => writer.write('attempt.enter@1', {}));
        await repair();
        await findOldest();
      });
      watch();
      void tick();
    },
  };
}

/** Maps an error to a failure for the save indicator: the disk refused, or the payload is above the limit. Rethrows any other error, as a bug. */
function classifyFault(fault: unknown): NonNullable<SaveIndicator['failure']> {
  if (fault instanceof StorageFault) return fault.kind;
  if (fault instanceof PayloadTooLarge) return 'tooLarge';
  throw fault;
}
