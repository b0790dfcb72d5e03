// Patterns of certificate numbers. Each school sets one pattern. Numbers already issued stay as they are when the pattern changes.

/**
 * Placeholders of a pattern, with the number of characters that replace each. `profession`: digits of the occupation code. `check`: check
 * character of ISO 7064 MOD 37,36.
 */
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
/** Matches every certificate number that a valid pattern can produce. */
export const certificateNumber = /^[A-Z0-9-]{8,40}$/;
const [fewestSigns, mostSigns] = [8, 40];

interface PatternPart {
  /** Placeholder that this part of the pattern stands for; null for fixed characters, which are copied into every number. */
  readonly token: CertificateToken | null;
  readonly text: string;
}
const isToken = (text: string): text is CertificateToken => Object.hasOwn(certificateTokens, text);
const isSerial = ({ token }: PatternPart): boolean => token?.startsWith('serial') === true;
const getPartLength = ({ token, text }: PatternPart): number => (token === null ? text.length : certificateTokens[token]);

/** Splits a pattern into placeholders and fixed characters. Returns null if it contains an invalid character or an unknown placeholder. */
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
/** Computes the check character of ISO 7064 MOD 37,36 over letters and digits, ignoring "-". */
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

/** Creates a generator of certificate numbers for a valid pattern. */
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
    /** The number without serial number and check character. Numbers with the same key share one series of serial numbers. */
    key: before + after,
    mostSerials: 10 ** digits - 1,
    /** `n`: serial number, from 1 to `mostSerials`. */
    numberOf(n: number): string {
      const plain = before + String(n).padStart(digits, '0') + after;
      return hasCheck ? plain + computeCheckSign(plain) : plain;
    },
  };
}

/** Lists which of the school's codes appear in a pattern. */
export const listPatternCodes = (pattern: string): ('body' | 'province' | 'site')[] =>
  (['body', 'province', 'site'] as const).filter((code) => pattern.includes(`{${code}}`));

/** Splits a number by the pattern that it was made with. Fixed characters of the pattern have token null. */
export function splitCertificateNumber(pattern: string, number: string): { token: CertificateToken | null; text: string }[] {
  let from = 0;
  return (splitPattern(pattern) ?? []).map((part) => ({ token: part.token, text: number.slice(from, (from += getPartLength(part))) }));
}
