/**
 * Converts between plain text, as people type it in cells and text files, and the stored HTML. Content that plain text cannot express is written as
 * HTML behind `[html]`, a mark borrowed from GIFT, so that neither direction loses anything.
 */
import { toHtmlFromText, splitFormulas, unescapeHtml } from '../../question-markup.ts';

export const htmlMark = '[html]';

/** Replaces runs of three or more underscores by numbered blanks. */
export function markUnderscoreBlanks(html: string): string {
  let count = 0;
  return splitFormulas(html)
    .map((part) =>
      part.kind === 'formula' ? part.mark + part.source + part.mark : part.source.replace(/_{3,}/g, () => formatBlankSpan(++count)),
    )
    .join('');
}

/** Marks the blanks of a fill-in question: underscores, or if there are none, empty brackets. */
export function markBlanks(html: string): string {
  const lines = markUnderscoreBlanks(html);
  if (countBlanks(lines) > 0) return lines;
  let count = 0;
  return splitFormulas(html)
    .map((part) =>
      part.kind === 'formula'
        ? part.mark + part.source + part.mark
        : part.source.replace(/[(（](?:\s|&nbsp;){1,60}[)）]|[(（][)）]/g, () => formatBlankSpan(++count)),
    )
    .join('');
}

/** Keeps the width of an empty bracket for the answer; HTML would collapse the spaces. */
export const keepBracketWidth = (html: string): string =>
  html.replace(/[(（][ \t]{2,60}[)）]/g, (bracket) => bracket.replace(/[ \t]/g, '\u00a0'));

export const formatBlankSpan = (n: number): string => `<span data-blank="${n}"></span>`;
const blankSpan = /<span data-blank="\d+"><\/span>/g;
export const countBlanks = (html: string): number => html.match(blankSpan)?.length ?? 0;

/** Numbers the blanks from 1 in order of occurrence. */
export function renumberBlanks(html: string): string {
  let count = 0;
  return html.replace(blankSpan, () => formatBlankSpan(++count));
}

/** Converts a cell or a field of a text file to HTML. `blanks`: underscores are blanks (the stem of a fill-in question). */
export function toHtmlFromPlain(text: string, blanks: boolean): string {
  if (text.startsWith(htmlMark)) return text.slice(htmlMark.length);
  const html = keepBracketWidth(toHtmlFromText(text.replace(/\r\n?/g, '\n')));
  return blanks ? markUnderscoreBlanks(html) : html;
}

/** Converts HTML to plain text. `toHtmlFromPlain` of the result always returns the same HTML. */
export function toPlainFromHtml(html: string, blanks: boolean): string {
  const text = unescapeHtml(html.replace(/<br>/g, '\n').replace(blankSpan, '____'));
  return !text.startsWith(htmlMark) && text === text.trim() && toHtmlFromPlain(text, blanks) === html ? text : htmlMark + html;
}

/** Match TeX formulas. A second opening mark inside a match ends the attempt, so that unclosed marks do not make the search quadratic. */
export const inlineTexPattern = /\\\(((?:(?!\\\()[^])+?)\\\)/g;
export const displayTexPattern = /\\\[((?:(?!\\\[)[^])+?)\\\]/g;

/** Converts formulas in HTML from `\(…\)` and `\[…\]`, the marks of other systems, to our dollar signs. */
export const toDollarFormulas = (html: string): string =>
  html
    .replace(inlineTexPattern, (_, source: string) => `$${source.replace(/<[^<>]*>/g, '')}$`)
    .replace(displayTexPattern, (_, source: string) => `$$${source.replace(/<[^<>]*>/g, '')}$$`)
    .replace(/&#92;(?=[([])/g, '\\');

/**
 * Converts formulas from our dollar signs to TeX brackets for other systems. A backslash of plain text before a bracket becomes an entity, so that it
 * opens no formula there.
 */
export const toTexFormulas = (html: string): string =>
  splitFormulas(html)
    .map((part) => {
      if (part.kind === 'prose') return part.source.replace(/\\(?=[([])/g, '&#92;');
      const whole = part.mark + part.source + part.mark;
      const tex = part.mark === '$' ? `\\(${part.source}\\)` : `\\[${part.source}\\]`;
      return toDollarFormulas(tex) === whole ? tex : whole;
    })
    .join('');
