/** Any text as a CSS string: what could end it, or the style sheet around it, is written by its number. */
export const cssString = (text: string): string =>
  `"${text.replaceAll(/[^\p{L}\p{N} .,:;·、。，（）()-]/gu, (char) => `\\${(char.codePointAt(0) ?? 32).toString(16)} `)}"`;

/** "第 1 页 / 共 8 页" for a margin box: the two marks in the sentence become the counters of the sheets. */
export const pageNumberContent = (sentence: string, pageMark: string, pagesMark: string): string =>
  sentence
    .split(new RegExp(`([${pageMark}${pagesMark}])`, 'u'))
    .filter((part) => part !== '')
    .map((part) => (part === pageMark ? 'counter(page)' : part === pagesMark ? 'counter(pages)' : cssString(part)))
    .join(' ');
