import { questionFileMaxBytes } from '../../../sync/contract/question-file.ts';

/** A question file as the call takes it. */
export interface QuestionFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** Base64. */
  readonly content: string;
  /** Another choice is another file, the same one chosen again too. */
  readonly key: string;
}

/** A text: why it can't be taken. */
export async function readQuestionFile(file: File): Promise<QuestionFile | 'tooBig' | 'emptyFile'> {
  if (file.size > questionFileMaxBytes) return 'tooBig';
  if (file.size === 0) return 'emptyFile';
  return { name: file.name, sizeBytes: file.size, content: base64Of(new Uint8Array(await file.arrayBuffer())), key: crypto.randomUUID() };
}
function base64Of(bytes: Uint8Array): string {
  let text = '';
  // As many as a call's arguments may be.
  const piece = 0x8000;
  for (let at = 0; at < bytes.length; at += piece) text += String.fromCharCode(...bytes.subarray(at, at + piece));
  return btoa(text);
}

/** A file that came base64, for saving. */
export function fileOf({ content, mime }: { readonly content: string; readonly mime: string }): Blob {
  return new Blob([Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0))], { type: mime });
}

/** "gaokao-physics.jsonl" → "gaokao-physics". A slash would be a step of the path. */
export const categoryOf = (fileName: string): string =>
  fileName
    .replace(/\.[A-Za-z0-9]{1,6}$/, '')
    .replaceAll('/', ' ')
    .slice(0, 60);
