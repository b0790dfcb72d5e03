import { type CellNumberFormat, formatCellTime, formatPlainNumber, formatSerialDay, plainNumberFormat } from './number-format.ts';
import { maxSkippedEmptyRows, type SheetCell, type WorkbookRow, type TextRun, WorkbookError } from './workbook.ts';
import { walkXml } from './xml-walk.ts';

/** Parts of the workbook that cells refer to. */
export interface WorkbookParts {
  readonly strings: readonly SharedText[];
  readonly looks: readonly CellNumberFormat[];
  readonly from1904: boolean;
}

/** A text of the workbook's table of shared strings. It comes in runs (pieces of one style) if some are superscript or subscript. */
export type SharedText = Pick<SheetCell, 'text' | 'runs'>;

/** Reads the rows that are not empty. Throws `WorkbookError` if there are more than `maxRows`, or far too many empty rows. */
export function readSheetRows(sheet: string, xml: string, book: WorkbookParts, maxRows: number): WorkbookRow[] {
  const rows: WorkbookRow[] = [];
  let empty = 0;
  let number = 0;
  let column = -1;
  let type = '';
  let look: CellNumberFormat = plainNumberFormat;
  let cells = new Map<number, SheetCell>();
  let value = '';
  let formula: string | undefined;
  let into: 'value' | 'formula' | null = null;
  let phonetic = false;
  let richValue = 0;
  let runs = createRunCollector();
  const endCell = (): void => {
    const plainCell = formatCell(value, type, look, book);
    const raisedRuns = type === 'inlineStr' ? runs.end() : undefined;
    const cell: SheetCell | undefined = plainCell && {
      ...plainCell,
      ...(look.kind === 'text' && { isText: true }),
      ...(raisedRuns && { runs: raisedRuns }),
      ...(richValue > 0 && { richValue }),
    };
    if (formula !== undefined) cells.set(column, { kind: 'formula', text: `=${formula}`, result: cell?.text ?? '' });
    else if (cell !== undefined && cell.text.trim() !== '') cells.set(column, cell);
  };
  const endRow = (): void => {
    if (cells.size === 0) {
      empty += 1;
      if (empty > maxSkippedEmptyRows)
        throw new WorkbookError({
          kind: 'tooManyEmptyRows',
          sheet,
          row: Math.max(number, findLastRowNumber(xml)),
          limit: maxSkippedEmptyRows,
        });
    } else {
      if (rows.length >= maxRows) throw new WorkbookError({ kind: 'tooManyRows', sheet, limit: maxRows });
      rows.push({ number, cells });
    }
  };
  walkXml(xml, {
    open: (name, attributes) => {
      if (name === 'row') {
        number = Number(attributes['r'] ?? number + 1);
        cells = new Map();
        column = -1;
      } else if (name === 'c') {
        column = attributes['r'] === undefined ? column + 1 : parseColumn(attributes['r']);
        type = attributes['t'] ?? 'n';
        look = book.looks[Number(attributes['s'] ?? -1)] ?? plainNumberFormat;
        value = '';
        formula = undefined;
        richValue = Number(attributes['vm'] ?? 0);
        runs = createRunCollector();
      } else if (name === 'f') {
        into = 'formula';
        formula = '';
      } else if (name === 'rPh') phonetic = true;
      else if (name === 'vertAlign' || name === 'r') runs.open(name, attributes['val']);
      else if (name === 'v' || (name === 't' && !phonetic)) into = 'value';
    },
    text: (text) => {
      if (into === 'formula') formula += text;
      if (into === 'value') {
        value += text;
        runs.add(text);
      }
    },
    close: (name) => {
      if (name === 'f' || name === 'v' || name === 't') into = null;
      else if (name === 'rPh') phonetic = false;
      else if (name === 'c') endCell();
      else if (name === 'row') endRow();
    },
  });
  return rows;
}

function formatCell(value: string, type: string, look: CellNumberFormat, book: WorkbookParts): SheetCell | undefined {
  // A cell without a value is empty, regardless of its type: Number('') would be the first shared string.
  if (value.trim() === '') return undefined;
  switch (type) {
    case 's':
      return { kind: 'value', ...(book.strings[Number(value)] ?? { text: '' }) };
    case 'inlineStr':
    case 'str':
      return { kind: 'value', text: decodeCharacters(value) };
    case 'b':
      return { kind: 'value', text: value === '1' ? 'TRUE' : 'FALSE' };
    case 'e':
      return { kind: 'error', text: value };
    case 'd':
      return { kind: 'date', text: value.slice(0, 10) };
  }
  return formatNumberCell(value, look, book.from1904);
}

/**
 * Returns a number as its cell shows it. A serial number with a date format becomes a date, with its time if the format shows one. If this reader
 * does not know the format, the cell is of kind `format` and contains the number with its format.
 */
function formatNumberCell(text: string, look: CellNumberFormat, from1904: boolean): SheetCell {
  const value = Number(text);
  if (look.kind === 'plain' || look.kind === 'text' || !Number.isFinite(value)) return { kind: 'value', text: formatPlainNumber(text) };
  if (look.kind === 'date') {
    const day = formatSerialDay(value, from1904);
    if (day === undefined) return { kind: 'value', text: formatPlainNumber(text) };
    const time = /[hs]/i.test(look.format) && value % 1 > 0 ? formatCellTime(value % 1, 'hh:mm') : undefined;
    return { kind: 'date', text: time === undefined ? day : `${day} ${time}` };
  }
  const shownText = look.show(value);
  return shownText === undefined
    ? { kind: 'format', text: `${formatPlainNumber(text)}（${look.format}）` }
    : { kind: 'value', text: shownText };
}

/** Finds the last row number in a sheet, even in XML that was cut off. */
export function findLastRowNumber(xml: string): number {
  const last = xml.lastIndexOf('<row ') < 0 ? xml.lastIndexOf(':row ') : xml.lastIndexOf('<row ');
  const rowNumber = last < 0 ? undefined : /^.row [^>]*?\br="(\d+)"/.exec(xml.slice(last, last + 400))?.[1];
  const claimed = /<(?:\w+:)?dimension [^>]*?ref="[^"]*?(\d+)"/.exec(xml.slice(0, 4000))?.[1];
  return Math.max(Number(rowNumber ?? 0), Number(claimed ?? 0));
}

/** Reads the shared strings, by index. Phonetic readings above Chinese or Japanese words are left out. */
export function readSharedStrings(xml: string): SharedText[] {
  const sharedTexts: SharedText[] = [];
  let currentText = '';
  let runs = createRunCollector();
  let isInText = false;
  let isPhonetic = false;
  walkXml(xml, {
    open: (name, attributes) => {
      if (name === 'si') [currentText, runs] = ['', createRunCollector()];
      if (name === 'vertAlign' || name === 'r') runs.open(name, attributes['val']);
      if (name === 'rPh') isPhonetic = true;
      isInText = name === 't' && !isPhonetic;
    },
    text: (text) => {
      if (!isInText) return;
      currentText += text;
      runs.add(text);
    },
    close: (name) => {
      if (name === 't') isInText = false;
      if (name === 'rPh') isPhonetic = false;
      if (name === 'si') {
        const raised = runs.end();
        sharedTexts.push({ text: decodeCharacters(currentText), ...(raised && { runs: raised }) });
      }
    },
  });
  return sharedTexts;
}

/** Collects the runs (pieces of one style) of a cell's text. `end` returns them if any is superscript or subscript, else undefined. */
function createRunCollector() {
  const runs: TextRun[] = [];
  let look: TextRun['look'] = 'plain';
  return {
    open(name: string, val: string | undefined): void {
      look = name === 'r' ? 'plain' : val === 'superscript' ? 'raised' : val === 'subscript' ? 'lowered' : 'plain';
    },
    add: (text: string): void => void runs.push({ text: decodeCharacters(text), look }),
    end: () => (runs.some((run) => run.look !== 'plain') ? runs : undefined),
  };
}

/** Decodes "_x000D_", the spreadsheet notation for a character that XML cannot contain. */
const decodeCharacters = (text: string): string =>
  text.replace(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))).replace(/\r\n?/g, '\n');

/** Maximum number of columns that a spreadsheet program offers, up to column XFD. */
const mostColumns = 16_384;

/** Parses the column of a cell reference, from 0: "AB12" → 27. Throws for a column that no sheet has. */
function parseColumn(reference: string): number {
  const letters = /^([A-Z]{1,3})\d*$/i.exec(reference)?.[1]?.toUpperCase() ?? '';
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  if (column === 0 || column > mostColumns) throw new Error(`invalid cell reference ${reference.slice(0, 12)}`);
  return column - 1;
}
