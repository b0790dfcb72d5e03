import { sheetFields } from '../../../sync/contract/question-file.ts';

/** Heading → field; '' leaves the column out. */
export type ColumnMapping = Readonly<Record<string, '' | (typeof sheetFields)[number]>>;

/** What somebody said a heading means is what it means in their next file, too. Kept on this PC; a full disk forgets it. */
const keyOf = (owner: string): string => `wenkao.importColumns.${owner}`;
const mostHeadings = 200;
const isField = (field: unknown): field is ColumnMapping[string] => field === '' || sheetFields.some((each) => each === field);

export function rememberedColumns(owner: string): ColumnMapping {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(owner)) ?? '{}');
    return Object.fromEntries(
      Object.entries(value ?? {}).flatMap(([heading, field]) => (isField(field) && heading.length <= 200 ? [[heading, field]] : [])),
    );
  } catch {
    return {};
  }
}

export function rememberColumns(owner: string, columns: ColumnMapping): void {
  try {
    localStorage.setItem(keyOf(owner), JSON.stringify(Object.fromEntries(Object.entries(columns).slice(-mostHeadings))));
  } catch {
    // It is asked for again next time.
  }
}
