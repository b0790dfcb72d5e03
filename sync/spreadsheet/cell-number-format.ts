import { builtInFormats, compileNumberFormat, splitNumberFormat } from './number-format.ts';
import { formatCellTime } from './time-format.ts';
import { walkXml } from './xml-walk.ts';

/** How a cell shows its number: a day (with or without a time), a time or a duration, a number format, or as it is (`text`: the format text). */
export type CellNumberFormat =
  | { readonly kind: 'plain' }
  | { readonly kind: 'text' }
  | { readonly kind: 'date'; readonly format: string }
  | { readonly kind: 'shown'; readonly format: string; readonly show: (value: number) => string | undefined };
export const plainNumberFormat: CellNumberFormat = { kind: 'plain' };

/** Reads the number formats of a workbook's cell styles, by their index in `styles.xml`. */
export function readNumberFormats(stylesXml: string): CellNumberFormat[] {
  const codes = new Map<number, string>();
  const looks: CellNumberFormat[] = [];
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

const builtInTimes: Readonly<Record<number, string>> = {
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  32: 'h"时"mm"分"',
  33: 'h"时"mm"分"ss"秒"',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
};

const numberLook = (format: string): CellNumberFormat => ({ kind: 'shown', format, show: compileNumberFormat(format) });
const textLook: CellNumberFormat = { kind: 'text' };
const timeLook = (format: string): CellNumberFormat => ({ kind: 'shown', format, show: (value) => formatCellTime(value, format) });

/** Classifies a number format (ECMA-376, 18.8.30). Ids below 164 are built in; 27–36 and 50–58 are dates and times of East Asian languages. */
function lookOf(id: number, code: string | undefined): CellNumberFormat {
  if (code === undefined) {
    if (id === 49) return textLook;
    const [time, number] = [builtInTimes[id], builtInFormats[id]];
    if (time !== undefined) return timeLook(time);
    if (id === 22) return { kind: 'date', format: 'yyyy-m-d h:mm' };
    if ((id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return { kind: 'date', format: 'yyyy-m-d' };
    return number === undefined ? plainNumberFormat : numberLook(number);
  }
  if (code === '@') return textLook;
  if (/^(?:General|G\/通用格式)$/i.test(code)) return plainNumberFormat;
  // Remove literal text, colours, conditions and locales, which do not affect the kind of number.
  const bare = code.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|_.|\*.|General|G\/通用格式|E[+-]/gi, '');
  const clock = bare.replace(/AM\/PM|A\/P/gi, '');
  if (!/[ymdhs]/i.test(clock)) return numberLook(code);
  const isTime = /[hs]/i.test(clock) && !/[yd]/i.test(clock);
  const [format = code] = splitNumberFormat(code);
  return isTime || /\[m+\]/i.test(clock) ? timeLook(format) : { kind: 'date', format };
}

/** The day of a serial number: 1 is the first of January 1900 (or 1904), and 1900 counts as a leap year, as it did in Lotus. */
export function formatSerialDay(serial: number, from1904: boolean): string | undefined {
  if (!(serial >= 1 && serial < 2_958_466)) return undefined;
  const days = Math.floor(serial) + (from1904 ? 1462 : 0);
  const date = new Date(Date.UTC(1899, 11, days < 60 ? 31 : 30) + days * 86_400_000);
  return date.toISOString().slice(0, 10);
}
