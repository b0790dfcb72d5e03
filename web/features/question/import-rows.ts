import type { ImportPreview } from './question-queries.ts';

type Row = ImportPreview['rows'][number];
export type RowKind = 'faulty' | 'warned' | 'duplicate' | 'all';

/** One line of the preview's table: a row of the file with one thing said about it, or nothing. */
export interface PreviewLine {
  readonly key: string;
  readonly row: Row;
  readonly tone: 'seal' | 'kept' | 'neutral' | 'delivered';
  readonly field: string;
  readonly reason: string;
  /** The first line of its row: the row number is shown once. */
  readonly first: boolean;
}

/** The lines of one tab, in the file's order; a row with three faults has three lines. */
export function previewLines(preview: ImportPreview, kind: RowKind): PreviewLine[] {
  const sameAs = new Map(preview.duplicates.map((each) => [each.row, each.of]));
  return preview.rows.flatMap((row) => {
    const said: Omit<PreviewLine, 'key' | 'row' | 'first'>[] = [];
    const has = (wanted: RowKind) => kind === wanted || kind === 'all';
    if (has('faulty')) said.push(...row.faults.map((fault) => ({ tone: 'seal' as const, ...fault })));
    if (has('warned')) said.push(...row.warnings.map((warning) => ({ tone: 'kept' as const, ...warning })));
    const of = sameAs.get(row.row);
    if (has('duplicate') && of !== undefined) said.push({ tone: 'neutral', field: '', reason: of });
    if (kind === 'all' && said.length === 0) said.push({ tone: 'delivered', field: '', reason: '' });
    return said.map((line, at) => ({ ...line, row, first: at === 0, key: `${row.row}-${at}` }));
  });
}

/** How many questions an import would write. */
export function importableCount(preview: ImportPreview, mode: 'good' | 'all', skipDuplicates: boolean): number {
  if (mode === 'all' && preview.faulty > 0) return 0;
  return preview.good - (skipDuplicates ? preview.duplicates.length : 0);
}

/** Pictures of a file that is kept nowhere yet, put in by themselves for showing. */
export const withPictures = (html: string, pictures: ImportPreview['pictures']): string =>
  pictures.reduce((text, { url, data }) => text.replaceAll(url, data), html);
