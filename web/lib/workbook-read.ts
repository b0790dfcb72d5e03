import { Unzip, UnzipInflate } from 'fflate/browser';
import { SaxesParser } from 'saxes';

/** Why a file can't be read as a workbook; words are the page's. */
export type WorkbookProblem =
  | { readonly kind: 'notXlsx' | 'oldXls' | 'damaged' | 'noSheet' }
  /** More than it may hold, packed or unpacked. */
  | { readonly kind: 'tooLarge'; readonly limitMb: number }
  | { readonly kind: 'tooManyRows'; readonly sheet: string; readonly row: number };

export interface SheetCell {
  readonly kind: 'value' | 'formula' | 'error';
  /** As typed; numbers with a dot. Of a formula: the formula itself. */
  readonly text: string;
}
export interface SheetRow {
  /** As the program numbers it, from 1. */
  readonly number: number;
  /** Column (from 0) → what stands there; empty cells are left out. */
  readonly cells: ReadonlyMap<number, SheetCell>;
}
export interface ReadSheet {
  readonly name: string;
  /** Rows with anything in them. */
  readonly rows: readonly SheetRow[];
}

const mb = 1024 * 1024;
export const workbookLimits = { fileMb: 5, unpackedMb: 24, rows: 20_000 } as const;

class Stop extends Error {
  readonly problem: WorkbookProblem;
  constructor(problem: WorkbookProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

/** Every sheet of an xlsx file. Whatever the file claims, no more is unpacked and no more rows are looked at than the limits say. */
export function readWorkbook(bytes: Uint8Array): readonly ReadSheet[] | WorkbookProblem {
  if (bytes.length > workbookLimits.fileMb * mb) return { kind: 'tooLarge', limitMb: workbookLimits.fileMb };
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return { kind: 'oldXls' };
  if (!startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return { kind: 'notXlsx' };
  try {
    const parts = unpack(bytes);
    const book = parts.get('xl/workbook.xml');
    if (book === undefined) return { kind: 'notXlsx' };
    const targets = relationsOf(parts.get('xl/_rels/workbook.xml.rels') ?? '');
    const strings = sharedStrings(parts.get('xl/sharedStrings.xml') ?? '');
    const sheets = sheetsOf(book).flatMap(({ name, relation }) => {
      const part = parts.get(targets.get(relation) ?? '');
      return part === undefined ? [] : [{ name, rows: rowsOf(name, part, strings) }];
    });
    return sheets.length === 0 ? { kind: 'noSheet' } : sheets;
  } catch (error) {
    return error instanceof Stop ? error.problem : { kind: 'damaged' };
  }
}

const startsWith = (bytes: Uint8Array, magic: readonly number[]): boolean => magic.every((byte, at) => bytes[at] === byte);

/** The parts we read, as text. Packed bytes go in by small pieces, so that a bomb is stopped in its first megabytes. */
function unpack(bytes: Uint8Array): Map<string, string> {
  const parts = new Map<string, string>();
  const decoder = () => new TextDecoder('utf-8');
  let unpacked = 0;
  const unzip = new Unzip((file) => {
    if (!/^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|worksheets\/[^/]+\.xml)$/.test(file.name)) return;
    const text = decoder();
    let whole = '';
    file.ondata = (error, chunk, final) => {
      if (error !== null) throw error;
      unpacked += chunk.length;
      if (unpacked > workbookLimits.unpackedMb * mb) throw new Stop({ kind: 'tooLarge', limitMb: workbookLimits.unpackedMb });
      whole += text.decode(chunk, { stream: !final });
      if (final) parts.set(file.name, whole);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  const piece = 16 * 1024;
  for (let at = 0; at < bytes.length; at += piece) unzip.push(bytes.subarray(at, at + piece), at + piece >= bytes.length);
  return parts;
}

type Attributes = Readonly<Record<string, string>>;
interface Reader {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

function readXml(xml: string, reader: Reader): void {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  // Entities of one's own are how XML is made to explode; no spreadsheet has any.
  parser.on('doctype', () => {
    throw new Stop({ kind: 'damaged' });
  });
  parser.on('opentag', (tag) => reader.open?.(localName(tag.name), tag.attributes as Attributes));
  parser.on('text', (text) => reader.text?.(text));
  parser.on('closetag', (tag) => reader.close?.(localName(tag.name)));
  parser.write(xml).close();
}

/** Relation id → part. */
function relationsOf(xml: string): Map<string, string> {
  const found = new Map<string, string>();
  readXml(xml, {
    open: (name, { Id, Target }) => {
      if (name === 'Relationship' && Id !== undefined && Target !== undefined)
        found.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
  });
  return found;
}

function sheetsOf(xml: string): { name: string; relation: string }[] {
  const found: { name: string; relation: string }[] = [];
  readXml(xml, {
    open: (name, attributes) => {
      const relation = Object.entries(attributes).find(([key]) => localName(key) === 'id' && key.includes(':'))?.[1];
      if (name === 'sheet' && relation !== undefined) found.push({ name: attributes['name'] ?? '', relation });
    },
  });
  return found;
}

function sharedStrings(xml: string): string[] {
  const found: string[] = [];
  if (xml === '') return found;
  let now = '';
  let inText = false;
  let phonetic = false;
  readXml(xml, {
    open: (name) => {
      if (name === 'si') now = '';
      if (name === 'rPh') phonetic = true;
      inText = name === 't' && !phonetic;
    },
    text: (text) => {
      if (inText) now += text;
    },
    close: (name) => {
      if (name === 't') inText = false;
      if (name === 'rPh') phonetic = false;
      if (name === 'si') found.push(now);
    },
  });
  return found;
}

function rowsOf(sheet: string, xml: string, strings: readonly string[]): SheetRow[] {
  const rows: SheetRow[] = [];
  let count = 0;
  let number = 0;
  let column = -1;
  let type = '';
  let cells = new Map<number, SheetCell>();
  let value = '';
  let formula: string | undefined;
  let into: 'value' | 'formula' | null = null;
  readXml(xml, {
    open: (name, attributes) => {
      if (name === 'row') {
        count += 1;
        number = Number(attributes['r'] ?? number + 1);
        if (count > workbookLimits.rows) throw new Stop({ kind: 'tooManyRows', sheet, row: number });
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
      if (name === 'row' && cells.size > 0) rows.push({ number, cells });
      if (name !== 'c') return;
      const text = type === 's' ? (strings[Number(value)] ?? '') : value;
      if (formula !== undefined) cells.set(column, { kind: 'formula', text: `=${formula}` });
      else if (type === 'e') cells.set(column, { kind: 'error', text });
      else if (text.trim() !== '') cells.set(column, { kind: 'value', text });
    },
  });
  return rows;
}

/** "AB12" → 27. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of reference.replace(/\d+$/, '')) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** 27 → "AB". */
export function columnName(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (column % 26));
}
