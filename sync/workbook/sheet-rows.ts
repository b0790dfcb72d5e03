import { dayOfSerial, type NumberLook, plainNumber } from './number-look.ts';
import { emptyRowsPassed, type SheetCell, type SheetRow, type TextPiece, WorkbookStop } from './workbook.ts';
import { walkXml } from './xml-walk.ts';

/** What cells refer to. */
export interface BookParts {
  readonly strings: readonly SharedText[];
  readonly looks: readonly NumberLook[];
  readonly from1904: boolean;
}

/** A text that cells share; its pieces where some are raised or lowered. */
export type SharedText = Pick<SheetCell, 'text' | 'pieces'>;

/** Rows with something in them. Throws `WorkbookStop` where there are more of them than `maxRows`, or far too many with nothing. */
export function rowsOfSheet(sheet: string, xml: string, book: BookParts, maxRows: number): SheetRow[] {
  const rows: SheetRow[] = [];
  let empty = 0;
  let number = 0;
  let column = -1;
  let type = '';
  let look: NumberLook = 'plain';
  let cells = new Map<number, SheetCell>();
  let value = '';
  let formula: string | undefined;
  let into: 'value' | 'formula' | null = null;
  let phonetic = false;
  let richValue = 0;
  let pieces = piecesOf();
  const endCell = (): void => {
    const known = shownCell(value, type, look, book);
    const raised = type === 'inlineStr' ? pieces.end() : undefined;
    const shown = known && { ...known, ...(raised && { pieces: raised }), ...(richValue > 0 && { richValue }) };
    if (formula !== undefined) cells.set(column, { kind: 'formula', text: `=${formula}`, result: shown?.text ?? '' });
    else if (shown !== undefined && shown.text.trim() !== '') cells.set(column, shown);
  };
  const endRow = (): void => {
    if (cells.size === 0) {
      empty += 1;
      if (empty > emptyRowsPassed)
        throw new WorkbookStop({ kind: 'tooManyEmptyRows', sheet, row: Math.max(number, lastRowOf(xml)), limit: emptyRowsPassed });
    } else {
      if (rows.length >= maxRows) throw new WorkbookStop({ kind: 'tooManyRows', sheet, limit: maxRows });
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
        column = attributes['r'] === undefined ? column + 1 : columnOf(attributes['r']);
        type = attributes['t'] ?? 'n';
        look = book.looks[Number(attributes['s'] ?? -1)] ?? 'plain';
        value = '';
        formula = undefined;
        richValue = Number(attributes['vm'] ?? 0);
        pieces = piecesOf();
      } else if (name === 'f') {
        into = 'formula';
        formula = '';
      } else if (name === 'rPh') phonetic = true;
      else if (name === 'vertAlign' || name === 'r') pieces.open(name, attributes['val']);
      else if (name === 'v' || (name === 't' && !phonetic)) into = 'value';
    },
    text: (text) => {
      if (into === 'formula') formula += text;
      if (into === 'value') {
        value += text;
        pieces.add(text);
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

function shownCell(value: string, type: string, look: NumberLook, book: BookParts): SheetCell | undefined {
  // A cell without a value is empty, whatever its type: Number('') is the first shared string.
  if (value.trim() === '') return undefined;
  switch (type) {
    case 's':
      return { kind: 'value', ...(book.strings[Number(value)] ?? { text: '' }) };
    case 'inlineStr':
    case 'str':
      return { kind: 'value', text: plainCharacters(value) };
    case 'b':
      return { kind: 'value', text: value === '1' ? 'TRUE' : 'FALSE' };
    case 'e':
      return { kind: 'error', text: value };
    case 'd':
      return { kind: 'date', text: value.slice(0, 10) };
  }
  if (look === 'percent' && Number.isFinite(Number(value))) return { kind: 'value', text: `${plainNumber(String(Number(value) * 100))}%` };
  const day = look === 'date' ? dayOfSerial(Number(value), book.from1904) : undefined;
  return day === undefined ? { kind: 'value', text: plainNumber(value) } : { kind: 'date', text: day };
}

/** The last row that a sheet names, even one that was cut off: how far it goes. */
export function lastRowOf(xml: string): number {
  const last = xml.lastIndexOf('<row ') < 0 ? xml.lastIndexOf(':row ') : xml.lastIndexOf('<row ');
  const named = last < 0 ? undefined : /^.row [^>]*?\br="(\d+)"/.exec(xml.slice(last, last + 400))?.[1];
  const claimed = /<(?:\w+:)?dimension [^>]*?ref="[^"]*?(\d+)"/.exec(xml.slice(0, 4000))?.[1];
  return Math.max(Number(named ?? 0), Number(claimed ?? 0));
}

/** The strings that cells share, by their place; readings above Chinese or Japanese words are no part of them. */
export function sharedStrings(xml: string): SharedText[] {
  const found: SharedText[] = [];
  let now = '';
  let pieces = piecesOf();
  let within = false;
  let phonetic = false;
  walkXml(xml, {
    open: (name, attributes) => {
      if (name === 'si') [now, pieces] = ['', piecesOf()];
      if (name === 'vertAlign' || name === 'r') pieces.open(name, attributes['val']);
      if (name === 'rPh') phonetic = true;
      within = name === 't' && !phonetic;
    },
    text: (text) => {
      if (!within) return;
      now += text;
      pieces.add(text);
    },
    close: (name) => {
      if (name === 't') within = false;
      if (name === 'rPh') phonetic = false;
      if (name === 'si') {
        const raised = pieces.end();
        found.push({ text: plainCharacters(now), ...(raised && { pieces: raised }) });
      }
    },
  });
  return found;
}

/** Runs of a text as they come in; at the end its pieces, where any was raised or lowered. */
function piecesOf() {
  const pieces: TextPiece[] = [];
  let look: TextPiece['look'] = 'plain';
  return {
    open(name: string, val: string | undefined): void {
      look = name === 'r' ? 'plain' : val === 'superscript' ? 'raised' : val === 'subscript' ? 'lowered' : 'plain';
    },
    add: (text: string): void => void pieces.push({ text: plainCharacters(text), look }),
    end: () => (pieces.some((piece) => piece.look !== 'plain') ? pieces : undefined),
  };
}

/** "_x000D_" is how a spreadsheet writes a character that XML can't hold. */
const plainCharacters = (text: string): string =>
  text.replace(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))).replace(/\r\n?/g, '\n');

/** As far as any program goes: XFD. */
const mostColumns = 16_384;

/** "AB12" → 27. Throws for a column that no sheet has. */
function columnOf(reference: string): number {
  const letters = /^([A-Z]{1,3})\d*$/i.exec(reference)?.[1]?.toUpperCase() ?? '';
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  if (column === 0 || column > mostColumns) throw new Error(`cell ${reference.slice(0, 12)}`);
  return column - 1;
}
