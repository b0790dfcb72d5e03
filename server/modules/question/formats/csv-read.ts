import { separators, textCells } from '../../../../sync/workbook/text-sheet.ts';
import { columnOfHeading } from './excel-columns.ts';

/** Is a text a table with a heading of ours among its first lines? What parts its cells; undefined for another text. */
export function separatorOf(text: string): string | undefined {
  for (const line of text.split(/\r\n|\n|\r/, 10))
    for (const separator of separators) {
      const cells = textCells(line, separator)[0] ?? [];
      if (cells.length >= 2 && cells.filter((cell) => columnOfHeading(cell) !== undefined).length >= 2) return separator;
    }
  return undefined;
}
