import { questionFileMaxBytes } from '../../../sync/contract/question-file.ts';

/** A question file as the call takes it. */
export interface QuestionFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** Base64. */
  readonly content: string;
  /** Another choice is another file, the same one chosen again too. */
  readonly key: string;
  /** The same for the same content, whatever its name. */
  readonly fingerprint: string;
}

/** A text: why it can't be taken. */
export async function readQuestionFile(file: File): Promise<QuestionFile | 'tooBig' | 'emptyFile'> {
  if (file.size > questionFileMaxBytes) return 'tooBig';
  if (file.size === 0) return 'emptyFile';
  const bytes = new Uint8Array(await file.arrayBuffer());
  return {
    name: file.name,
    sizeBytes: file.size,
    content: base64Of(bytes),
    key: crypto.randomUUID(),
    fingerprint: `${file.size.toString(36)}-${fingerprintOf(bytes)}`,
  };
}

/** FNV-1a: tells one's own files apart; nobody is kept from making two that agree. (Hashes of the browser need HTTPS.) */
function fingerprintOf(bytes: Uint8Array): string {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(36);
}

function base64Of(bytes: Uint8Array): string {
  let text = '';
  // As many as a call's arguments may be.
  const piece = 0x8000;
  for (let at = 0; at < bytes.length; at += piece) text += String.fromCharCode(...bytes.subarray(at, at + piece));
  return btoa(text);
}

/** "gaokao-physics.jsonl" → "gaokao-physics". A slash would be a step of the path. */
export const categoryOf = (fileName: string): string =>
  fileName
    .replace(/\.[A-Za-z0-9]{1,6}$/, '')
    .replaceAll('/', ' ')
    .slice(0, 60);
