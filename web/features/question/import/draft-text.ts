/** Mark of a field that is edited as HTML. Other fields of a draft are edited as plain text with `____` for blanks, as in our spreadsheet. */
const mark = '[html]';
const blankSpan = /<span data-blank="\d+"><\/span>/g;
const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

export function toDraftText(html: string, blanks: boolean): string {
  const text = html
    .replace(/<br\s*\/?>/g, '\n')
    .replace(blankSpan, '____')
    .replace(/&(?:lt|gt|quot|amp);/g, (found) => entities[found] ?? found);
  return toDraftHtml(text, blanks) === html ? text : mark + html;
}

/** Checks whether a field can be edited as plain text without showing HTML. */
export const isPlainDraft = (html: string, blanks: boolean): boolean => html === '' || !toDraftText(html, blanks).startsWith(mark);

export function toDraftHtml(text: string, blanks: boolean): string {
  if (text.startsWith(mark)) return text.slice(mark.length);
  const html = text
    .replace(/&(?!#36;)/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/\n/g, '<br>');
  let count = 0;
  return blanks ? html.replace(/_{3,}/g, () => `<span data-blank="${(count += 1)}"></span>`) : html;
}
