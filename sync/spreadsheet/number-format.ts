import { formatPlainNumber } from './plain-number.ts';

/**
 * Number formats of spreadsheets (ECMA-376, 18.8.31): writes a number as the cell shows it. Formats that it does not know (conditions, Chinese numerals,
 * engineering notation) give undefined, so that the cell can be named instead of read wrongly.
 */

/** Formats by their built-in id, as a Chinese Excel shows them. Ids that are dates are in `cell-number-format.ts`. */
export const builtInFormats: Readonly<Record<number, string>> = {
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

function tokensOf(section: string): Token[] {
  return [...section.matchAll(tokenPattern)].flatMap(
    ([whole, quoted, escaped, currency, bracket, general, digits, percent, other]): Token[] => {
      const literal = quoted ?? escaped ?? currency ?? other;
      if (general !== undefined) return [{ kind: 'general', text: general }];
      if (digits !== undefined) return [{ kind: 'digits', text: digits }];
      if (percent !== undefined) return [{ kind: 'percent', text: '%' }];
      if (bracket !== undefined) return [{ kind: 'unknown', text: whole }];
      return literal === undefined ? [] : [{ kind: /^[a-z]$/i.test(other ?? '') ? 'unknown' : 'literal', text: literal }];
    },
  );
}

/** Splits a format at its semicolons: for positive numbers, negative ones, zero, and texts. */
export const splitNumberFormat = (format: string): string[] => format.match(/(?:"[^"]*"|\\.|[^;"\\])+|(?<=;|^)(?=;|$)/g) ?? [''];

/** Formats are at most this long in a spreadsheet. */
const longestFormat = 255;

/**
 * Compiles a number format. The function it returns gives the text that a cell shows for a number, or undefined if the format is not known or hides
 * the number.
 */
export function compileNumberFormat(format: string): (value: number) => string | undefined {
  if (format.length > longestFormat) return () => undefined;
  const [positive = [], negative, zero] = splitNumberFormat(format).map(tokensOf);
  return (value) => {
    const section = value < 0 && negative !== undefined ? negative : value === 0 && zero !== undefined ? zero : positive;
    const shown = shownIn(section, Math.abs(value));
    // A section for negative numbers writes its own minus sign.
    return value < 0 && section === positive && shown !== undefined && /[1-9]/.test(shown) ? `-${shown}` : shown;
  };
}

function shownIn(tokens: readonly Token[], value: number): string | undefined {
  const [place, second] = tokens.filter(({ kind }) => kind === 'digits' || kind === 'general');
  if (tokens.length === 0 || second !== undefined || tokens.some(({ kind }) => kind === 'unknown')) return undefined;
  const percents = tokens.filter(({ kind }) => kind === 'percent').length;
  const shown = numberIn(place, Number((value * 100 ** percents).toPrecision(15)));
  return shown === undefined
    ? undefined
    : tokens
        .map((token) => (token === place ? shown : token.text))
        .join('')
        .trim();
}

function numberIn(place: Token | undefined, value: number): string | undefined {
  if (place === undefined) return '';
  if (place.kind === 'general') return formatPlainNumber(String(value));
  if (value >= 1e21) return undefined;
  if (place.text.includes('/')) return fractionIn(place.text, value);
  return /E/i.test(place.text) ? scientificIn(place.text, value) : decimalIn(place.text, value);
}

/** Rounds half up in decimals, as spreadsheets do: 1.005 to two places is 1.01. */
const fixed = (value: number, digits: number): string => Number(`${Math.round(Number(shifted(value, digits)))}e-${digits}`).toFixed(digits);
const shifted = (value: number, by: number): string => {
  const [digits = '0', exponent = '0'] = String(value).split('e');
  return `${digits}e${Number(exponent) + by}`;
};

function decimalIn(pattern: string, given: number): string {
  const [before = '', after = ''] = pattern.split('.');
  const thousands = /,+$/.exec(before)?.[0].length ?? 0;
  const whole = before.replace(/,+$/, '');
  const most = after.replace(/[^0#?]/g, '').length;
  const least = after.replace(/[^0]/g, '').length;
  const value = given / 1000 ** thousands;
  const [digits = '', decimals = ''] = (
    most === 0 && Number.isInteger(value) ? formatPlainNumber(String(value)) : fixed(value, most)
  ).split('.');
  const padded = (Number(digits) === 0 ? '' : digits).padStart(whole.replace(/[^0]/g, '').length, '0');
  const grouped = whole.includes(',') ? padded.replace(/\B(?=(?:\d{3})+$)/g, ',') : padded;
  let kept = decimals;
  while (kept.length > least && kept.endsWith('0')) kept = kept.slice(0, -1);
  return pattern.includes('.') ? `${grouped}.${kept}` : grouped;
}

function scientificIn(pattern: string, value: number): string | undefined {
  const [, mantissa = '', sign = '+', exponent = ''] = /^([0#?]?(?:\.[0#?]*)?)E([+-])([0#?]+)$/i.exec(pattern) ?? [];
  if (mantissa === '') return undefined;
  const [digits = '', power = '0'] = value.toExponential(mantissa.split('.')[1]?.length ?? 0).split('e');
  const shown = String(Math.abs(Number(power))).padStart(exponent.replace(/[^0]/g, '').length, '0');
  return `${digits}E${Number(power) < 0 ? '-' : sign === '+' ? '+' : ''}${shown}`;
}

/** "# ?/?" shows 1.25 as 1 1/4; "# ?/8" keeps its denominator; "?/?" shows 5/4. */
function fractionIn(pattern: string, value: number): string | undefined {
  const [, whole = '', above = '', below = ''] = /^(?:([0#?,]+)\s+)?([0#?]+)\s*\/\s*([0#?]+|\d+)$/.exec(pattern.trim()) ?? [];
  if (above === '') return undefined;
  const [part, integer] = whole === '' ? [value, 0] : [value % 1, Math.floor(value)];
  const [numerator, denominator] = /^[1-9]\d*$/.test(below)
    ? [Math.round(part * Number(below)), Number(below)]
    : nearestFraction(part, 10 ** below.length - 1);
  if (whole === '') return `${numerator}/${denominator}`;
  if (numerator === 0) return String(integer);
  if (numerator === denominator) return String(integer + 1);
  return `${integer === 0 ? '' : `${integer} `}${numerator}/${denominator}`;
}

/** Finds the fraction nearest to `value` with a denominator of at most `most` (two or three digits are enough to try them all). */
function nearestFraction(value: number, most: number): [number, number] {
  let best: [number, number] = [Math.round(value), 1];
  for (let below = 2; below <= Math.min(most, 999); below += 1) {
    const above = Math.round(value * below);
    if (Math.abs(above / below - value) < Math.abs(best[0] / best[1] - value) - 1e-12) best = [above, below];
  }
  return best;
}
