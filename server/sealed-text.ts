import type { ServerRandom } from './ports.ts';
import { openSealedBytes, sealBytes } from './sealed-bytes.ts';

interface SealKey {
  readonly seal: Buffer;
}

/** Encrypts a text; see `sealBytes`. */
export const sealText = (purpose: string, text: string, keys: SealKey, chance: ServerRandom): Buffer =>
  sealBytes(keys.seal, purpose, Buffer.from(text), chance.bytes(12));

/** Decrypts a text; throws if it was altered, or sealed with another key or for another purpose. */
export const openSealedText = (purpose: string, sealed: Buffer, keys: SealKey): string =>
  openSealedBytes(keys.seal, purpose, sealed).toString('utf8');
