import { escapeMarkup } from '../../../../sync/domain/markup.ts';

/** Escapes plain text for the stored HTML. Formulas keep their dollar signs. */

export function escapeHtml(text: string): string {
  return escapeMarkup(text).replaceAll('"', '&quot;');
}

/** Converts text with formulas to HTML: escaped, with line breaks outside formulas as `<br>`. */
export function toHtmlFromText(text: string): string {
  return splitFormulas(text)
    .map((part) => (part.kind === 'formula' ? `${part.mark}${escapeHtml(part.source)}${part.mark}` : toHtmlFromProse(part.source)))
    .join('');
}

/** Converts text without formulas to HTML. A dollar sign is escaped, so that it does not pair with a later one when the text is read again. */
export const toHtmlFromProse = (text: string): string => escapeHtml(text).replace(/\$/g, '&#36;').replace(/\n/g, '<br>');

export type FormulaTextPart =
  | { readonly kind: 'prose'; readonly source: string }
  | { readonly kind: 'formula'; readonly source: string; readonly mark: '$' | '$$' };

/** Splits at `$…$` and `$$…$$`. A dollar sign without a partner stays prose. One pass: linear in the length of the text. */
export function splitFormulas(text: string): FormulaTextPart[] {
  if (!text.includes('$')) return text === '' ? [] : [{ kind: 'prose', source: text }];
  const parts: FormulaTextPart[] = [];
  const closing = findClosingDollars(text);
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

/** Returns for each index the position of the next unescaped dollar sign, or -1. */
function findClosingDollars(text: string): Int32Array {
  const found = new Int32Array(text.length + 2).fill(-1);
  for (let at = text.length - 1; at >= 0; at--)
    found[at] = text[at] === '$' ? at : ((text[at] === '\\' ? (at + 1 < text.length ? found[at + 2] : -1) : found[at + 1]) ?? -1);
  return found;
}

/** Texts that replace recordings and films where only text is possible. */
export const mediaWords: Readonly<Record<string, string>> = { audio: '〔音频：在考试电脑上播放〕', video: '〔视频：在考试电脑上播放〕' };

/** Replaces recordings and films by words, for files that cannot carry them. */
export const toMediaWords = (html: string): string =>
  html.replace(/<(audio|video)\b[^<>]*>(?:<\/\1>)?/g, (_, tag: string) => mediaWords[tag] ?? '');

/** Converts stored HTML to plain text for search, hashes and lists. */
export function toTextFromHtml(html: string): string {
  const text = toMediaWords(html)
    .replace(/<span data-blank="\d+"><\/span>/g, '____')
    .replace(/<br\s*\/?>|<\/(p|tr|div|li|td|th)>/gi, ' ')
    .replace(/<[^<>]*>/g, '')
    .replace(/&nbsp;/g, ' ');
  return unescapeHtml(text).replace(/\s+/g, ' ').trim();
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#36': '$' };

/** Restores text that `escapeHtml` or `toHtmlFromProse` escaped. */
export const unescapeHtml = (html: string): string => html.replace(/&(lt|gt|quot|amp|#36);/g, (_, name: string) => entities[name] ?? '');
