import { separators, textCells } from '../../../../sync/workbook/text-sheet.ts';
import { columnOfHeading } from './excel-columns.ts';

/** Returns the separator of a table that has our headings in one of its first lines; undefined for any other text. */
export function separatorOf(text: string): string | undefined {
  for (const line of text.split(/\r\n|\n|\r/, 10))
    for (const separator of separators) {
      const cells = textCells(line, separator)[0] ?? [];
      if (cells.length >= 2 && cells.filter((cell) => columnOfHeading(cell) !== undefined).length >= 2) return separator;
    }
  return undefined;
}
