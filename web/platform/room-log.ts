import type { SittingGrant } from '../../sync/contract/sitting.ts';
import { countOps } from '../../sync/engine/lamps.ts';
import { openRoom, type RoomSession } from '../../sync/engine/room-session.ts';
import { sha256Text } from '../../sync/seal/digest.ts';
import { chance, clock, timers } from './browser-ports.ts';
import { deliverNow, startDelivery } from './delivery.ts';
import { deviceStore, documentId, peers, session } from './device.ts';
import { onFault } from './engine-fault.ts';

/** Counts the room commands of this tablet and those that the server is known to hold, also while nobody can open the log. */
export const countActs = async (logId: string): Promise<{ readonly here: number; readonly received: number }> =>
  countOps(await deviceStore.streamsOf(logId));

/**
 * Opens a room's log on this tablet. If `grant` is given, its upload token is stored first. Resolves with null if this tablet never had the log or it
 * belongs to another user.
 */
export async function openRoomHere(logId: string, grant: SittingGrant | null, schoolId: number): Promise<RoomSession | null | 'noVault'> {
  const vault = await session.vault();
  if (!vault) return 'noVault';
  if (grant)
    await deviceStore.saveSitting({
      attemptId: grant.attemptId,
      planId: grant.planId,
      epoch: grant.epoch,
      actor: grant.actor,
      schoolId,
      ticket: grant.ticket,
      serverKeys: grant.serverKeys,
      wrappedSittingKey: await vault.wrapSittingKey(grant),
      lamport: 0,
      handIn: null,
      news: null,
      receipt: null,
      serverEpoch: grant.serverEpoch,
      archivedMs: null,
    });
  const sitting = await deviceStore.sitting(logId);
  if (!sitting || !(await vault.ownsSitting(sitting))) return null;
  startDelivery();
  deliverNow();
  return openRoom({
    copies: deviceStore.copies,
    attemptId: logId,
    documentId,
    store: deviceStore,
    vault,
    clock,
    timers,
    chance,
    digest: sha256Text,
    peers,
    onFault,
  });
}
