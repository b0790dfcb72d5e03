import { type SheetCell, type SheetRow, type WorkbookSheet } from '../../../../sync/workbook/workbook.ts';
import { columnOfHeading } from './excel-columns.ts';

const separators = [',', '\t', ';', '，'] as const;

/** Is a text a table with a heading of ours among its first lines? What parts its cells; undefined for another text. */
export function separatorOf(text: string): string | undefined {
  for (const line of text.split(/\r\n|\n|\r/, 10))
    for (const separator of separators) {
      const cells = cellsOf(line, separator)[0] ?? [];
      if (cells.length >= 2 && cells.filter((cell) => columnOfHeading(cell) !== undefined).length >= 2) return separator;
    }
  return undefined;
}

/** A text of commas or tabs as the sheet it was made of. Row numbers are its lines' as a spreadsheet would show them. */
export function sheetOfText(text: string, separator: string): WorkbookSheet {
  const rows: SheetRow[] = cellsOf(text, separator).flatMap((cells, at) => {
    const filled = new Map<number, SheetCell>(
      cells.flatMap((cell, column) => (cell.trim() === '' ? [] : [[column, { kind: 'value' as const, text: cell }]])),
    );
    return filled.size === 0 ? [] : [{ number: at + 1, cells: filled }];
  });
  return { name: '', rows };
}

/** Cells by RFC 4180: quoted ones may hold separators, line breaks and doubled quotes. In one pass. */
function cellsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const end = text.length;
  while (at <= end) {
    let cell = '';
    if (text[at] === '"') {
      at += 1;
      for (;;) {
        const quote = text.indexOf('"', at);
        cell += text.slice(at, quote < 0 ? end : quote);
        at = quote < 0 ? end : quote + 1;
        if (quote < 0 || text[at] !== '"') break;
        cell += '"';
        at += 1;
      }
    }
    const from = at;
    while (at < end && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1;
    row.push((cell + text.slice(from, at)).replace(/\r\n?/g, '\n'));
    if (at < end && text[at] === separator) {
      at += 1;
      continue;
    }
    rows.push(row);
    row = [];
    if (at >= end) break;
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1;
  }
  return rows;
}
