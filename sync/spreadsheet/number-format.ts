import { walkXml } from './xml-walk.ts';

/**
 * Tells how a cell shows its number. `plain`: as it is. `text`: as it is, because the cell has the format "text". `date`: as a day, with or without a
 * time. `shown`: as a time, a duration or a formatted number, which `show` writes.
 */
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
      if (name === 'xf' && within) looks.push(classifyFormat(Number(numFmtId), codes.get(Number(numFmtId))));
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

/**
 * Number formats of spreadsheets (ECMA-376, 18.8.31). The code below writes a number as its cell shows it. It returns undefined for formats that it
 * does not know (conditions, Chinese numerals, engineering notation), so that the import reports the cell instead of reading it wrongly.
 */

/** Formats by their built-in id, as a Chinese Excel shows them. `classifyFormat` knows the ids of dates and times. */
const builtInFormats: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '¥#,##0;¥-#,##0',
  6: '¥#,##0;¥-#,##0',
  7: '¥#,##0.00;¥-#,##0.00',
  8: '¥#,##0.00;¥-#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  37: '#,##0;-#,##0',
  38: '#,##0;-#,##0',
  39: '#,##0.00;-#,##0.00',
  40: '#,##0.00;-#,##0.00',
  41: '#,##0;-#,##0;-',
  42: '¥#,##0;¥-#,##0;¥-',
  43: '#,##0.00;-#,##0.00;-',
  44: '¥#,##0.00;¥-#,##0.00;¥-',
  48: '##0.0E+0',
};

/** A part of a format: literal text, a run of digit places, or a sign with a meaning. */
interface Token {
  readonly kind: 'literal' | 'digits' | 'general' | 'percent' | 'unknown';
  readonly text: string;
}

const tokenPattern =
  /"([^"]*)"|\\(.)|_.|\*.|\[(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+|黑色|蓝色|青色|绿色|洋红|红色|白色|黄色|颜色 ?\d+)\]|\[\$([^\]-]*)(?:-[^\]]*)?\]|(\[[^\]]*\])|(General|G\/通用格式|@)|([0#?](?:[0#?,.]|(?:E[+-])(?=[0#?])|\s*[0#?]*\s*\/\s*(?=[0#?1-9])|(?<=\/\s*\d*)\d)*|\.[0#?]+)|(%)|([^])/gi;

function tokeniseSection(section: string): Token[] {
  return [...section.matchAll(tokenPattern)].flatMap(
    ([match, quoted, escaped, currency, bracket, general, digits, percent, other]): Token[] => {
      const literal = quoted ?? escaped ?? currency ?? other;
      if (general !== undefined) return [{ kind: 'general', text: general }];
      if (digits !== undefined) return [{ kind: 'digits', text: digits }];
      if (percent !== undefined) return [{ kind: 'percent', text: '%' }];
      if (bracket !== undefined) return [{ kind: 'unknown', text: match }];
      return literal === undefined ? [] : [{ kind: /^[a-z]$/i.test(other ?? '') ? 'unknown' : 'literal', text: literal }];
    },
  );
}

/** Splits a format at its semicolons: for positive numbers, negative ones, zero, and texts. */
const splitNumberFormat = (format: string): string[] => format.match(/(?:"[^"]*"|\\.|[^;"\\])+|(?<=;|^)(?=;|$)/g) ?? [''];

/** Maximum number of characters of a format in a spreadsheet. */
const longestFormat = 255;

/**
 * Compiles a number format. The function it returns gives the text that a cell shows for a number, or undefined if the format is not known or hides
 * the number.
 */
export function compileNumberFormat(format: string): (value: number) => string | undefined {
  if (format.length > longestFormat) return () => undefined;
  const [positive = [], negative, zero] = splitNumberFormat(format).map(tokeniseSection);
  return (value) => {
    const section = value < 0 && negative !== undefined ? negative : value === 0 && zero !== undefined ? zero : positive;
    const text = formatTokens(section, Math.abs(value));
    // A section for negative numbers writes its own minus sign.
    return value < 0 && section === positive && text !== undefined && /[1-9]/.test(text) ? `-${text}` : text;
  };
}

function formatTokens(tokens: readonly Token[], value: number): string | undefined {
  const [placeholder, second] = tokens.filter(({ kind }) => kind === 'digits' || kind === 'general');
  if (tokens.length === 0 || second !== undefined || tokens.some(({ kind }) => kind === 'unknown')) return undefined;
  const percents = tokens.filter(({ kind }) => kind === 'percent').length;
  const numberText = formatPlaceholder(placeholder, Number((value * 100 ** percents).toPrecision(15)));
  return numberText === undefined
    ? undefined
    : tokens
        .map((token) => (token === placeholder ? numberText : token.text))
        .join('')
        .trim();
}

/** Number of significant digits that a spreadsheet stores. */
const keptDigits = 15;

/**
 * Writes a number as a spreadsheet shows it, to 15 digits: "0.1" for 0.10000000000000001, "13800138000" for 1.3800138E10. An ID number of 18 digits
 * in the file keeps all digits. If a spreadsheet has rounded it, the text stays "1.10101199003078E+17", so that no import accepts it as an ID number.
 */
export function formatPlainNumber(text: string): string {
  const value = Number(text);
  if (/^-?(?:\d{0,15}(?:\.\d{1,10})?|\d{16,})$/.test(text) || !Number.isFinite(value)) return text;
  const rounded = Number(value.toPrecision(keptDigits));
  if (Math.abs(rounded) >= 10 ** keptDigits) return rounded.toExponential().toUpperCase();
  return Number.isInteger(rounded) ? BigInt(rounded).toString() : String(rounded);
}

function formatPlaceholder(place: Token | undefined, value: number): string | undefined {
  if (place === undefined) return '';
  if (place.kind === 'general') return formatPlainNumber(String(value));
  if (value >= 1e21) return undefined;
  if (place.text.includes('/')) return formatFraction(place.text, value);
  return /E/i.test(place.text) ? formatScientific(place.text, value) : formatDecimal(place.text, value);
}

/** Rounds half up in decimals, as spreadsheets do: 1.005 to two places is 1.01. */
const roundHalfUp = (value: number, digits: number): string =>
  Number(`${Math.round(Number(shiftDecimalPoint(value, digits)))}e-${digits}`).toFixed(digits);
const shiftDecimalPoint = (value: number, by: number): string => {
  const [digits = '0', exponent = '0'] = String(value).split('e');
  return `${digits}e${Number(exponent) + by}`;
};

const timePattern = /"([^"]*)"|\\(.)|_.|\*.|\[\$[^\]]*\]|\[([hms])\3*\]|(h+|m+|s+)|(AM\/PM|A\/P|上午\/下午)|(\.0+)|([^])/gi;

/** Returns the time of day or the duration that a cell shows: 0.7291666 with "h:mm" is 17:30. Undefined for a negative number or an unknown format. */
export function formatCellTime(value: number, format: string): string | undefined {
  const matches = [...format.matchAll(timePattern)];
  const fraction = matches.find((each) => each[6] !== undefined)?.[6]?.length ?? 1;
  const unit = 10 ** (fraction - 1);
  // Number of ticks, the smallest unit that the format shows: a second or a fraction of one.
  const ticks = Math.round(value * 86_400 * unit);
  if (!(ticks >= 0)) return undefined;
  const seconds = Math.floor(ticks / unit);
  const hasHalves = matches.some((each) => each[5] !== undefined);
  const hour = Math.floor(seconds / 3600) % 24;
  const padNumber = (number: number, letters: string): string => String(number).padStart(Math.min(letters.length, 2), '0');
  const texts = matches.map((groups) => {
    const [match, quoted, escaped, total, part, halves, decimals, other] = groups;
    if (quoted !== undefined || escaped !== undefined) return quoted ?? escaped;
    if (total !== undefined)
      return padNumber(Math.floor(seconds / { h: 3600, m: 60, s: 1 }[total.toLowerCase() as 'h' | 'm' | 's']), match.slice(1, -1));
    if (part !== undefined)
      return padNumber(
        { h: hasHalves ? hour % 12 || 12 : hour, m: Math.floor(seconds / 60) % 60, s: seconds % 60 }[
          part[0]?.toLowerCase() as 'h' | 'm' | 's'
        ],
        part,
      );
    if (halves !== undefined) return halves.split('/')[hour < 12 ? 0 : 1];
    if (decimals !== undefined) return `.${String(ticks % unit).padStart(fraction - 1, '0')}`;
    return other !== undefined && /[a-z[\]]/i.test(other) ? undefined : (other ?? '');
  });
  return texts.some((each) => each === undefined) ? undefined : texts.join('').trim();
}

function formatDecimal(pattern: string, cellValue: number): string {
  const [integerSide = '', decimalSide = ''] = pattern.split('.');
  const thousands = /,+$/.exec(integerSide)?.[0].length ?? 0;
  const integerPattern = integerSide.replace(/,+$/, '');
  const maxDecimals = decimalSide.replace(/[^0#?]/g, '').length;
  const minDecimals = decimalSide.replace(/[^0]/g, '').length;
  const value = cellValue / 1000 ** thousands;
  const [digits = '', decimals = ''] = (
    maxDecimals === 0 && Number.isInteger(value) ? formatPlainNumber(String(value)) : roundHalfUp(value, maxDecimals)
  ).split('.');
  const padded = (Number(digits) === 0 ? '' : digits).padStart(integerPattern.replace(/[^0]/g, '').length, '0');
  const grouped = integerPattern.includes(',') ? padded.replace(/\B(?=(?:\d{3})+$)/g, ',') : padded;
  let shownDecimals = decimals;
  while (shownDecimals.length > minDecimals && shownDecimals.endsWith('0')) shownDecimals = shownDecimals.slice(0, -1);
  return pattern.includes('.') ? `${grouped}.${shownDecimals}` : grouped;
}

function formatScientific(pattern: string, value: number): string | undefined {
  const [, mantissa = '', sign = '+', exponent = ''] = /^([0#?]?(?:\.[0#?]*)?)E([+-])([0#?]+)$/i.exec(pattern) ?? [];
  if (mantissa === '') return undefined;
  const [digits = '', power = '0'] = value.toExponential(mantissa.split('.')[1]?.length ?? 0).split('e');
  const exponentDigits = String(Math.abs(Number(power))).padStart(exponent.replace(/[^0]/g, '').length, '0');
  return `${digits}E${Number(power) < 0 ? '-' : sign === '+' ? '+' : ''}${exponentDigits}`;
}

/** Writes a number as a fraction. "# ?/?" shows 1.25 as 1 1/4, "# ?/8" keeps the denominator 8, and "?/?" shows 5/4. */
function formatFraction(pattern: string, value: number): string | undefined {
  const [, integerPattern = '', numeratorPattern = '', denominatorPattern = ''] =
    /^(?:([0#?,]+)\s+)?([0#?]+)\s*\/\s*([0#?]+|\d+)$/.exec(pattern.trim()) ?? [];
  if (numeratorPattern === '') return undefined;
  const [part, integer] = integerPattern === '' ? [value, 0] : [value % 1, Math.floor(value)];
  const [numerator, denominator] = /^[1-9]\d*$/.test(denominatorPattern)
    ? [Math.round(part * Number(denominatorPattern)), Number(denominatorPattern)]
    : findNearestFraction(part, 10 ** denominatorPattern.length - 1);
  if (integerPattern === '') return `${numerator}/${denominator}`;
  if (numerator === 0) return String(integer);
  if (numerator === denominator) return String(integer + 1);
  return `${integer === 0 ? '' : `${integer} `}${numerator}/${denominator}`;
}

/** Finds the fraction nearest to `value` with a denominator of at most `maxDenominator` (at most 999, few enough to try them all). */
function findNearestFraction(value: number, maxDenominator: number): [number, number] {
  let best: [number, number] = [Math.round(value), 1];
  for (let denominator = 2; denominator <= Math.min(maxDenominator, 999); denominator += 1) {
    const numerator = Math.round(value * denominator);
    if (Math.abs(numerator / denominator - value) < Math.abs(best[0] / best[1] - value) - 1e-12) best = [numerator, denominator];
  }
  return best;
}

const createNumberFormat = (format: string): CellNumberFormat => ({ kind: 'shown', format, show: compileNumberFormat(format) });
const textLook: CellNumberFormat = { kind: 'text' };
const createTimeFormat = (format: string): CellNumberFormat => ({ kind: 'shown', format, show: (value) => formatCellTime(value, format) });

/** Classifies a number format (ECMA-376, 18.8.30). Ids below 164 are built in; 27–36 and 50–58 are dates and times of East Asian languages. */
function classifyFormat(id: number, code: string | undefined): CellNumberFormat {
  if (code === undefined) {
    if (id === 49) return textLook;
    const [time, number] = [builtInTimes[id], builtInFormats[id]];
    if (time !== undefined) return createTimeFormat(time);
    if (id === 22) return { kind: 'date', format: 'yyyy-m-d h:mm' };
    if ((id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return { kind: 'date', format: 'yyyy-m-d' };
    return number === undefined ? plainNumberFormat : createNumberFormat(number);
  }
  if (code === '@') return textLook;
  if (/^(?:General|G\/通用格式)$/i.test(code)) return plainNumberFormat;
  // Remove literal text, colours, conditions and locales, which do not affect the kind of number.
  const bare = code.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|_.|\*.|General|G\/通用格式|E[+-]/gi, '');
  const clock = bare.replace(/AM\/PM|A\/P/gi, '');
  if (!/[ymdhs]/i.test(clock)) return createNumberFormat(code);
  const isTime = /[hs]/i.test(clock) && !/[yd]/i.test(clock);
  const [format = code] = splitNumberFormat(code);
  return isTime || /\[m+\]/i.test(clock) ? createTimeFormat(format) : { kind: 'date', format };
}

/** Converts a serial number to its day: 1 is 1 January 1900, or 2 January 1904 if `from1904`. The year 1900 counts as a leap year, as in Lotus. */
export function formatSerialDay(serial: number, from1904: boolean): string | undefined {
  if (!(serial >= 1 && serial < 2_958_466)) return undefined;
  const days = Math.floor(serial) + (from1904 ? 1462 : 0);
  const date = new Date(Date.UTC(1899, 11, days < 60 ? 31 : 30) + days * 86_400_000);
  return date.toISOString().slice(0, 10);
}
