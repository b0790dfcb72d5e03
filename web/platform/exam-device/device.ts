import { createMirroredStore } from '../../../sync/engine/store/mirrored-store.ts';
import { browserClock, createPeers, createTabQueue, browserTimers } from '../browser-ports.ts';
import { deviceDatabase, loadRepair, repairDeviceDatabase, openDevice } from '../journal/device-database.ts';
import { hasJournals } from '../journal/journal-place.ts';
import { getDeviceId, getSeatDeviceId } from './device-id.ts';
import { createDexieClientStore } from '../database/dexie-client-store.ts';
import { refuseWritesWhile } from '../journal/mirrored-tables.ts';
import { createLeadership } from './leadership.ts';
import { createPaperCache, decryptPaper } from '../database/paper-cache.ts';
import { reportEngineFault } from '../engine-fault.ts';
import { journalReplica } from '../journal/journal-replica.ts';
import { measureWrite } from '../database/write-probe.ts';
import { attemptRules } from '../../../sync/domain/exams/attempt-kinds.ts';
import type { PlanNotice } from '../../../sync/contract/exams/sitting.ts';
import { encodeUtf8, decodeUtf8 } from '../../../sync/crypto/bytes.ts';
import type { UnlockedVault } from '../../../sync/crypto/vault.ts';
import type { DeviceDatabase } from '../database/database.ts';
import { storeExamWindows } from '../pwa/exam-windows.ts';
import { guardStorage } from '../database/storage-fault.ts';
import { type ClientStore, StorageFault } from '../../../sync/engine/ports.ts';
import type { WriterThread } from '../../../sync/engine/store/mirrored-store-ports.ts';
import type { JournalCalls } from '../journal/journal-messages.ts';

/**
 * Storage and sync objects of this tab, built once per page. Each is opened at its first use. This module is heavy (database, ciphers), so
 * the sign-in page imports it only on demand.
 */
const db = deviceDatabase;
export { appSession } from '../session/app-session.ts';
/** Random id of this document; monotonic times are comparable only within one document (SY21). */
export const thisDocumentId = crypto.randomUUID();

/** Longest wait for the journal thread to do a piece of work, in milliseconds. After that, the page's own thread does it. */
const patienceMs = 4_000;
/** Runs `onThread` on the journal thread or, if that thread cannot or is too slow, `here` on the page's. Doing the work twice is harmless. */
async function runOnJournalThread<T>(onThread: () => Promise<T | undefined>, here: () => Promise<T>): Promise<T> {
  if (deviceStore.getReplicaState() !== 'both') return here();
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs));
  return (await Promise.race([onThread(), late]).catch(() => undefined)) ?? here();
}

export const paperCache = createPaperCache(db, (...asked) =>
  runOnJournalThread(
    () => journalReplica.decryptPaper(...asked),
    () => decryptPaper(...asked),
  ),
);
export const noticeCache = createNoticeCache(db, () => Date.now());
export const testDeviceWrite = () => measureWrite(db, thisDocumentId, () => crypto.randomUUID());
export const getThisDeviceId = () => getDeviceId(db, () => crypto.randomUUID());
export const getThisSeatDeviceId = (planId: number) => getSeatDeviceId(db, planId, () => crypto.randomUUID());

export const tabChannel = createPeers(new BroadcastChannel('wenkao.ops'));

/** Makes the journal thread the writer that stores answers in the database and in a journal file. */
const createWriterThread = (journal: JournalCalls): WriterThread => ({
  async sealAndWrite({ header, payload, cipher: { keys } }, prevHash, amend) {
    const written = keys && (await journal.sealAndWrite({ header, payload, keys }, prevHash, amend));
    if (!written || !('fault' in written)) return written;
    return { ...written, fault: new StorageFault(written.fault.kind, written.fault.text) };
  },
  prepare: () => void journal.prepare().catch(() => undefined),
});

const database = createDexieClientStore(db);
const acknowledge: ClientStore['acknowledge'] = (...head) =>
  runOnJournalThread(
    () => journalReplica.acknowledgeInDatabase(...head),
    () => database.acknowledge(...head),
  );
/** Mirrored store of this device: database and journal (SY25). */
export const deviceStore = createMirroredStore({
  database: { ...database, acknowledge },
  journalReplica: journalReplica,
  clock: browserClock,
  timers: browserTimers,
  open: openDevice,
  repair: repairDeviceDatabase,
  runExclusively: createTabQueue(navigator.locks),
  writerThread: createWriterThread(journalReplica),
  // A browser without the function `persisted` may delete the storage at any time.
  isStoragePersistent: async () => (await navigator.storage?.persisted?.()) ?? false,
  onFault: reportEngineFault,
  onReplicaFailure(why) {
    tabChannel.announce({ kind: 'doubt', why });
    // The database or the journal file has failed. Until it is repaired, only the server holds a safe copy, so send immediately.
    tabChannel.announce({ kind: 'written', awaited: true });
  },
});

/**
 * Begins everything that the first read waits for, in parallel: the database, the journal thread, and the code that compares database and journal.
 * The exam player calls it before it renders.
 */
export function openDeviceAhead(): void {
  void Promise.allSettled([
    // The journal thread starts with its first call. This call starts it without opening a journal, because there may be none.
    journalReplica.isOffered(),
    hasJournals().then((has) => has && journalReplica.isHeld()),
    loadRepair(),
    deviceStore.sittings(),
  ]);
}

/**
 * True if only the journal decides, or if the database has failed and the journal is incomplete: tables other than those of attempts are then not
 * written.
 */
export const isJournalPrimary = (): boolean => ['journal', 'doubtful'].includes(deviceStore.getReplicaState());
refuseWritesWhile(isJournalPrimary);
tabChannel.onAnnounced((note) => {
  if (note.kind === 'doubt') void deviceStore.handleReplicaFailure(note.why);
});

/**
 * Creates the journal files at their full size, then gives them the rows of the database (SY25). Resolves with false if the browser has no support.
 * Rejects if the disk has no space.
 */
export async function createJournalReplica(): Promise<boolean> {
  if (!(await journalReplica.isOffered().catch(() => false))) return false;
  await journalReplica.allocate();
  await deviceStore.repair();
  return true;
}

/**
 * Creates the journal files, the second replica of the answers, if no pre-check did so, as with homework. Never rejects: the save indicator shows
 * whether there are two replicas.
 */
export async function ensureJournalReplica(): Promise<void> {
  if (!(await journalReplica.isHeld().catch(() => true))) await createJournalReplica().catch(console.error);
}

export const tabLeadership = createLeadership({
  locks: navigator.locks,
  channel: new BroadcastChannel('wenkao.leader'),
  nowMs: () => performance.now(),
  visible: () => document.visibilityState === 'visible',
});

const formatNoticesBinding = (userId: number): string => `notices/${userId}`;

/** Stores a user's exam notices as last received from the server, readable only with the same user's credential. */
interface NoticeCache {
  store(userId: number, notices: readonly PlanNotice[], vault: UnlockedVault): Promise<void>;
  read(userId: number, vault: UnlockedVault): Promise<readonly PlanNotice[]>;
}

/** Creates the cache of exam notices. */
function createNoticeCache(db: DeviceDatabase, nowMs: () => number): NoticeCache {
  return {
    async store(userId, notices, vault) {
      const sealed = await vault.wrapBytes(encodeUtf8(JSON.stringify(notices)), formatNoticesBinding(userId));
      const windows = notices.map(({ planId, kind, startMs, durationMs }) => {
        const window = { planId, fromMs: startMs, toMs: startMs + durationMs };
        return attemptRules[kind ?? 'exam'].mayClosePaper ? { ...window, aside: true as const } : window;
      });
      await guardStorage(async () => {
        await db.notices.put({ userId, sealed });
        await storeExamWindows(db, windows, nowMs());
      });
    },
    async read(userId, vault) {
      const row = await guardStorage(() => db.notices.get(userId));
      const bytes = row && (await vault.unwrapBytes(row.sealed, formatNoticesBinding(userId)));
      return bytes ? (JSON.parse(decodeUtf8(bytes)) as PlanNotice[]) : [];
    },
  };
}
