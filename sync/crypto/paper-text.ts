import type { SealedPackage } from '../contract/exams/sitting.ts';
import { decodeUtf8, fromBase64url } from './bytes.ts';
import { formatPackageBinding } from './canonical.ts';
import { openWithGcm } from './gcm.ts';

export type PaperCipher = Omit<SealedPackage, 'sizeBytes' | 'codeWrap'>;

/** Opens a sealed paper as text. Rejects if the key is another one, or if the package was altered. */
export const openPaperText = async ({ planId, variant, version, sealed }: PaperCipher, key: CryptoKey): Promise<string> =>
  decodeUtf8(await openWithGcm(key, sealed, formatPackageBinding(planId, variant, version)));

/** Imports a paper's content key from the base64url text that the call `exam/release` returns. The key can only open the paper. */
export const importReleasedKey = (contentKey: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', fromBase64url(contentKey), 'AES-GCM', false, ['decrypt']);
