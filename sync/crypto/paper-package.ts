import { type PaperContent, paperContent, type SealedPackage } from '../contract/exams/sitting.ts';
import { type Bytes, randomBytes, encodeUtf8 } from './bytes.ts';
import { formatPackageBinding } from './canonical.ts';
import { sealWithGcm } from './gcm.ts';
import { openPaperText, type PaperCipher } from './paper-text.ts';

const contentKeyBytes = 32;
export const generateContentKey = (): Bytes => randomBytes(contentKeyBytes);

/** Imports a paper's content key for sealing and opening, as non-extractable. The server keeps the raw key itself. */
export const importContentKey = (raw: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);

/**
 * Seals a paper. The content is validated first, so that every package can be opened in the exam room and contains no answer keys
 * (SY17).
 */
export async function sealPaper(content: PaperContent, key: CryptoKey, codeWrap: SealedPackage['codeWrap'] = null): Promise<SealedPackage> {
  const { planId, variant, version } = content;
  const plain = encodeUtf8(JSON.stringify(paperContent.parse(content)));
  const sealed = await sealWithGcm(key, plain, formatPackageBinding(planId, variant, version));
  return { planId, variant, version, sealed, sizeBytes: plain.length, codeWrap };
}

/** Decrypts a sealed paper. Rejects if the key is another one, or if the package was altered. */
export const openPaper = async (sealed: PaperCipher, key: CryptoKey): Promise<PaperContent> => readPaper(await openPaperText(sealed, key));

/** Parses and validates the text of an opened paper. */
export const readPaper = (text: string): PaperContent => paperContent.parse(JSON.parse(text));
