/** Plain text of question files → the HTML that questions are kept in. Formulas keep their dollar signs. */

export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

/** Text with formulas → HTML: escaped, line breaks as `<br>`, but for those within a formula. */
export function htmlOfText(text: string): string {
  return splitFormulas(text)
    .map((part) => (part.kind === 'formula' ? `${part.mark}${escapeHtml(part.source)}${part.mark}` : htmlOfProse(part.source)))
    .join('');
}

// A dollar sign that opens no formula must not pair with a later one when the text is read again.
const htmlOfProse = (text: string): string => escapeHtml(text).replace(/\$/g, '&#36;').replace(/\n/g, '<br>');

export type TextPart =
  | { readonly kind: 'prose'; readonly source: string }
  | { readonly kind: 'formula'; readonly source: string; readonly mark: '$' | '$$' };

/** Splits at `$…$` and `$$…$$`. A dollar sign without its partner stays prose. */
export function splitFormulas(text: string): TextPart[] {
  const parts: TextPart[] = [];
  const pattern = /(\$\$)((?:\\[^]|[^$\\])+?)\$\$|(\$)((?:\\[^]|[^$\\])+?)\$/g;
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > at) parts.push({ kind: 'prose', source: text.slice(at, match.index) });
    parts.push({ kind: 'formula', source: match[2] ?? match[4] ?? '', mark: match[1] ? '$$' : '$' });
    at = match.index + match[0].length;
  }
  if (at < text.length) parts.push({ kind: 'prose', source: text.slice(at) });
  return parts;
}

/** HTML of ours → plain text, for search, hashes and lists. */
export function textOfHtml(html: string): string {
  return html
    .replace(/<span data-blank="\d+"><\/span>/g, '____')
    .replace(/<br\s*\/?>|<\/(p|tr|div|li|td|th)>/gi, ' ')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(lt|gt|quot|amp|nbsp|#36);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', nbsp: ' ', '#36': '$' };

/** The source of a formula as it stood before `escapeHtml`. */
export const unescapeHtml = (html: string): string => html.replace(/&(lt|gt|quot|amp);/g, (_, name: string) => entities[name] ?? '');
