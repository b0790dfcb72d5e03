import { cellSeparators, splitTextCells } from '../../../../../../sync/spreadsheet/text-sheet.ts';
import { findColumnByHeading } from './excel-columns.ts';

/** Returns the separator of a table that has our headings in one of its first lines; undefined for any other text. */
export function detectSeparator(text: string): string | undefined {
  for (const line of text.split(/\r\n|\n|\r/, 10))
    for (const separator of cellSeparators) {
      const cells = splitTextCells(line, separator)[0] ?? [];
      if (cells.length >= 2 && cells.filter((cell) => findColumnByHeading(cell) !== undefined).length >= 2) return separator;
    }
  return undefined;
}
