import { questionSheetFields } from '../../../../sync/contract/bank/question-file.ts';

/** Maps a heading to a field; '' skips the column. */
export type ColumnMapping = Readonly<Record<string, '' | (typeof questionSheetFields)[number]>>;

/**
 * Storage key of a user's manual mapping of headings, which applies to later files too. It is stored on this PC and may be lost if the disk is full.
 */
const getStorageKey = (owner: string): string => `wenkao.importColumns.${owner}`;
const mostHeadings = 200;
const isField = (field: unknown): field is ColumnMapping[string] => field === '' || questionSheetFields.some((each) => each === field);

export function getRememberedColumns(owner: string): ColumnMapping {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(getStorageKey(owner)) ?? '{}');
    return Object.fromEntries(
      Object.entries(value ?? {}).flatMap(([heading, field]) => (isField(field) && heading.length <= 200 ? [[heading, field]] : [])),
    );
  } catch {
    return {};
  }
}

export function rememberColumns(owner: string, columns: ColumnMapping): void {
  try {
    localStorage.setItem(getStorageKey(owner), JSON.stringify(Object.fromEntries(Object.entries(columns).slice(-mostHeadings))));
  } catch {
    // If the mapping cannot be stored, the user is asked to map the columns again next time.
  }
}
