import type { PictureMark } from '../../../sync/contract/picture-mark.ts';
import type { TextNote } from '../../../sync/contract/text-note.ts';
import type { Work } from './task-queries.ts';

export interface Mark {
  /** Points set by the teacher; null keeps the automatic points. */
  readonly points: number | null;
  readonly comment: string;
  /** Marks on photos of the answer. */
  readonly pictures: PictureMark[];
  /** Notes on passages of the answer's text. */
  readonly notes: TextNote[];
}
export type Marks = ReadonlyMap<string, Mark>;

export const markOf = ({ points, comment, pictures, notes }: Mark): Mark => ({ points, comment, pictures, notes });

/** Returns the marks of all items: the server's, replaced by those edited on this page. */
export const marksOf = (work: Pick<Work, 'items'>, written: Marks): Marks =>
  new Map(work.items.map((item) => [item.itemId, written.get(item.itemId) ?? markOf(item)]));

/** Returns the marks that are still unsaved after `saved` was saved; marks edited meanwhile remain. */
export const without = (written: Marks, saved: Marks): Marks =>
  new Map([...written].filter(([itemId, mark]) => saved.get(itemId) !== mark));
