/** A rich text as one line of words, for a spreadsheet or a comparison. Parsed, never inserted: nothing in it runs or loads. */
export function wordsOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const blank of body.querySelectorAll('[data-blank]')) blank.textContent = '____';
  for (const picture of body.querySelectorAll('img')) picture.replaceWith(`[${picture.alt === '' ? '▣' : picture.alt}]`);
  return oneLine(body.textContent);
}

/** On one line; the room that brackets leave for an answer stays to be seen, two characters of it. */
export const oneLine = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/([（(]) ([）)])/g, '$1\u3000\u3000$2')
    .trim();
