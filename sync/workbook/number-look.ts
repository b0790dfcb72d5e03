import { walkXml } from './xml-walk.ts';

/** Number format of a cell, as far as it changes what the user sees. */
export type NumberLook = 'plain' | 'date' | 'percent';

/** Reads the number formats of the cell styles, by their index in `styles.xml`. */
export function numberLooks(stylesXml: string): NumberLook[] {
  const codes = new Map<number, string>();
  const looks: NumberLook[] = [];
  let within = false;
  walkXml(stylesXml, {
    open: (name, { numFmtId = '0', formatCode = '' }) => {
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode);
      if (name === 'cellXfs') within = true;
      if (name === 'xf' && within) looks.push(lookOf(Number(numFmtId), codes.get(Number(numFmtId))));
    },
    close: (name) => {
      if (name === 'cellXfs') within = false;
    },
  });
  return looks;
}

/** Classifies a number format (ECMA-376, 18.8.30). Ids below 164 are built in; 27–36 and 50–58 are dates of East Asian languages. */
function lookOf(id: number, code: string | undefined): NumberLook {
  if (code === undefined) {
    if (id === 9 || id === 10) return 'percent';
    return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58) ? 'date' : 'plain';
  }
  // Remove literal text, colours, conditions and locales, which do not affect the kind of number.
  const bare = code.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|_.|\*./gi, '');
  if (/[ymdhs]/i.test(bare) && !/general/i.test(bare)) return 'date';
  return bare.includes('%') ? 'percent' : 'plain';
}

/**
 * Converts a serial number to a date, YYYY-MM-DD; undefined outside its range. 1 is 1 January 1900 (or 1904). 1900 counts as a leap
 * year, as in Lotus 1-2-3.
 */
export function dayOfSerial(serial: number, from1904: boolean): string | undefined {
  if (!(serial >= 1 && serial < 2_958_466)) return undefined;
  const days = Math.floor(serial) + (from1904 ? 1462 : 0);
  const date = new Date(Date.UTC(1899, 11, days < 60 ? 31 : 30) + days * 86_400_000);
  return date.toISOString().slice(0, 10);
}

/** Digits that a spreadsheet keeps of a number. */
const keptDigits = 15;

/**
 * Writes a number as a spreadsheet shows it, to 15 digits: "0.1" for 0.10000000000000001, "13800138000" for 1.3800138E10. An ID number that a program wrote
 * with all its digits keeps them; one that a spreadsheet has rounded stays 1.10101199003078E+17, so that no import takes it for a number.
 */
export function plainNumber(text: string): string {
  const value = Number(text);
  if (/^-?(?:\d{0,15}(?:\.\d{1,10})?|\d{16,})$/.test(text) || !Number.isFinite(value)) return text;
  const rounded = Number(value.toPrecision(keptDigits));
  if (Math.abs(rounded) >= 10 ** keptDigits) return rounded.toExponential().toUpperCase();
  return Number.isInteger(rounded) ? BigInt(rounded).toString() : String(rounded);
}
