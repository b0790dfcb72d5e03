import { SaxesParser } from 'saxes';
import { formatMessages as messages } from './format-messages.ts';
import { UnreadableFile } from './question-format.ts';
import { isOldOffice, isZip, readZip } from './zip-read.ts';

export interface SheetCell {
  readonly kind: 'value' | 'formula' | 'error';
  readonly text: string;
}
export interface SheetRow {
  /** As the program numbers it, from 1. */
  readonly number: number;
  readonly cells: ReadonlyMap<number, SheetCell>;
}
export interface WorkbookSheet {
  readonly name: string;
  readonly rows: readonly SheetRow[];
}

const parts = /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|worksheets\/[^/]+\.xml)$/i;

/** Every sheet of an xlsx file: rows with something in them, at most `maxRows` a sheet however many the file claims. */
export function readWorkbook(bytes: Uint8Array, maxRows: number): WorkbookSheet[] {
  if (isOldOffice(bytes)) throw new UnreadableFile(messages.oldOffice());
  if (!isZip(bytes)) throw new UnreadableFile(messages.notThisFormat('Excel (.xlsx)'));
  const files = readZip(bytes, (name) => parts.test(name));
  const text = (name: string): string => new TextDecoder().decode(files.get(name) ?? new Uint8Array());
  if (!files.has('xl/workbook.xml')) throw new UnreadableFile(messages.notThisFormat('Excel (.xlsx)'));
  const targets = new Map<string, string>();
  const named: { name: string; relation: string }[] = [];
  readXml(text('xl/_rels/workbook.xml.rels'), {
    open: (name, { Id, Target }) => {
      if (name === 'Relationship' && Id !== undefined && Target !== undefined)
        targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
  });
  readXml(text('xl/workbook.xml'), {
    open: (name, attributes) => {
      const relation = Object.entries(attributes).find(([key]) => /:id$/i.test(key))?.[1];
      if (name === 'sheet' && relation !== undefined) named.push({ name: attributes['name'] ?? '', relation });
    },
  });
  const strings = sharedStrings(text('xl/sharedStrings.xml'));
  return named.flatMap(({ name, relation }) => {
    const path = targets.get(relation) ?? '';
    return files.has(path) ? [{ name, rows: rowsOf(text(path), strings, maxRows) }] : [];
  });
}

type Attributes = Readonly<Record<string, string>>;
interface Reader {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

function readXml(xml: string, reader: Reader): void {
  if (xml === '') return;
  const local = (name: string): string => name.slice(name.indexOf(':') + 1);
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw new UnreadableFile(messages.damaged(error.message));
  });
  parser.on('doctype', () => {
    throw new UnreadableFile(messages.doctype());
  });
  parser.on('opentag', (tag) => reader.open?.(local(tag.name), tag.attributes as Attributes));
  parser.on('text', (text) => reader.text?.(text));
  parser.on('cdata', (text) => reader.text?.(text));
  parser.on('closetag', (tag) => reader.close?.(local(tag.name)));
  parser.write(xml).close();
}

function sharedStrings(xml: string): string[] {
  const found: string[] = [];
  let now = '';
  let within = false;
  let phonetic = false;
  readXml(xml, {
    open: (name) => {
      if (name === 'si') now = '';
      if (name === 'rPh') phonetic = true;
      within = name === 't' && !phonetic;
    },
    text: (text) => {
      if (within) now += text;
    },
    close: (name) => {
      if (name === 't') within = false;
      if (name === 'rPh') phonetic = false;
      if (name === 'si') found.push(now);
    },
  });
  return found.map(plainCharacters);
}

function rowsOf(xml: string, strings: readonly string[], maxRows: number): SheetRow[] {
  const rows: SheetRow[] = [];
  let number = 0;
  let column = -1;
  let type = '';
  let cells = new Map<number, SheetCell>();
  let value = '';
  let formula: string | undefined;
  let into: 'value' | 'formula' | null = null;
  const endCell = () => {
    if (formula !== undefined) cells.set(column, { kind: 'formula', text: `=${formula}` });
    else if (type === 'e') cells.set(column, { kind: 'error', text: value });
    else {
      const text =
        type === 's'
          ? (strings[Number(value)] ?? '')
          : type === 'inlineStr' || type === 'str'
            ? plainCharacters(value)
            : type === 'b'
              ? value === '1'
                ? 'TRUE'
                : 'FALSE'
              : value;
      if (text.trim() !== '') cells.set(column, { kind: 'value', text });
    }
  };
  readXml(xml, {
    open: (name, attributes) => {
      if (name === 'row') {
        number = Number(attributes['r'] ?? number + 1);
        cells = new Map();
        column = -1;
      } else if (name === 'c') {
        column = attributes['r'] === undefined ? column + 1 : columnOf(attributes['r']);
        type = attributes['t'] ?? 'n';
        value = '';
        formula = undefined;
      } else if (name === 'f') {
        into = 'formula';
        formula = '';
      } else if (name === 'v' || name === 't') into = 'value';
    },
    text: (text) => {
      if (into === 'formula') formula += text;
      if (into === 'value') value += text;
    },
    close: (name) => {
      if (name === 'f' || name === 'v' || name === 't') into = null;
      else if (name === 'c') endCell();
      else if (name === 'row' && cells.size > 0) {
        // Empty rows cost nothing but their reading; rows with something in them have a bound.
        if (rows.length >= maxRows) throw new UnreadableFile(messages.tooManyRows(maxRows));
        rows.push({ number, cells });
      }
    },
  });
  return rows;
}

/** "_x000D_" is how a spreadsheet writes a character that XML can't hold. */
const plainCharacters = (text: string): string =>
  text.replace(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))).replace(/\r\n?/g, '\n');

/** "AB12" → 27. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of reference.replace(/\d+$/, '').toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
