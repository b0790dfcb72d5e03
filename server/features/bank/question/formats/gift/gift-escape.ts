/** GIFT's control characters. While a file is parsed, an escaped one becomes a character of the private use area, so that nothing splits there. */
const signs = '\\~=#{}:';
const first = 0xe100;

/** Hides escaped characters. `\n` is a line break; a backslash before any other character is a literal backslash. */
export const maskEscapes = (text: string): string =>
  text.replace(/\\([\\~=#{}:n])/g, (_, sign: string) => (sign === 'n' ? '\ue1ff' : String.fromCharCode(first + signs.indexOf(sign))));

export const unescapeGift = (text: string): string =>
  text.replace(/[\ue100-\ue106\ue1ff]/g, (hidden) => (hidden === '\ue1ff' ? '\n' : (signs[hidden.charCodeAt(0) - first] ?? '')));

export const escapeGift = (text: string): string => text.replace(/[\\~=#{}:]/g, '\\$&').replace(/\r\n|\n|\r/g, '\\n');
