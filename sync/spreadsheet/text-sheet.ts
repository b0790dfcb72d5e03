import type { SheetCell, WorkbookRow, WorkbookSheet } from './workbook.ts';

export interface DecodedText {
  readonly text: string;
  readonly encoding: 'utf8' | 'utf16' | 'gb18030';
}

/**
 * Decodes a text file: as UTF-16 if it begins with its byte order mark, else as UTF-8, else in the encoding of Chinese Windows. The text does not
 * contain the mark.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const decoded = (label: string, encoding: DecodedText['encoding']): DecodedText => ({
    text: new TextDecoder(label).decode(bytes),
    encoding,
  });
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decoded('utf-16le', 'utf16');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decoded('utf-16be', 'utf16');
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf8' };
  } catch {
    return decoded('gb18030', 'gb18030');
  }
}

/** Reads a text as a sheet; `separator` stands between two cells of a line. Row numbers are those that a spreadsheet program would show. */
export function parseTextSheet(text: string, separator: string): WorkbookSheet {
  const rows: WorkbookRow[] = splitTextCells(text, separator).flatMap((cells, at) => {
    const filled = new Map<number, SheetCell>(
      cells.flatMap((cell, column) => (cell.trim() === '' ? [] : [[column, { kind: 'value' as const, text: cell }]])),
    );
    return filled.size === 0 ? [] : [{ number: at + 1, cells: filled }];
  });
  return { name: '', rows };
}

/** Characters that may separate the cells of a text file, the likeliest first. */
export const cellSeparators = [',', '\t', ';', '，'] as const;

/**
 * Reads the bytes of a CSV file as a sheet. The first lines of the file show which character separates its cells. Undefined if the file is no table
 * of text.
 */
export function parseCsvSheet(bytes: Uint8Array): WorkbookSheet | undefined {
  const { text } = decodeText(bytes);
  if (/^\s*[<{[%]/.test(text.slice(0, 200)) || /[\u0000-\u0008\u000e-\u001f]/.test(text.slice(0, 4096))) return undefined;
  const head = text.slice(0, 4096).split(/\r\n|\n|\r/, 10);
  const counts = head.map((line) => cellSeparators.map((each) => ({ each, cells: splitTextCells(line, each)[0]?.length ?? 0 })));
  const separator = counts.find((line) => line.some(({ cells }) => cells >= 2))?.toSorted((one, other) => other.cells - one.cells)[0]?.each;
  return separator === undefined ? undefined : { ...parseTextSheet(text, separator), name: 'CSV' };
}

/** Splits a text into cells by RFC 4180: a quoted cell may contain separators, line breaks and doubled quotes. Reads the text once. */
export function splitTextCells(text: string, separator: string): string[][] {
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
