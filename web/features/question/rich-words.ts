/**
 * Converts rich text to one line of plain text, for a spreadsheet or a comparison. The HTML is parsed but never inserted, so nothing runs or loads.
 */
export function toPlainText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const blank of body.querySelectorAll('[data-blank]')) blank.textContent = '____';
  for (const picture of body.querySelectorAll('img')) picture.replaceWith(`[${picture.alt === '' ? '▣' : picture.alt}]`);
  for (const media of body.querySelectorAll('audio,video')) media.replaceWith('[♪]');
  return joinToOneLine(body.textContent);
}

/** Joins text to one line. An empty pair of brackets, which stands for the answer in a stem, keeps a width of two characters. */
export const joinToOneLine = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/([（(]) ([）)])/g, '$1\u3000\u3000$2')
    .trim();
