import type { PlanNotice, SealedPackage, SittingGrant } from '../../../../sync/contract/sitting.ts';
import type { ClientStore, SittingRow } from '../../../../sync/engine/ports.ts';
import { sittingOf } from './local-sitting.ts';

/** What the seat needs of the world: the calls (which reject with the platform's `CallFailure`), this device, and the person's vault. */
export interface SeatPorts {
  readonly actor: number;
  readonly schoolId: number;
  readonly store: Pick<ClientStore, 'sittings' | 'saveSitting'>;
  readonly vault: {
    wrapSittingKey(sitting: Pick<SittingGrant, 'attemptId' | 'epoch' | 'actor' | 'sittingKey'>): Promise<string>;
    ownsSitting(row: SittingRow): Promise<boolean>;
  };
  readonly papers: {
    keep(sealed: SealedPackage): Promise<void>;
    kept(planId: number): Promise<SealedPackage | undefined>;
  };
  /** Keeps what the server said of the time, for a start without a network (SY21). */
  noteServerTime(grant: SittingGrant, startMs: number): Promise<void>;
  readonly calls: {
    enter(planId: number, moveHere: boolean): Promise<SittingGrant>;
    getPackage(planId: number): Promise<SealedPackage>;
  };
}

/** A seat that has just been taken, with the server's clock of that moment. */
export interface TakenSeat {
  readonly row: SittingRow;
  readonly grant: SittingGrant;
}

/** The person's sitting on this device that their vault can write in; a grant under another credential is no use. */
export async function seatHere(ports: SeatPorts, planId: number): Promise<SittingRow | undefined> {
  const row = await sittingOf(ports.store, planId, ports.actor);
  return row !== undefined && (await ports.vault.ownsSitting(row)) ? row : undefined;
}

/** A grant as this device keeps it. */
export const seatRow = (grant: SittingGrant, schoolId: number, wrappedSittingKey: string): SittingRow => ({
  attemptId: grant.attemptId,
  planId: grant.planId,
  epoch: grant.epoch,
  actor: grant.actor,
  schoolId,
  ticket: grant.ticket,
  serverKeys: grant.serverKeys,
  wrappedSittingKey,
  lamport: 0,
  handIn: null,
  news: null,
  receipt: null,
  serverEpoch: grant.serverEpoch,
  archivedMs: null,
});

/** Takes the seat on this device: the grant, sealed under the person's vault, durable before anything is said to be prepared. */
export async function takeSeat(ports: SeatPorts, planId: number, moveHere: boolean): Promise<TakenSeat> {
  const grant = await ports.calls.enter(planId, moveHere);
  const row = seatRow(grant, ports.schoolId, await ports.vault.wrapSittingKey(grant));
  // The store merges: what an earlier grant on this device has written stays.
  await ports.store.saveSitting(row);
  return { row: (await seatHere(ports, planId)) ?? row, grant };
}

/** The sealed paper on this device; fetched where it is missing. `fresh`: fetched again, the kept one did not open. */
export async function paperHere(ports: SeatPorts, planId: number, fresh = false): Promise<SealedPackage> {
  const kept = fresh ? undefined : await ports.papers.kept(planId);
  if (kept) return kept;
  await ports.papers.keep(await ports.calls.getPackage(planId));
  const readBack = await ports.papers.kept(planId);
  if (!readBack) throw new Error(`the paper of plan ${planId} was not there when read back`);
  return readBack;
}

export type PrepareStep = 'enter' | 'package' | 'verify' | 'done';

/** Makes this PC ready: seat and sealed paper, written and read back. From then on the exam needs no network. */
export async function prepareSeat(
  ports: SeatPorts,
  { planId, startMs }: Pick<PlanNotice, 'planId' | 'startMs'>,
  moveHere: boolean,
  onStep: (step: PrepareStep) => void,
): Promise<SealedPackage> {
  onStep('enter');
  const { grant } = await takeSeat(ports, planId, moveHere);
  await ports.noteServerTime(grant, startMs);
  onStep('package');
  await paperHere(ports, planId, true);
  onStep('verify');
  const [seat, paper] = [await seatHere(ports, planId), await ports.papers.kept(planId)];
  if (!seat || !paper) throw new Error(`plan ${planId} was not there when read back`);
  onStep('done');
  return paper;
}

/** A plan's notice among those the device keeps. */
export const noticeAmong = (notices: readonly PlanNotice[], planId: number): PlanNotice | undefined =>
  notices.find((notice) => notice.planId === planId);
