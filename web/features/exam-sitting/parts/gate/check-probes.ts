import { StorageFault } from '../../../../../sync/engine/ports.ts';
import { countHeldOps } from '../../../../../sync/engine/store/store-rules.ts';
import { getZoneOffsetMinutes } from '../../../../../sync/contract/zone-time.ts';
import { getDeviceZone, getSchoolZone } from '../../../../lib/format-time.ts';
import { findBuildName, getBuildName } from '../../../../lib/this-build.ts';
import { makeCall } from '../../../../platform/api/call.ts';
import { measureClockOffset } from '../../../../platform/exam-device/clock-offset.ts';
import { deviceStore, createJournalReplica, testDeviceWrite } from '../../../../platform/exam-device/device.ts';
import { listMissingFeatures } from '../../../../platform/pwa/required-features.ts';
import { waitForWorkerState } from '../../../../platform/pwa/worker-state.ts';
import { journalReplica } from '../../../../platform/journal/journal-replica.ts';
import * as judge from '../../model/gate/pre-check.ts';
import { splitDuration } from '../../model/time-text.ts';

const installPatienceMs = 10_000;
const claimPatienceMs = 700;
const reloadedKey = 'wenkao.workerReload';

const waitAtMost = (ms: number, event: Promise<unknown>): Promise<boolean> =>
  Promise.race([event.then(() => true), new Promise<false>((resolve) => setTimeout(() => resolve(false), ms))]);

/** Checks that this page is under the service worker's control, and else tells why not. */
async function checkWorker(): Promise<judge.CheckFinding> {
  if (!('serviceWorker' in navigator)) return judge.judgeWorker('unsupported');
  const { serviceWorker } = navigator;
  const controllerChange = new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
  const state = await waitForWorkerState(installPatienceMs);
  // On a first visit, the worker takes this page over by itself. A page that was loaded without the worker needs a reload.
  if (serviceWorker.controller === null && state === 'active') {
    await waitAtMost(claimPatienceMs, controllerChange);
    if (serviceWorker.controller === null && sessionStorage.getItem(reloadedKey) === null) {
      sessionStorage.setItem(reloadedKey, 'once');
      location.reload();
      return new Promise(() => undefined);
    }
  }
  if (serviceWorker.controller !== null) return judge.judgeWorker('controlling');
  if (state !== 'active' && state !== 'pending') return judge.judgeWorker(state);
  const registration = await serviceWorker.getRegistration();
  return judge.judgeWorker(registration?.installing || registration?.waiting ? 'installing' : 'notControlling');
}

/** Judges the network by the fastest of three calls to the server. */
async function checkNetwork(signal: AbortSignal): Promise<judge.CheckFinding> {
  const took: number[] = [];
  for (let at = 0; at < 3; at += 1) {
    const from = performance.now();
    const came = await makeCall('/sync/time', {}, { quiet: true, signal }).then(
      () => true,
      () => false,
    );
    if (!came) break;
    took.push(performance.now() - from);
  }
  return judge.judgeNetwork(took.length === 0 ? null : Math.min(...took));
}

/** Reads the server's current build. The worker serves known pages from its cache, so an unknown address is used, which it passes to the server. */
async function checkBuild(signal: AbortSignal): Promise<judge.CheckFinding> {
  const page = await fetch('/?build=now', { cache: 'no-store', signal }).then(
    (reply) => (reply.ok ? reply.text() : null),
    () => null,
  );
  return judge.judgeBuild(getBuildName(), page === null ? null : findBuildName(page));
}

/** Tells whether the address is encrypted. A page on an insecure origin never runs this check: `public/boot.js` leads it to a page about HTTPS. */
async function checkAddress(): Promise<judge.CheckFinding> {
  return judge.judgeAddress(new URL(location.href));
}

const hasFiles = (): Promise<boolean> => journalReplica.isOffered().catch(() => false);

/** Checks for a private window. In one, Firefox and Safari refuse files of the page's origin, and Chromium keeps them in memory. */
async function checkPrivateWindow(): Promise<judge.CheckFinding> {
  try {
    await navigator.storage.getDirectory();
    return judge.judgePrivate((await hasFiles()) ? await journalReplica.probe() : 'unsupported');
  } catch (error) {
    return judge.judgePrivate(error instanceof DOMException && error.name === 'SecurityError' ? 'refused' : 'unsupported');
  }
}

async function checkJournal(): Promise<judge.CheckFinding> {
  try {
    return judge.judgeJournal((await createJournalReplica()) ? 'made' : 'unsupported');
  } catch (error) {
    return judge.judgeJournal({ reason: error instanceof StorageFault ? error.kind : String(error) });
  }
}

async function checkStorage(): Promise<judge.CheckFinding> {
  try {
    return judge.judgeStorage(await testDeviceWrite());
  } catch (error) {
    return judge.judgeStorage({ reason: error instanceof StorageFault ? error.kind : String(error) });
  }
}

async function checkQueue(): Promise<judge.CheckFinding> {
  const byActor = new Map<number, number>();
  for (const stream of await deviceStore.undelivered()) {
    const waiting = stream.headSeq - countHeldOps(stream);
    if (waiting > 0) byActor.set(stream.actor, (byActor.get(stream.actor) ?? 0) + waiting);
  }
  return judge.judgeQueue(byActor);
}

async function checkSpace(): Promise<judge.CheckFinding> {
  return judge.judgeSpace((await hasFiles()) ? await journalReplica.room(judge.spaceNeededBytes) : null);
}

/** Compares this PC's time zone with the school's, if this PC knows it. */
function compareZones(nowMs: number) {
  const [own, school] = [getDeviceZone(), getSchoolZone()];
  return { own, school, aheadMinutes: getZoneOffsetMinutes(nowMs, own) - getZoneOffsetMinutes(nowMs, school) };
}

/** Requests persistent storage. Null if the browser does not support it. */
const requestPersistence = async (): Promise<boolean | null> => ('persist' in navigator.storage ? navigator.storage.persist() : null);

/** Asks for the permission to show notifications: Chromium grants persistent storage without a question to sites that have it. */
export async function askToPersist(): Promise<void> {
  await Notification.requestPermission();
  await requestPersistence();
}

/** Functions that run the checks of this PC, by check. They never disturb an exam in progress on this PC. */
export const checkProbes: Readonly<Record<judge.CheckId, (signal: AbortSignal) => Promise<judge.CheckFinding>>> = {
  network: checkNetwork,
  address: checkAddress,
  browser: async () => judge.judgeBrowser(listMissingFeatures()),
  worker: checkWorker,
  build: checkBuild,
  private: checkPrivateWindow,
  storage: checkStorage,
  journal: checkJournal,
  clock: async (signal) =>
    judge.judgeClock(await measureClockOffset(5, signal), (t, ms) => {
      const { unit, count } = splitDuration(ms);
      return t(`examSitting:unit.${unit}`, { count });
    }),
  zone: async () => judge.judgeZone(compareZones(Date.now())),
  queue: checkQueue,
  space: checkSpace,
  screen: async () => judge.judgeScreen(window.innerWidth, window.innerHeight),
  persist: async () => judge.judgePersist(await requestPersistence()),
};
