import type { PictureMark } from '../../../sync/contract/picture-mark.ts';
import type { AnswerFile } from '../sync/sync-reads.ts';
import type { MarkRow } from './task-store.ts';

/** As they are kept with the mark: each with the version of the photo it was set on, and how often the work had been given back by then. */
interface KeptPictures {
  readonly returns: number;
  readonly marks: readonly (PictureMark & { readonly version: string })[];
}
type Kept = Pick<MarkRow, 'pictures'> | undefined;

const read = (mark: Kept): KeptPictures =>
  mark === undefined || mark.pictures === '' ? { returns: 0, marks: [] } : (JSON.parse(mark.pictures) as KeptPictures);
const shown = (marks: KeptPictures['marks']): PictureMark[] => marks.map(({ file, x, y, text }) => ({ file, x, y, text }));

/** A number: that mark is on no photo of this answer. */
export function keepPictures(marks: readonly PictureMark[], files: readonly AnswerFile[], returns: number): string | number {
  const versions = new Map(files.map((file) => [file.itemId, file.version]));
  const kept: KeptPictures['marks'][number][] = [];
  for (const [at, mark] of marks.entries()) {
    const version = versions.get(mark.file);
    if (version === undefined) return at;
    kept.push({ ...mark, version });
  }
  return kept.length === 0 ? '' : JSON.stringify({ returns, marks: kept } satisfies KeptPictures);
}

/** Those on photos that still are what they were when the mark was set. */
export const picturesOn = (mark: Kept, files: readonly AnswerFile[]): PictureMark[] =>
  shown(read(mark).marks.filter(({ file, version }) => files.some((each) => each.itemId === file && each.version === version)));

/** Those the work was last given back with: while it is corrected they stand, also where a photo has been replaced since. */
export function picturesReturned(mark: Kept, returns: number): PictureMark[] {
  const kept = read(mark);
  return kept.returns === returns - 1 ? shown(kept.marks) : [];
}
