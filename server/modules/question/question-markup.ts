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

/** Splits at `$…$` and `$$…$$`. A dollar sign without its partner stays prose. In one pass, whatever the text. */
export function splitFormulas(text: string): TextPart[] {
  if (!text.includes('$')) return text === '' ? [] : [{ kind: 'prose', source: text }];
  const parts: TextPart[] = [];
  const closing = closingDollars(text);
  let at = 0;
  for (let start = text.indexOf('$'); start >= 0;) {
    const mark = text[start + 1] === '$' ? '$$' : '$';
    const from = start + mark.length;
    const end = closing[from] ?? -1;
    if (end > from && text.startsWith(mark, end)) {
      if (start > at) parts.push({ kind: 'prose', source: text.slice(at, start) });
      parts.push({ kind: 'formula', source: text.slice(from, end), mark });
      at = end + mark.length;
      start = text.indexOf('$', at);
    } else start = text.indexOf('$', start + 1);
  }
  if (at < text.length) parts.push({ kind: 'prose', source: text.slice(at) });
  return parts;
}

/** From each place on: where the next dollar sign stands that no backslash takes away; -1: nowhere. */
function closingDollars(text: string): Int32Array {
  const found = new Int32Array(text.length + 2).fill(-1);
  for (let at = text.length - 1; at >= 0; at--)
    found[at] = text[at] === '$' ? at : ((text[at] === '\\' ? (at + 1 < text.length ? found[at + 2] : -1) : found[at + 1]) ?? -1);
  return found;
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
