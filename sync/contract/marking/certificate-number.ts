// Patterns of certificate numbers. A school sets one. Issued numbers stay when the pattern changes.

/** Placeholders in braces, with the number of signs that each writes. `profession`: digits of the occupation code. `check`: ISO 7064 MOD 37,36. */
export const certificateTokens = {
  kind: 1,
  body: 4,
  province: 2,
  site: 6,
  yyyy: 4,
  yy: 2,
  profession: 7,
  level: 1,
  serial4: 4,
  serial5: 5,
  serial: 6,
  serial7: 7,
  serial8: 8,
  check: 1,
} as const;
export type CertificateToken = keyof typeof certificateTokens;

/** The national form: Y or S, 4 digits for the body, 2 for the province, 6 for the site, then year, level and serial number: 22 characters. */
export const defaultCertificatePattern = '{kind}{body}{province}{site}{yy}{level}{serial}';
/** Numbers that any pattern can make. */
export const certificateNumber = /^[A-Z0-9-]{8,40}$/;
const [fewestSigns, mostSigns] = [8, 40];

interface PatternPart {
  /** Null for signs that stand as they are. */
  readonly token: CertificateToken | null;
  readonly text: string;
}
const isToken = (text: string): text is CertificateToken => Object.hasOwn(certificateTokens, text);
const isSerial = ({ token }: PatternPart): boolean => token?.startsWith('serial') === true;
const getPartLength = ({ token, text }: PatternPart): number => (token === null ? text.length : certificateTokens[token]);

/** Splits a pattern; null if it holds an unknown sign or placeholder. */
function splitPattern(pattern: string): PatternPart[] | null {
  const parts = pattern.match(/\{[^{}]*\}|[^{}]+|[{}]/g) ?? [];
  const read = parts.map((text): PatternPart | null => {
    if (/^[A-Z0-9-]+$/.test(text)) return { token: null, text };
    const token = text.slice(1, -1);
    return text.startsWith('{') && isToken(token) ? { token, text } : null;
  });
  return read.includes(null) ? null : (read as PatternPart[]);
}

/**
 * Rules of a pattern, in the order in which they are checked. `sign`: only capital letters, digits, "-" and known placeholders. `serial`: exactly
 * one serial number. `check`: the check sign only once, and last. `length`: 8 to 40 characters.
 */
export type CertificatePatternFault = 'sign' | 'serial' | 'check' | 'length';

/** Returns the first rule that a pattern breaks; null for a valid one. */
export function findPatternFault(pattern: string): CertificatePatternFault | null {
  const parts = splitPattern(pattern);
  if (parts === null) return 'sign';
  if (parts.filter(isSerial).length !== 1) return 'serial';
  if (parts.some(({ token }, at) => token === 'check' && at < parts.length - 1)) return 'check';
  const length = parts.reduce((sum, part) => sum + getPartLength(part), 0);
  return length < fewestSigns || length > mostSigns ? 'length' : null;
}

const signs = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Computes the check sign of ISO 7064 MOD 37,36 over letters and digits; "-" does not count. */
export function computeCheckSign(text: string): string {
  let rest = 36;
  for (const sign of text.replaceAll('-', '')) {
    rest = (rest + signs.indexOf(sign)) % 36 || 36;
    rest = (rest * 2) % 37;
  }
  return signs[(37 - rest) % 36] ?? '';
}

/** Values of the placeholders other than serial number and check sign. `profession`: "6-31-01-03". `year`: four digits. */
export interface CertificateNumberValues {
  readonly kind: 'Y' | 'S';
  readonly body: string;
  readonly province: string;
  readonly site: string;
  readonly year: string;
  readonly profession: string;
  readonly level: number;
}

function writeToken(token: CertificateToken, values: CertificateNumberValues): string {
  switch (token) {
    case 'kind':
    case 'body':
    case 'province':
    case 'site':
      return values[token];
    case 'yyyy':
      return values.year;
    case 'yy':
      return values.year.slice(2);
    case 'profession':
      return values.profession.replaceAll('-', '');
    case 'level':
      return String(values.level);
    default:
      return '';
  }
}

/** Makes the numbers of a valid pattern. */
export function createCertificateNumbers(pattern: string, values: CertificateNumberValues) {
  const parts = splitPattern(pattern) ?? [];
  const at = parts.findIndex(isSerial);
  const write = (some: readonly PatternPart[]): string =>
    some.map(({ token, text }) => (token === null ? text : writeToken(token, values))).join('');
  const [before, after] = [write(parts.slice(0, at)), write(parts.slice(at + 1))];
  const serial = parts[at];
  const digits = serial === undefined ? 0 : getPartLength(serial);
  const hasCheck = parts.at(-1)?.token === 'check';
  return {
    /** Numbers with the same key share one series. */
    key: before + after,
    mostSerials: 10 ** digits - 1,
    /** `n`: serial number, from 1 to `mostSerials`. */
    numberOf(n: number): string {
      const plain = before + String(n).padStart(digits, '0') + after;
      return hasCheck ? plain + computeCheckSign(plain) : plain;
    },
  };
}

/** Lists the school's codes that a pattern writes. */
export const listPatternCodes = (pattern: string): ('body' | 'province' | 'site')[] =>
  (['body', 'province', 'site'] as const).filter((code) => pattern.includes(`{${code}}`));

/** Splits a number into the parts of the pattern that it was made with. Signs that stand as they are have no token. */
export function splitCertificateNumber(pattern: string, number: string): { token: CertificateToken | null; text: string }[] {
  let from = 0;
  return (splitPattern(pattern) ?? []).map((part) => ({ token: part.token, text: number.slice(from, (from += getPartLength(part))) }));
}
