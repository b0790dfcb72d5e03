import { type PaperContent, paperContent, type SealedPackage } from '../contract/sitting.ts';
import { type Bytes, fromBase64url, randomBytes, utf8, utf8Text } from './bytes.ts';
import { packageBinding } from './canonical.ts';
import { gcmOpen, gcmSeal } from './gcm.ts';

const contentKeyBytes = 32;
export const generateContentKey = (): Bytes => randomBytes(contentKeyBytes);

/** Non-extractable. The server, which has the raw key anyway, uses it to seal. */
export const importContentKey = (raw: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);

/** The key as `exam/release` sends it. It may only open. */
export const importReleasedKey = (contentKey: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', fromBase64url(contentKey), 'AES-GCM', false, ['decrypt']);

/** Parsed on the way in as well: a package that could not be opened in the exam room is never made (SY17). */
export async function sealPaper(content: PaperContent, key: CryptoKey, codeWrap: SealedPackage['codeWrap'] = null): Promise<SealedPackage> {
  const { planId, variant, version } = content;
  const plain = utf8(JSON.stringify(paperContent.parse(content)));
  const sealed = await gcmSeal(key, plain, packageBinding(planId, variant, version));
  return { planId, variant, version, sealed, sizeBytes: plain.length, codeWrap };
}

/** Rejects where the key is another, or anything of the package was altered. */
export async function openPaper(sealed: Omit<SealedPackage, 'sizeBytes' | 'codeWrap'>, key: CryptoKey): Promise<PaperContent> {
  const plain = await gcmOpen(key, sealed.sealed, packageBinding(sealed.planId, sealed.variant, sealed.version));
  return paperContent.parse(JSON.parse(utf8Text(plain)));
}
