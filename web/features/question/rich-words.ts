/** A rich text as one line of words, for a spreadsheet or a comparison. Parsed, never inserted: nothing in it runs or loads. */
export function wordsOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const blank of body.querySelectorAll('[data-blank]')) blank.textContent = '____';
  for (const picture of body.querySelectorAll('img')) picture.replaceWith(`[${picture.alt === '' ? '▣' : picture.alt}]`);
  return body.textContent.replaceAll(/\s+/g, ' ').trim();
}
