import type { SectionTypeCode } from '../../../../sync/contract/codes.ts';
import type { ImportedQuestionDraft } from '../../../../sync/contract/bank/question-file.ts';
import type { ImportCheck, ImportPreview } from '../question-queries.ts';
import { addLabel } from '../../../lib/punctuation.ts';

/** A row of the preview. `looked`: the user corrected it and has seen its remaining warnings. */
export type QuestionImportRow = ImportPreview['rows'][number] & { readonly looked?: true };
export const importRowKinds = ['faulty', 'doubtful', 'near', 'same', 'all'] as const;
export type ImportRowKind = (typeof importRowKinds)[number];

/** Changes to a file in the browser: corrected rows with the server's check of each, and omitted rows. */
export interface ImportCorrections {
  readonly corrected: ReadonlyMap<number, ImportCheck & { readonly draft: ImportedQuestionDraft }>;
  readonly drop: ReadonlySet<number>;
}
export const noCorrections: ImportCorrections = { corrected: new Map(), drop: new Set() };
export const hasNoCorrections = ({ corrected, drop }: ImportCorrections): boolean => corrected.size === 0 && drop.size === 0;

/** Stored part of the changes to a file. Corrections are checked again when the file is chosen again. */
export interface StoredCorrections {
  readonly fixes: readonly { readonly row: number; readonly draft: ImportedQuestionDraft }[];
  readonly drop: readonly number[];
}
export const toStoredCorrections = ({ corrected, drop }: ImportCorrections): StoredCorrections => ({
  fixes: [...corrected].map(([row, { draft }]) => ({ row, draft })),
  drop: [...drop],
});
/** Restores what the user changed before a reload: corrected cells (`fixes`, which this preview already contains) and dropped rows (`drop`). */
export function restoreCorrections(preview: ImportPreview, { fixes, drop }: StoredCorrections): ImportCorrections {
  const rows = new Map(preview.rows.map((row) => [row.row, row]));
  return {
    corrected: new Map(
      fixes.flatMap(({ row: at, draft }) => {
        const row = rows.get(at);
        return row === undefined ? [] : [[at, { row, draft, duplicates: preview.duplicates.filter((each) => each.row === at) }] as const];
      }),
    ),
    drop: new Set(drop.filter((row) => rows.has(row))),
  };
}

/** Returns the preview of the file with the user's corrections and omissions applied. */
export function applyImportCorrections(preview: ImportPreview, { corrected, drop }: ImportCorrections): ImportPreview {
  if (hasNoCorrections({ corrected, drop })) return preview;
  const isReplaced = (row: number | null) => row !== null && (drop.has(row) || corrected.has(row));
  return {
    ...preview,
    rows: preview.rows.flatMap((row) => {
      if (drop.has(row.row)) return [];
      const check = corrected.get(row.row);
      return [check === undefined ? row : { ...check.row, place: row.place, draft: check.draft, looked: true as const }];
    }),
    duplicates: [
      ...preview.duplicates.filter((each) => !isReplaced(each.row) && !isReplaced(each.ofRow)),
      ...[...corrected].flatMap(([row, check]) => (drop.has(row) ? [] : check.duplicates)),
    ],
  };
}

/** A line of the preview's table: a row of the file with one fault, warning or duplicate, or none. */
export interface PreviewLine {
  readonly key: string;
  readonly row: QuestionImportRow;
  readonly tone: 'seal' | 'kept' | 'neutral' | 'delivered';
  readonly field: string;
  readonly reason: string;
  /** True for the first line of its row; only this line shows the row number. */
  readonly first: boolean;
}

/** Returns the lines of one tab, in file order; a row with three faults has three lines. */
export function listPreviewLines(preview: ImportPreview, kind: ImportRowKind): PreviewLine[] {
  const like = new Map(preview.duplicates.map((each) => [each.row, each]));
  return preview.rows.flatMap((row) => {
    const remarks: Omit<PreviewLine, 'key' | 'row' | 'first'>[] = [];
    const has = (wanted: ImportRowKind) => kind === wanted || kind === 'all';
    if (has('faulty')) remarks.push(...row.faults.map((fault) => ({ tone: 'seal' as const, ...fault })));
    // Warnings of a faulty row appear with its faults; only rows that can be imported are doubtful.
    if (kind === 'all' || (kind === 'doubtful' ? isDoubtfulRow(row) : kind === 'faulty' && row.question === undefined))
      remarks.push(...row.warnings.map((warning) => ({ tone: 'kept' as const, ...warning })));
    const other = like.get(row.row);
    if (other !== undefined && has(other.kind))
      remarks.push({ tone: 'neutral', field: '', reason: other.text === '' ? other.of : addLabel(other.of, other.text) });
    if (kind === 'all' && remarks.length === 0) remarks.push({ tone: 'delivered', field: '', reason: '' });
    return remarks.map((line, at) => ({ ...line, row, first: at === 0, key: `${row.row}-${at}` }));
  });
}

/** Counts how many lines of the preview concern each field of a question, the most frequent first; all options count as one field. */
export function countLineFields(lines: readonly PreviewLine[]): (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { field } of lines) {
    const { name } = parseFieldPath(field);
    if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a);
}

/** True for a row that can be imported but has warnings that no user has looked at. */
export const isDoubtfulRow = (row: QuestionImportRow): boolean =>
  row.question !== undefined && row.warnings.length > 0 && row.looked !== true;

/** Counts the rows of each tab. Good, doubtful and faulty rows add up to the file. */
export function countPreviewRows(preview: ImportPreview) {
  const types = new Map<SectionTypeCode, number>();
  let [goodCount, doubtfulCount] = [0, 0];
  const same = new Set(preview.duplicates.flatMap(({ kind, row }) => (kind === 'same' ? [row] : [])));
  let doubtfulSame = 0;
  for (const row of preview.rows) {
    const { question } = row;
    if (question === undefined) continue;
    if (!isDoubtfulRow(row)) goodCount += 1;
    else {
      doubtfulCount += 1;
      if (same.has(row.row)) doubtfulSame += 1;
    }
    types.set(question.type, (types.get(question.type) ?? 0) + 1);
  }
  const of = (kind: 'same' | 'near') => preview.duplicates.filter((each) => each.kind === kind).length;
  return {
    all: preview.rows.length,
    good: goodCount,
    doubtful: doubtfulCount,
    faulty: preview.rows.length - goodCount - doubtfulCount,
    same: of('same'),
    doubtfulSame,
    near: of('near'),
    byType: [...types].toSorted(([a], [b]) => a - b),
  };
}
export type PreviewCounts = ReturnType<typeof countPreviewRows>;

/** Returns the number of questions that the import would write. */
export function countImportable(
  counts: PreviewCounts,
  { mode, skipDuplicates, doubtful }: { readonly mode: 'good' | 'all'; readonly skipDuplicates: boolean; readonly doubtful: boolean },
): number {
  if (mode === 'all' && counts.faulty > 0) return 0;
  const [all, same] = doubtful ? [counts.good + counts.doubtful, counts.same] : [counts.good, counts.same - counts.doubtfulSame];
  return all - (skipDuplicates ? same : 0);
}

/** Returns the number of the first faulty row after this one, otherwise of the first one in the file. */
export function findNextInvalidRow(preview: ImportPreview, after: number): number | null {
  const faulty = preview.rows.filter((row) => row.question === undefined && row.row !== after);
  return (faulty.find((row) => row.row > after) ?? faulty[0])?.row ?? null;
}

/** Returns the position of a row as its author knows it: the file's own numbering where it has one. */
export const getRowPosition = (row: QuestionImportRow, format: ImportPreview['format']): string =>
  row.place !== '' && (format === 'word' || format === 'excel') ? row.place : String(row.row);

/** Replaces picture addresses by the data itself, because pictures of a preview are not uploaded yet. */
export const inlinePreviewPictures = (html: string, pictures: ImportPreview['pictures']): string =>
  pictures.reduce((text, { url, data }) => text.replaceAll(url, data), html);
export const removePreviewPictures = (html: string, pictures: ImportPreview['pictures']): string =>
  pictures.reduce((text, { url, data }) => text.replaceAll(data, url), html);

/** Splits a path into field name and part: "options.1" is option B. */
export function parseFieldPath(path: string): { readonly name: string; readonly part: number | null } {
  const [base = '', index] = path.split('.');
  return { name: base, part: index !== undefined && /^\d+$/.test(index) ? Number(index) : null };
}
