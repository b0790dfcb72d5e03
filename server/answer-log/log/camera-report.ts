import type { CameraKind } from '../../../sync/contract/exams/camera.ts';
import { openCameraReport, type OpenedCameraReport } from '../../../sync/crypto/camera-report.ts';
import { formatPskId } from '../../../sync/crypto/canonical.ts';
import { openStreamSecret } from '../../../sync/crypto/server-hpke.ts';
import type { ServerKeys } from './server-keys.ts';
import { deriveSittingKey } from './upload-token.ts';

/** A camera report as the PC sealed it, with the attempt, epoch and user of the sitting in which it was sealed. */
export interface SealedCameraReport {
  readonly attemptId: string;
  readonly epoch: number;
  readonly actor: number;
  readonly itemId: string;
  readonly sealed: Buffer;
}

/** A camera report that the server decrypted when it arrived. */
export interface ArrivedCameraReport extends SealedCameraReport, OpenedCameraReport {
  readonly kind: CameraKind;
}

/**
 * Decrypts a camera report. Rejects unless a holder of the sitting key (the pre-shared key that the server gives to the examinee's PC) encrypted the
 * report's secret for this server and this report.
 */
export function readCameraReport(
  keys: Pick<ServerKeys, 'hpke' | 'sittingSecret'>,
  { attemptId, epoch, actor, itemId, sealed }: SealedCameraReport,
): Promise<OpenedCameraReport> {
  const psk = Uint8Array.from(deriveSittingKey(keys, { attemptId, epoch, actor }));
  return openCameraReport(itemId, Uint8Array.from(sealed), (wrapped, binding) =>
    openStreamSecret(keys.hpke, wrapped, psk, formatPskId(attemptId, epoch, actor), binding),
  );
}
