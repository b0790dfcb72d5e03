import { createTwofoldStore } from '../../sync/engine/twofold-store.ts';
import { clock, createPeers, createTurns, timers } from './browser-ports.ts';
import { deviceDatabase, mendDevice, openDevice } from './device-database.ts';
import { deviceId, seatDeviceId } from './device-id.ts';
import { createDexieClientStore } from './dexie-client-store.ts';
import { leaveAloneWhile } from './kept-twice.ts';
import { createLeadership } from './leadership.ts';
import { createNoticeCache } from './notice-cache.ts';
import { createPaperCache } from './paper-cache.ts';
import { onFault } from './engine-fault.ts';
import { forgetPieces } from './piece-database.ts';
import { secondCopy } from './second-copy.ts';
import { probeWrite } from './write-probe.ts';
import { writerAside } from './writer-aside.ts';

/**
 * Storage and sync objects of this tab, built once per page. Each is opened at its first use. This module is heavy (database, ciphers), so
 * the sign-in page imports it only on demand.
 */
const db = deviceDatabase;
export { session } from './app-session.ts';
/** Random id of this document; monotonic times are comparable only within one document (SY21). */
export const documentId = crypto.randomUUID();

export const papers = createPaperCache(db);
export const notices = createNoticeCache(db, () => Date.now());
export const writeProbe = () => probeWrite(db, documentId, () => crypto.randomUUID());
export const thisDeviceId = () => deviceId(db, () => crypto.randomUUID());
export const thisSeatDeviceId = (planId: number) => seatDeviceId(db, planId, () => crypto.randomUUID());

export const peers = createPeers(new BroadcastChannel('wenkao.ops'));

const database = createDexieClientStore(db);
/** Mirrored store of this device: database and journal (SY25). */
export const deviceStore = createTwofoldStore({
  database,
  second: secondCopy,
  clock,
  timers,
  open: openDevice,
  mend: mendDevice,
  inTurn: createTurns(navigator.locks),
  aside: writerAside(secondCopy),
  // A browser without this question does not tell what it may delete.
  isStoragePersistent: async () => (await navigator.storage?.persisted?.()) ?? false,
  onFault,
  onDoubt(why) {
    peers.announce({ kind: 'doubt', why });
    // A replica has failed. Until it is repaired, only the server holds a safe copy, so send immediately.
    peers.announce({ kind: 'written', awaited: true });
  },
});

/** Tells whether the journal alone decides, because the disk is full or the database has failed. */
export const isJournalAlone = (): boolean => ['journal', 'doubtful'].includes(deviceStore.copies());
leaveAloneWhile(isJournalAlone);
peers.onAnnounced((note) => {
  if (note.kind === 'doubt') void deviceStore.doubt(note.why);
});

/**
 * Creates the journal with its files filled to their full size, then repairs it (SY25). Resolves with false if the browser has no support.
 * Rejects if the disk has no space.
 */
export async function makeSecondCopy(): Promise<boolean> {
  if (!(await secondCopy.isOffered().catch(() => false))) return false;
  await secondCopy.allocate();
  await deviceStore.mend();
  return true;
}

/** Creates the second replica if no pre-check did so, as with homework. Never rejects: the save indicator shows whether there are two replicas. */
export async function haveSecondCopy(): Promise<void> {
  if (!(await secondCopy.isHeld().catch(() => true))) await makeSecondCopy().catch(console.error);
}

/** Deletes attempts that were archived before `beforeMs` (epoch milliseconds) and that the server is still known to hold completely (SY8). */
export async function pruneArchived(beforeMs: number): Promise<void> {
  const forgotten = await database.pruneArchived(beforeMs);
  for (const attemptId of forgotten) await secondCopy.forget(attemptId);
  await forgetPieces(forgotten);
}

export const leadership = createLeadership({
  locks: navigator.locks,
  channel: new BroadcastChannel('wenkao.leader'),
  nowMs: () => performance.now(),
  visible: () => document.visibilityState === 'visible',
});
