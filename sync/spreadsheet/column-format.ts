import { escapeCharacterCode } from './cell-text.ts';
import { formatColumnName } from './workbook.ts';

/** Makes a cell of the type and the format text: no program takes "=1+1" for a formula, and an ID number stays whole when a user edits its cell. */
export const createTextCell = (text: string) => ({ value: escapeCharacterCode(text), type: String, format: '@' });

/** Makes a row of empty cells of the format text. */
export const createTextRow = (columns: number) => Array.from({ length: columns }, () => ({ type: String, format: '@' }));

/**
 * Gives each column the format of its cell in the second row; a feature for `write-excel-file`. A column of texts keeps typed values as they are: an ID
 * number its digits, a number its leading zeros, and "1/2" does not become a date.
 */
export const columnFormats = {
  files: {
    transform: {
      'xl/worksheets/sheet{id}.xml': {
        transform: (xml: string): string => {
          const second = /<row r="2"[^>]*>(.*?)<\/row>/s.exec(xml)?.[1] ?? '';
          const styles = new Map([...second.matchAll(/<c r="([A-Z]+)2" s="(\d+)"/g)].map(([, column, style]) => [column, style]));
          return xml.replaceAll(/<col min="(\d+)"/g, (start, number: string) => {
            const style = styles.get(formatColumnName(Number(number) - 1));
            return style === undefined ? start : `${start} style="${style}"`;
          });
        },
      },
    },
  },
};
