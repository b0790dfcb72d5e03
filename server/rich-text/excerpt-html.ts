const textLength = 80;

/** Returns the first 80 characters of the text of HTML, such as the beginning of a question. */
export const excerptHtml = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, textLength);
