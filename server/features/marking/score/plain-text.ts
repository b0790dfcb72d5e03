const textLength = 80;

/** Returns the beginning of a question without markup. */
export const excerptQuestion = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, textLength);
