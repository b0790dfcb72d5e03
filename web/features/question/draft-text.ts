/**
 * A field of a draft as people edit it: plain text with `____` for blanks; what plain text can't say stays HTML behind `[html]`, as in our
 * spreadsheet.
 */
const mark = '[html]';
const blankSpan = /<span data-blank="\d+"><\/span>/g;
const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

export function textOfDraft(html: string, blanks: boolean): string {
  const text = html
    .replace(/<br\s*\/?>/g, '\n')
    .replace(blankSpan, '____')
    .replace(/&(?:lt|gt|quot|amp);/g, (found) => entities[found] ?? found);
  return htmlOfDraft(text, blanks) === html ? text : mark + html;
}

/** Can it be edited as plain text, without HTML showing? */
export const isPlainDraft = (html: string, blanks: boolean): boolean => html === '' || !textOfDraft(html, blanks).startsWith(mark);

export function htmlOfDraft(text: string, blanks: boolean): string {
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
