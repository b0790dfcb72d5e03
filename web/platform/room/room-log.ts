import type { SittingGrant } from '../../../sync/contract/exams/sitting.ts';
import { countOps } from '../../../sync/engine/client/undelivered-age.ts';
import { openRoomSession, type RoomSession } from '../../../sync/engine/client/room-session.ts';
import { hashText } from '../../../sync/crypto/bytes.ts';
import { browserRandom, browserClock, browserTimers } from '../browser-ports.ts';
import { deliverNow, startDelivery } from '../exam-device/delivery.ts';
import { deviceStore, thisDocumentId, tabChannel, appSession } from '../exam-device/device.ts';
import { reportEngineFault } from '../engine-fault.ts';

/**
 * Counts the room commands of this tablet and those that the server is known to hold. It also works while no user who can open the log is signed in.
 */
export const countRoomCommands = async (logId: string): Promise<{ readonly localCount: number; readonly received: number }> =>
  countOps(await deviceStore.streamsOf(logId));

/**
 * Opens the log of an exam room's commands on this tablet. If `grant` is given, its upload token is stored first. Resolves with null if this tablet
 * never had the log or it belongs to another user.
 */
export async function openRoomLog(logId: string, grant: SittingGrant | null, schoolId: number): Promise<RoomSession | null | 'noVault'> {
  const vault = await appSession.vault();
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
  return openRoomSession({
    copies: deviceStore.getReplicaState,
    attemptId: logId,
    documentId: thisDocumentId,
    store: deviceStore,
    vault,
    clock: browserClock,
    timers: browserTimers,
    chance: browserRandom,
    digest: hashText,
    peers: tabChannel,
    onFault: reportEngineFault,
  });
}
