import { maxQuestionFileBytes } from '../../../../sync/contract/bank/question-file.ts';
import { encodeBase64 } from '../../../lib/base64.ts';

/** A file with questions, in the form that the calls for preview and import take. */
export interface QuestionFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** Content in Base64. */
  readonly content: string;
  /** Differs for every choice of a file, even if the same file is chosen again. */
  readonly key: string;
  /** Hash of the content: equal for equal content, even under another file name. */
  readonly fingerprint: string;
}

/** Reads a chosen file, or returns why it cannot be taken. */
export async function readChosenFile(file: File): Promise<QuestionFile | 'tooBig' | 'emptyFile'> {
  if (file.size > maxQuestionFileBytes) return 'tooBig';
  if (file.size === 0) return 'emptyFile';
  const bytes = new Uint8Array(await file.arrayBuffer());
  return {
    name: file.name,
    sizeBytes: file.size,
    content: encodeBase64(bytes),
    key: crypto.randomUUID(),
    fingerprint: `${file.size.toString(36)}-${computeFingerprint(bytes)}`,
  };
}

/**
 * Hashes bytes with FNV-1a to distinguish a user's own files. Collisions can be forged, which harms nobody else. (The browser's hashes need HTTPS.)
 */
function computeFingerprint(bytes: Uint8Array): string {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(36);
}

/** Derives a category from a file name: "gaokao-physics.jsonl" → "gaokao-physics". A slash would separate steps of the path. */
export const toCategoryName = (fileName: string): string =>
  fileName
    .replace(/\.[A-Za-z0-9]{1,6}$/, '')
    .replaceAll('/', ' ')
    .slice(0, 60);
