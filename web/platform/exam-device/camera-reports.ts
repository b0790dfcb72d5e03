import { type CameraKind, type CameraOutcome, cameraLimits, parseCameraKind } from '../../../sync/contract/exams/camera.ts';
import { chunkCipher } from '../../../sync/crypto/chunk-cipher.ts';
import { sealCameraReport } from '../../../sync/crypto/camera-report.ts';
import { StorageFault } from '../../../sync/engine/ports.ts';
import { deviceChunkStore } from '../database/chunk-database.ts';
import { createRandomName } from './attempt-files.ts';
import { startDelivery } from './delivery.ts';
import { appSession, deviceStore, tabChannel } from './device.ts';

/** Minimum free space on the PC, in bytes, for storing a still of the camera, so that stills never take space from answers (decision 037). */
const spaceForAnswersBytes = 200 * 2 ** 20;

const noPicture = new Uint8Array();

/**
 * Seals a report of the camera and stores it on this PC; it is delivered like a chunk of an attachment. `full`: the PC has no space for the report,
 * or the attempt already has the maximum number of reports of this kind. `lost`: this page cannot seal data of the attempt.
 */
export async function storeCameraReport(
  attemptId: string,
  kind: CameraKind,
  outcome: CameraOutcome,
  picture: Uint8Array<ArrayBuffer> = noPicture,
): Promise<'stored' | 'full' | 'lost'> {
  const [sitting, vault] = [await deviceStore.sitting(attemptId), await appSession.vault()];
  if (!sitting || !vault) return 'lost';
  try {
    const storedReports = (await deviceChunkStore.ofAttempt(attemptId)).filter(({ itemId }) => parseCameraKind(itemId) === kind);
    if (storedReports.length >= cameraLimits.reports[kind]) return 'full';
    const itemId = `${kind}/${createRandomName()}`;
    const facts = { outcome, atMs: Date.now() };
    const sealed = await sealCameraReport(itemId, { facts, picture }, (secret, binding) => vault.wrapForServer(sitting, secret, binding));
    const hash = await chunkCipher.digest(sealed);
    await deviceChunkStore.add([{ attemptId, itemId, at: 0, hash, ticket: sitting.ticket, sealed, heldBy: '' }]);
  } catch (fault) {
    if (!(fault instanceof StorageFault)) throw fault;
    return 'full';
  }
  startDelivery();
  tabChannel.announce({ kind: 'written', awaited: true });
  return 'stored';
}

/** Tells whether this PC has space for a still of the camera. True if the browser cannot say. */
export async function hasSpaceForStill(): Promise<boolean> {
  const { quota, usage = 0 } = await navigator.storage.estimate().catch((): StorageEstimate => ({}));
  return quota === undefined || quota - usage >= spaceForAnswersBytes;
}

const buildStorageKey = (attemptId: string): string => `wenkao.camera.${attemptId}`;

/** Returns how the request for an entry photo ended, as stored on this PC; null if the examinee has not taken or declined the photo here yet. */
export const readCameraAnswer = (attemptId: string): string | null => localStorage.getItem(buildStorageKey(attemptId));
export const rememberCameraAnswer = (attemptId: string, outcome: CameraOutcome): void =>
  localStorage.setItem(buildStorageKey(attemptId), outcome);
