import type { DrillResult } from '../../sync/contract/exam-ready.ts';
import { randomBytes, toBase64url } from '../../sync/seal/bytes.ts';
import { thisBuild } from '../lib/this-build.ts';
import { call } from './call.ts';
import { clockOffset } from './clock-offset.ts';
import { deviceStore, papers } from './device.ts';
import { deviceDatabase as db } from './device-database.ts';
import { certificateUntrustedAtom } from './service-worker-registration.ts';
import { appStore } from './session-atoms.ts';
import { isSitting } from './sitting-here.ts';
import { guarded } from './storage-fault.ts';

/** A PC that stands in an exam room: nobody has to be signed in for it to fetch what its seat needs, and nothing it holds opens by itself. */

const roundMs = 30_000;
const ticketKey = 'roomMachine';
/** The ticket of a registration whose answer did not arrive: asked for again, it registers this PC once. */
const newTicketKey = 'roomMachineNew';
/** Room and seat as the server confirmed them. */
const placeKey = 'roomMachinePlace';
const drillKey = 'roomDrill';
/** Plan → the revision its package was fetched with: another room has another code. */
const fetchedKey = 'roomFetched';

const setting = async (key: string): Promise<string | undefined> => (await guarded(() => db.settings.get(key)))?.value;
const keep = (key: string, value: string): Promise<unknown> => guarded(() => db.settings.put({ key, value }));

const lastDrill = async (): Promise<DrillResult | null> => JSON.parse((await setting(drillKey)) ?? 'null') as DrillResult | null;

/** Fetches what is missing or was changed, and says what is here. */
async function round(ticket: string, ended: AbortSignal): Promise<void> {
  const work = await call('/exam/machineWork', { ticket }, { quiet: true, signal: ended });
  if (work.drillMs !== null && work.drillMs > ((await lastDrill())?.askedMs ?? 0)) await rehearse(work.drillMs);
  const sat = new Set((await deviceStore.sittings()).map((row) => row.planId));
  const offsetMs = Math.round((await clockOffset(3, ended)) ?? 0);
  const persisted = 'persisted' in navigator.storage ? await navigator.storage.persisted() : null;
  const drill = await lastDrill();
  const fetched = JSON.parse((await setting(fetchedKey)) ?? '{}') as Record<number, number>;
  for (const plan of work.plans) {
    const kept = await papers.kept(plan.planId);
    const isSame = kept?.variant === plan.variant && kept.version === plan.version && fetched[plan.planId] === plan.revision;
    // Whose seat was taken here has their own paper: it is never put aside for the seat's.
    if (!isSame && !sat.has(plan.planId)) {
      await papers.keep(await call('/exam/machinePackage', { ticket, planId: plan.planId }, { quiet: true, signal: ended }));
      fetched[plan.planId] = plan.revision;
      await keep(fetchedKey, JSON.stringify(fetched));
    }
    const holds = (await papers.kept(plan.planId))?.variant ?? '';
    const untrusted = appStore.get(certificateUntrustedAtom);
    const report = { revision: plan.revision, holds, persisted, offsetMs, worker: thisBuild(), untrusted, drill };
    await call('/exam/machineReport', { ticket, planId: plan.planId, report }, { quiet: true, signal: ended });
  }
}

let following: AbortController | undefined;

/** Follows the room's plans from now on, where this PC stands in one; again and again does no harm. */
export async function followRoom(): Promise<void> {
  const ticket = await setting(ticketKey);
  following?.abort();
  if (ticket === undefined) return;
  const ended = new AbortController();
  following = ended;
  const next = async (): Promise<void> => {
    if (!isSitting()) await round(ticket, ended.signal).catch(() => undefined);
    if (!ended.signal.aborted) setTimeout(() => void next(), roundMs);
  };
  await next();
}

export interface MachinePlace {
  readonly room: string;
  /** 0: in reserve. */
  readonly seatNo: number;
}

/** Registers this PC at a seat (0: in reserve) of the room whose code it is. A registered PC moves. Throws `CallFailure`. */
export async function standAt(roomCode: string, seatNo: number): Promise<MachinePlace> {
  const ticket = (await setting(ticketKey)) ?? (await setting(newTicketKey)) ?? toBase64url(randomBytes(32));
  await keep(newTicketKey, ticket);
  const { room } = await call('/exam/registerMachine', { roomCode, seatNo, ticket });
  const place = { room, seatNo };
  await keep(ticketKey, ticket);
  await keep(placeKey, JSON.stringify(place));
  await navigator.storage?.persist().catch(() => false);
  void followRoom();
  return place;
}

/** Where this PC is registered; null: nowhere. */
export async function machinePlace(): Promise<MachinePlace | null> {
  if ((await setting(ticketKey)) === undefined) return null;
  return JSON.parse((await setting(placeKey)) ?? '{"room":"","seatNo":0}') as MachinePlace;
}

/** Rehearses an exam on this PC. `askedMs`: when the whole room was asked; null: at this PC. A rehearsal that breaks off has failed. */
async function rehearse(askedMs: number | null): Promise<DrillResult> {
  const { brokenDrill, runDrill } = await import('./room-drill.ts');
  const result = { ...(await runDrill().catch(() => brokenDrill(Date.now()))), askedMs };
  await keep(drillKey, JSON.stringify(result));
  return result;
}

/** Rehearses an exam on this PC, and tells the board what it came to. */
export async function drillHere(): Promise<DrillResult> {
  const result = await rehearse((await lastDrill())?.askedMs ?? null);
  await followRoom();
  return result;
}
