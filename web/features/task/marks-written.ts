import type { PictureMark } from '../../../sync/contract/picture-mark.ts';
import type { TextNote } from '../../../sync/contract/text-note.ts';
import type { Work } from './task-queries.ts';

export interface Mark {
  /** Null: what was counted by itself stands. */
  readonly points: number | null;
  readonly comment: string;
  /** On the photos of the answer. */
  readonly pictures: PictureMark[];
  /** On its words. */
  readonly notes: TextNote[];
}
export type Marks = ReadonlyMap<string, Mark>;

export const markOf = ({ points, comment, pictures, notes }: Mark): Mark => ({ points, comment, pictures, notes });

/** As they stand on the server, but where something else has been written here since. */
export const marksOf = (work: Pick<Work, 'items'>, written: Marks): Marks =>
  new Map(work.items.map((item) => [item.itemId, written.get(item.itemId) ?? markOf(item)]));

/** What is still to be saved, once `saved` of it is: what was written meanwhile stays. */
export const without = (written: Marks, saved: Marks): Marks =>
  new Map([...written].filter(([itemId, mark]) => saved.get(itemId) !== mark));
