import type { SheetCell } from './workbook.ts';

/**
 * Returns the exact text of a cell. Older versions of this product, and programs that write CSV, put an apostrophe before a text that a spreadsheet
 * would run as a formula; this apostrophe is removed. In a cell with the format "text" an apostrophe is part of the text.
 */
export const readCellText = ({ text, isText }: Pick<SheetCell, 'text' | 'isText'>): string =>
  isText !== true && /^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text;

/** Escapes text that looks like a spreadsheet's own notation of a character: `_x0041_` would be shown as "A". */
export const escapeCharacterCode = (text: string): string => text.replace(/_(?=x[0-9A-F]{4}_)/gi, '_x005F_');
