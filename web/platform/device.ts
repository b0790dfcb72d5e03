import { createTwofoldStore } from '../../sync/engine/twofold-store.ts';
import { clock, createPeers, createTurns, timers } from './browser-ports.ts';
import { deviceDatabase, mendDevice, openDevice } from './device-database.ts';
import { deviceId, seatDeviceId } from './device-id.ts';
import { createDexieClientStore } from './dexie-client-store.ts';
import { leaveAloneWhile } from './kept-twice.ts';
import { createLeadership } from './leadership.ts';
import { createNoticeCache } from './notice-cache.ts';
import { createPaperCache } from './paper-cache.ts';
import { forgetPieces } from './piece-database.ts';
import { secondCopy } from './second-copy.ts';
import { probeWrite } from './write-probe.ts';
import { writerAside } from './writer-aside.ts';

/**
 * What this tab has of the device, built once for the page. Nothing is opened before the first use. Heavy (database, ciphers):
 * what the sign-in page needs of it, it imports when it needs it.
 */
const db = deviceDatabase;
export { session } from './app-session.ts';
/** This document's own name (SY21): the monotonic clock means nothing outside it. */
export const documentId = crypto.randomUUID();

export const papers = createPaperCache(db);
export const notices = createNoticeCache(db, () => Date.now());
export const writeProbe = () => probeWrite(db, documentId, () => crypto.randomUUID());
export const thisDeviceId = () => deviceId(db, () => crypto.randomUUID());
export const thisSeatDeviceId = (planId: number) => seatDeviceId(db, planId, () => crypto.randomUUID());

export const peers = createPeers(new BroadcastChannel('wenkao.ops'));

const database = createDexieClientStore(db);
/** Both copies of this device (SY25). */
export const deviceStore = createTwofoldStore({
  database,
  second: secondCopy,
  clock,
  timers,
  open: openDevice,
  mend: mendDevice,
  inTurn: createTurns(navigator.locks),
  aside: writerAside(secondCopy),
  onDoubt(why) {
    peers.announce({ kind: 'doubt', why });
    // While the browser runs, the server is the one place where these answers are safe for good.
    peers.announce({ kind: 'written', awaited: true });
  },
});

/** The disk is full, or the database has failed. */
export const isJournalAlone = (): boolean => ['journal', 'doubtful'].includes(deviceStore.copies());
leaveAloneWhile(isJournalAlone);
peers.onAnnounced((note) => {
  if (note.kind === 'doubt') void deviceStore.doubt(note.why);
});

/** SY25: makes room for the second copy on this device, written in full. False: this browser offers none. Rejects where the disk has no room. */
export async function makeSecondCopy(): Promise<boolean> {
  if (!(await secondCopy.isOffered().catch(() => false))) return false;
  await secondCopy.allocate();
  await deviceStore.mend();
  return true;
}

/** Where no pre-check made it: what was set by a teacher is begun without one. Does nothing where it stands; the lamp says what holds. */
export async function haveSecondCopy(): Promise<void> {
  if (!(await secondCopy.isHeld().catch(() => true))) await makeSecondCopy().catch(console.error);
}

/** Forgets attempts that were archived before `beforeMs` and that the server still is known to hold whole (SY8). */
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
