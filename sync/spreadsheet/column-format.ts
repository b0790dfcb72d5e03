import { escapeCharacterCode } from './cell-text.ts';
import { formatColumnName } from './workbook.ts';

/**
 * Makes a cell of type text with the format "text": no program takes "=1+1" for a formula, and an ID number stays whole when a user edits its cell.
 */
export const createTextCell = (text: string) => ({ value: escapeCharacterCode(text), type: String, format: '@' });

/** Makes a row of empty cells with the format "text". */
export const createTextRow = (columns: number) => Array.from({ length: columns }, () => ({ type: String, format: '@' }));

/**
 * Gives each column the format of its cell in the second row; passed to `write-excel-file` as a feature. A column with the format "text" keeps what a
 * user types: an ID number keeps its digits, a number its leading zeros, and "1/2" does not become a date.
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
