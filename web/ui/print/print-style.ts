/** Converts a text to a CSS string. Escapes every character that could end the string or the style sheet. */
export const formatCssString = (text: string): string =>
  `"${text.replaceAll(/[^\p{L}\p{N} .,:;·、。，（）()-]/gu, (char) => `\\${(char.codePointAt(0) ?? 32).toString(16)} `)}"`;

/** Builds the `content` of a page margin box, for example "第 1 页 / 共 8 页": replaces the two marks by CSS page counters. */
export const formatPageNumberContent = (sentence: string, pageMark: string, pagesMark: string): string =>
  sentence
    .split(new RegExp(`([${pageMark}${pagesMark}])`, 'u'))
    .filter((part) => part !== '')
    .map((part) => (part === pageMark ? 'counter(page)' : part === pagesMark ? 'counter(pages)' : formatCssString(part)))
    .join(' ');
