import type { PictureMark } from '../../../sync/contract/marking/picture-mark.ts';
import type { TextNote } from '../../../sync/contract/marking/text-note.ts';
import type { AssignmentWork } from './assignment-queries.ts';

export interface TeacherMark {
  /** Points set by the teacher; null keeps the automatic points. */
  readonly points: number | null;
  readonly comment: string;
  /** Marks on photos of the answer. */
  readonly pictures: PictureMark[];
  /** Notes on passages of the answer's text. */
  readonly notes: TextNote[];
}
export type TeacherMarks = ReadonlyMap<string, TeacherMark>;

export const pickTeacherMark = ({ points, comment, pictures, notes }: TeacherMark): TeacherMark => ({ points, comment, pictures, notes });

/** Returns the mark of each question: the one edited on this page, or else the one from the server. */
export const mergeTeacherMarks = (work: Pick<AssignmentWork, 'items'>, written: TeacherMarks): TeacherMarks =>
  new Map(work.items.map((item) => [item.itemId, written.get(item.itemId) ?? pickTeacherMark(item)]));

/** Returns the marks that are still unsaved after `saved` was saved; marks edited meanwhile remain. */
export const removeSavedMarks = (written: TeacherMarks, saved: TeacherMarks): TeacherMarks =>
  new Map([...written].filter(([itemId, mark]) => saved.get(itemId) !== mark));
