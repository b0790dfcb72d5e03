import type { DrillResult } from '../../../sync/contract/exams/exam-readiness.ts';
import { randomBytes, toBase64url } from '../../../sync/crypto/bytes.ts';
import { getBuildName } from '../../lib/this-build.ts';
import { makeCall } from '../api/call.ts';
import { measureClockOffset } from '../exam-device/clock-offset.ts';
import { deviceStore, paperCache } from '../exam-device/device.ts';
import { deviceDatabase as db } from '../journal/device-database.ts';
import type { MachinePlace } from '../machine-place.ts';
import { isOfflineReady, workerStateAtom } from '../pwa/worker-state.ts';
import { appStore } from '../session/session-atoms.ts';
import { isPlayerOpen } from '../pwa/sitting-here.ts';
import { guardStorage } from '../database/storage-fault.ts';

/**
 * This module serves a PC in an exam room. It fetches what its seat needs without a signed-in user; everything that it stores of the exam is
 * encrypted.
 */

const roundMs = 30_000;
const ticketKey = 'roomMachine';
/**
 * Upload token of a registration that the server has not confirmed yet. A repeated registration uses it again, so that this PC is registered only
 * once.
 */
const newTicketKey = 'roomMachineNew';
/** Room and seat of this PC, as confirmed by the server. */
const placeKey = 'roomMachinePlace';
const drillKey = 'roomDrill';
/**
 * Maps each plan to the revision with which its sealed paper was fetched. The revision matters because a move to another room changes the release
 * code, which opens the paper without a network.
 */
const fetchedKey = 'roomFetched';

const readSetting = async (key: string): Promise<string | undefined> => (await guardStorage(() => db.settings.get(key)))?.value;
const keep = (key: string, value: string): Promise<unknown> => guardStorage(() => db.settings.put({ key, value }));

const readLastDrill = async (): Promise<DrillResult | null> => JSON.parse((await readSetting(drillKey)) ?? 'null') as DrillResult | null;

/** Fetches sealed papers that are missing or outdated, and reports to the server what this PC holds. */
async function runRound(ticket: string, ended: AbortSignal): Promise<void> {
  const work = await makeCall('/exam/machineWork', { ticket }, { quiet: true, signal: ended });
  if (work.drillMs !== null && work.drillMs > ((await readLastDrill())?.askedMs ?? 0)) await rehearse(work.drillMs);
  const sat = new Set((await deviceStore.sittings()).map((row) => row.planId));
  const offsetMs = Math.round((await measureClockOffset(3, ended)) ?? 0);
  const persisted = 'persisted' in navigator.storage ? await navigator.storage.persisted() : null;
  const drill = await readLastDrill();
  const fetched = JSON.parse((await readSetting(fetchedKey)) ?? '{}') as Record<number, number>;
  for (const plan of work.plans) {
    const storedPaper = await paperCache.find(plan.planId);
    const isSame = storedPaper?.variant === plan.variant && storedPaper.version === plan.version && fetched[plan.planId] === plan.revision;
    // An examinee who sat at this PC may have a paper of another variant than this seat; that stored paper must not be replaced.
    if (!isSame && !sat.has(plan.planId)) {
      await paperCache.store(await makeCall('/exam/machinePackage', { ticket, planId: plan.planId }, { quiet: true, signal: ended }));
      fetched[plan.planId] = plan.revision;
      await keep(fetchedKey, JSON.stringify(fetched));
    }
    const storedVariant = (await paperCache.find(plan.planId))?.variant ?? '';
    const worker = isOfflineReady() ? getBuildName() : '';
    const untrusted = appStore.get(workerStateAtom) === 'untrusted';
    const report = { revision: plan.revision, holds: storedVariant, persisted, offsetMs, worker, untrusted, drill };
    await makeCall('/exam/machineReport', { ticket, planId: plan.planId, report }, { quiet: true, signal: ended });
  }
}

let following: AbortController | undefined;

/** Follows the plans of the room in which this PC is registered, if any. A repeated call restarts the loop. */
export async function followRoom(): Promise<void> {
  const ticket = await readSetting(ticketKey);
  following?.abort();
  if (ticket === undefined) return;
  const ended = new AbortController();
  following = ended;
  const runNextRound = async (): Promise<void> => {
    if (!isPlayerOpen()) await runRound(ticket, ended.signal).catch(() => undefined);
    if (!ended.signal.aborted) setTimeout(() => void runNextRound(), roundMs);
  };
  await runNextRound();
}

/** Registers this PC at a seat (0: as a spare PC) of the room with this code. A PC that is already registered moves. Rejects with `CallFailure`. */
export async function registerMachineAt(roomCode: string, seatNo: number): Promise<MachinePlace> {
  const ticket = (await readSetting(ticketKey)) ?? (await readSetting(newTicketKey)) ?? toBase64url(randomBytes(32));
  await keep(newTicketKey, ticket);
  const { room } = await makeCall('/exam/registerMachine', { roomCode, seatNo, ticket });
  const place = { room, seatNo };
  await keep(ticketKey, ticket);
  await keep(placeKey, JSON.stringify(place));
  await navigator.storage?.persist().catch(() => false);
  void followRoom();
  return place;
}

/** Returns the room and seat at which this PC is registered; null if it is not registered. */
export async function getMachinePlace(): Promise<MachinePlace | null> {
  if ((await readSetting(ticketKey)) === undefined) return null;
  return JSON.parse((await readSetting(placeKey)) ?? '{"room":"","seatNo":0}') as MachinePlace;
}

/**
 * Rehearses an exam on this PC. `askedMs`: time at which the whole room was asked to rehearse; null if the user started it on this PC. A
 * rehearsal that throws counts as failed.
 */
async function rehearse(askedMs: number | null): Promise<DrillResult> {
  const { createFailedDrill, runDrill } = await import('./room-drill.ts');
  const result = { ...(await runDrill().catch(() => createFailedDrill(Date.now()))), askedMs };
  await keep(drillKey, JSON.stringify(result));
  return result;
}

/** Rehearses an exam on this PC and reports the result to the server. */
export async function runAndReportDrill(): Promise<DrillResult> {
  const result = await rehearse((await readLastDrill())?.askedMs ?? null);
  await followRoom();
  return result;
}
