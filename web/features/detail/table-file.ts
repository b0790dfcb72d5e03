import type { DetailLine } from '../../../sync/contract/bank/detail.ts';
import { listLineParents } from '../../../sync/domain/papers/detail-rules.ts';
import { writeSheet } from '../../ui/spreadsheet/spreadsheet.ts';
import { toSheetRows } from './detail-sheet.ts';
import { detailSheetName } from './sheet-words-table.ts';

/** Writes the lines as an .xlsx file that can be imported again. */
export const writeDetailTable = (lines: readonly DetailLine[]): Promise<Blob> =>
  writeSheet({ name: detailSheetName, ...toSheetRows(lines) }, new AbortController().signal);

const listFullCodes = (lines: readonly DetailLine[]): string[] => {
  const parents = listLineParents(lines);
  const codes: string[] = [];
  for (const [at, line] of lines.entries()) codes.push(`${codes[parents[at] ?? -1] ?? ''}-${line.code}`);
  return codes;
};

/** Gives imported lines the ids of present lines with the same code path, so that questions stay assigned to the same points of the table. */
export function copyLineIds(imported: readonly DetailLine[], present: readonly DetailLine[]): DetailLine[] {
  const ids = new Map(listFullCodes(present).map((code, at) => [code, present[at]?.id]));
  return listFullCodes(imported).map((code, at) => {
    const line = imported[at] as DetailLine;
    const id = ids.get(code);
    ids.delete(code);
    return id === undefined ? line : { ...line, id };
  });
}
