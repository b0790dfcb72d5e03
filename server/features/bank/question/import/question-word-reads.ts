import { exporters } from '../formats/format-registry.ts';
import { writeFileInThread } from '../formats/threads/file-writing.ts';
import type { PicturesByUrl } from '../formats/question-format.ts';
import type { PaperDocument } from '../formats/word-write/word-paper.ts';

export type { PaperDocument } from '../formats/word-write/word-paper.ts';

/** Writes a paper as a Word file in a worker thread; returns undefined if too many files are being processed. */
export async function writePaperInThread(
  paper: PaperDocument,
  pictures: PicturesByUrl,
  turn: { readonly userId: number; readonly signal: AbortSignal },
): Promise<{ fileName: string; mime: string; content: string } | undefined> {
  const bytes = await writeFileInThread({ paper, pictures }, turn);
  const { mime, extension } = exporters.word;
  return bytes && { fileName: `paper.${extension}`, mime, content: Buffer.from(bytes).toString('base64') };
}
