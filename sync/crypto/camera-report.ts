import { type CameraFacts, cameraFacts } from '../contract/exams/camera.ts';
import { type Bytes, decodeUtf8, encodeUtf8, fromBase64url, joinBytes, randomBytes, toBase64url } from './bytes.ts';
import { chunkCipher } from './chunk-cipher.ts';

// A sealed camera report: secret wrapped for the server (113 bytes) ‖ facts and picture, sealed as a chunk under that secret. A report carries its
// own key, unlike an attachment, whose key is in an op, because a PC writes no ops before the start of the exam (SY24).

/** Bytes of a wrapped secret: HPKE's encapsulated key (65), the secret (32) and its tag (16). */
const wrappedBytes = 113;

/** Returns the additional data that binds a wrapped secret to its report. */
export const formatCameraBinding = (itemId: string): string => `wenkao camera 1/${itemId}`;

/** Content of one camera report. `picture` is empty if none was taken. */
export interface OpenedCameraReport {
  readonly facts: CameraFacts;
  readonly picture: Bytes;
}

/** Encrypts a camera report on the examinee's PC. `wrap`: wraps the report's secret for the server, base64url. */
export async function sealCameraReport(
  itemId: string,
  { facts, picture }: OpenedCameraReport,
  wrap: (secret: Bytes, binding: string) => Promise<string>,
): Promise<Bytes> {
  const secret = randomBytes(32);
  const head = encodeUtf8(JSON.stringify(facts));
  const plain = joinBytes(joinBytes(Uint8Array.of(head.length), head), picture);
  const [wrapped, sealed] = await Promise.all([wrap(secret, formatCameraBinding(itemId)), chunkCipher.seal(toBase64url(secret), 0, plain)]);
  return joinBytes(fromBase64url(wrapped), sealed);
}

/** Decrypts a camera report on the server. `unwrap`: opens the wrapped secret. Rejects if the report was altered, or made for another name. */
export async function openCameraReport(
  itemId: string,
  report: Bytes,
  unwrap: (wrapped: string, binding: string) => Promise<Bytes>,
): Promise<OpenedCameraReport> {
  const secret = await unwrap(toBase64url(report.subarray(0, wrappedBytes)), formatCameraBinding(itemId));
  const plain = await chunkCipher.open(toBase64url(secret), 0, report.slice(wrappedBytes));
  const end = 1 + (plain[0] ?? 0);
  return { facts: cameraFacts.parse(JSON.parse(decodeUtf8(plain.subarray(1, end)))), picture: plain.slice(end) };
}
