import type { PlanNotice, SealedPackage, SittingGrant } from '../../../../../sync/contract/exams/sitting.ts';
import type { ClientStore, SittingRow } from '../../../../../sync/engine/ports.ts';
import { encodeUtf8 } from '../../../../../sync/crypto/bytes.ts';
import { findSitting } from './local-sitting.ts';

/** Returns the text to which the encryption of a wrapped seat key is bound: the key can be unwrapped only for the same attempt. */
export const getSeatKeyBinding = (attemptId: string): string => `seat/${attemptId}`;

/**
 * Dependencies of taking a seat: calls (they reject with the platform's `CallFailure`), this device's store, and the user's vault, which encrypts
 * secrets.
 */
export interface SeatPorts {
  readonly actor: number;
  readonly schoolId: number;
  readonly store: Pick<ClientStore, 'sittings' | 'saveSitting'>;
  readonly vault: {
    wrapBytes(bytes: Uint8Array<ArrayBuffer>, binding: string): Promise<string>;
    wrapSittingKey(sitting: Pick<SittingGrant, 'attemptId' | 'epoch' | 'actor' | 'sittingKey'>): Promise<string>;
    ownsSitting(row: SittingRow): Promise<boolean>;
  };
  readonly papers: {
    store(sealed: SealedPackage): Promise<void>;
    find(planId: number): Promise<SealedPackage | undefined>;
  };
  /** Stores the server's time on this PC, so that the exam can start without a network (SY21). */
  noteServerTime(grant: SittingGrant, startMs: number): Promise<void>;
  readonly calls: {
    enter(planId: number, moveHere: boolean): Promise<SittingGrant>;
    getPackage(planId: number): Promise<SealedPackage>;
  };
}

/** A seat that was just taken. The grant contains the server's time at that moment. */
export interface NewSeat {
  readonly row: SittingRow;
  readonly grant: SittingGrant;
}

/** Finds the user's sitting on this device, if the current vault can decrypt its key. A sitting that another credential encrypted is useless. */
export async function findSeatHere(ports: SeatPorts, planId: number): Promise<SittingRow | undefined> {
  const row = await findSitting(ports.store, planId, ports.actor);
  return row !== undefined && (await ports.vault.ownsSitting(row)) ? row : undefined;
}

/** Converts a grant (the server's reply that gives the seat to this device) to the row that this device stores. */
export const toSittingRow = (grant: SittingGrant, schoolId: number, wrappedSittingKey: string): SittingRow => ({
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

/** Takes the seat on this device. The grant is stored durably, its keys encrypted by the user's vault, before this resolves. */
export async function takeSeat(ports: SeatPorts, planId: number, moveHere: boolean): Promise<NewSeat> {
  const grant = await ports.calls.enter(planId, moveHere);
  const bare = toSittingRow(grant, ports.schoolId, await ports.vault.wrapSittingKey(grant));
  const { seatKey } = grant;
  const wrappedSeatKey = seatKey && (await ports.vault.wrapBytes(encodeUtf8(seatKey), getSeatKeyBinding(grant.attemptId)));
  const row: SittingRow = wrappedSeatKey === undefined ? bare : { ...bare, wrappedSeatKey };
  // The store merges the rows, so data written under an earlier grant on this device stays.
  await ports.store.saveSitting(row);
  return { row: (await findSeatHere(ports, planId)) ?? row, grant };
}

/** Returns the sealed paper on this device and fetches it if it is missing. `fresh`: fetch it again, because the stored one did not open. */
export async function getSealedPaper(ports: SeatPorts, planId: number, fresh = false): Promise<SealedPackage> {
  const storedPaper = fresh ? undefined : await ports.papers.find(planId);
  if (storedPaper) return storedPaper;
  await ports.papers.store(await ports.calls.getPackage(planId));
  const readBack = await ports.papers.find(planId);
  if (!readBack) throw new Error(`the stored paper of plan ${planId} could not be read back`);
  return readBack;
}

export type PrepareStep = 'enter' | 'package' | 'verify' | 'done';

/** Prepares this PC: writes seat and sealed paper and reads them back. After that, the exam needs no network. */
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
  await getSealedPaper(ports, planId, true);
  onStep('verify');
  const [seat, paper] = [await findSeatHere(ports, planId), await ports.papers.find(planId)];
  if (!seat || !paper) throw new Error(`the stored seat of plan ${planId} could not be read back`);
  onStep('done');
  return paper;
}

/** Finds the notice of a plan among the stored or fetched ones. */
export const findNotice = (notices: readonly PlanNotice[], planId: number): PlanNotice | undefined =>
  notices.find((notice) => notice.planId === planId);
