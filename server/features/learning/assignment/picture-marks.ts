import type { PictureMark } from '../../../../sync/contract/marking/picture-mark.ts';
import type { VersionedAttachment } from '../../../answer-log/calls/sync-reads.ts';
import type { AssignmentMarkRow } from './assignment-store.ts';

/** Marks on photos as stored: each with the version of its photo. `returns`: how often the work had been returned when the marks were stored. */
interface StoredPictureMarks {
  readonly returns: number;
  readonly marks: readonly (PictureMark & { readonly version: string })[];
}
type MarkRow = Pick<AssignmentMarkRow, 'pictures'> | undefined;

const parsePictures = (mark: MarkRow): StoredPictureMarks =>
  mark === undefined || mark.pictures === '' ? { returns: 0, marks: [] } : (JSON.parse(mark.pictures) as StoredPictureMarks);
const omitVersions = (marks: StoredPictureMarks['marks']): PictureMark[] => marks.map(({ file, x, y, text }) => ({ file, x, y, text }));

/** Serialises marks on photos; returns the index of the first mark whose photo is not in this answer. */
export function serialisePictureMarks(
  marks: readonly PictureMark[],
  files: readonly VersionedAttachment[],
  returns: number,
): string | number {
  const versions = new Map(files.map((file) => [file.itemId, file.version]));
  const versionedMarks: StoredPictureMarks['marks'][number][] = [];
  for (const [at, mark] of marks.entries()) {
    const version = versions.get(mark.file);
    if (version === undefined) return at;
    versionedMarks.push({ ...mark, version });
  }
  return versionedMarks.length === 0 ? '' : JSON.stringify({ returns, marks: versionedMarks } satisfies StoredPictureMarks);
}

/** Returns the marks on photos that have not changed since the marks were drawn. */
export const listCurrentPictureMarks = (mark: MarkRow, files: readonly VersionedAttachment[]): PictureMark[] =>
  omitVersions(
    parsePictures(mark).marks.filter(({ file, version }) => files.some((each) => each.itemId === file && each.version === version)),
  );

/** Returns the marks with which the work was last returned. They stay visible during the correction, even if a photo was replaced. */
export function listReturnedPictureMarks(mark: MarkRow, returns: number): PictureMark[] {
  const storedPictures = parsePictures(mark);
  return storedPictures.returns === returns - 1 ? omitVersions(storedPictures.marks) : [];
}
