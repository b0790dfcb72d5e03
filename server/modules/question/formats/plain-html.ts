/**
 * Plain text as people type it in cells and text files ↔ the HTML that questions are kept in. Whatever plain text can't say is written as
 * HTML behind `[html]`, GIFT's own mark, so that nothing is lost either way.
 */
import { htmlOfText, splitFormulas } from '../question-markup.ts';

export const htmlMark = '[html]';

/** "___" → numbered blanks. */
export function withBlanks(html: string): string {
  let count = 0;
  return splitFormulas(html)
    .map((part) => (part.kind === 'formula' ? part.mark + part.source + part.mark : part.source.replace(/_{3,}/g, () => blank(++count))))
    .join('');
}

/** The blanks of a fill-in question: lines, or where it has none, its empty brackets. */
export function blanksWithin(html: string): string {
  const lines = withBlanks(html);
  if (countBlanks(lines) > 0) return lines;
  let count = 0;
  return splitFormulas(html)
    .map((part) =>
      part.kind === 'formula'
        ? part.mark + part.source + part.mark
        : part.source.replace(/[(（](?:\s|&nbsp;){1,60}[)）]|[(（][)）]/g, () => blank(++count)),
    )
    .join('');
}

/** An empty bracket keeps the room it was given for the answer, which HTML would close up. */
export const withRoom = (html: string): string => html.replace(/[(（][ \t]{2,60}[)）]/g, (bracket) => bracket.replace(/[ \t]/g, '\u00a0'));

export const blank = (n: number): string => `<span data-blank="${n}"></span>`;
const blankSpan = /<span data-blank="\d+"><\/span>/g;
export const countBlanks = (html: string): number => html.match(blankSpan)?.length ?? 0;

/** Blanks numbered from 1 in the order they stand in. */
export function renumberBlanks(html: string): string {
  let count = 0;
  return html.replace(blankSpan, () => blank(++count));
}

/** A cell or a field of a text file → HTML. `blanks`: underscores are blanks (the stem of a fill-in question). */
export function htmlOfPlain(text: string, blanks: boolean): string {
  if (text.startsWith(htmlMark)) return text.slice(htmlMark.length);
  const html = withRoom(htmlOfText(text.replace(/\r\n?/g, '\n')));
  return blanks ? withBlanks(html) : html;
}

/** The reverse; `htmlOfPlain` of the result gives the same HTML, always. */
export function plainOfHtml(html: string, blanks: boolean): string {
  const text = html
    .replace(/<br>/g, '\n')
    .replace(blankSpan, '____')
    .replace(/&(lt|gt|quot|amp|#36);/g, (_, name: string) => entities[name] ?? '');
  return !text.startsWith(htmlMark) && text === text.trim() && htmlOfPlain(text, blanks) === html ? text : htmlMark + html;
}
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#36': '$' };

/** An opening mark within ends what never closed: so each sign is looked at once. */
export const inlineTex = /\\\(((?:(?!\\\()[^])+?)\\\)/g;
export const displayTex = /\\\[((?:(?!\\\[)[^])+?)\\\]/g;

/** Formulas as other systems mark them, `\(…\)` and `\[…\]`, → ours between dollar signs. Of HTML. */
export const dollarsOfTex = (html: string): string =>
  html
    .replace(inlineTex, (_, source: string) => `$${source.replace(/<[^<>]*>/g, '')}$`)
    .replace(displayTex, (_, source: string) => `$$${source.replace(/<[^<>]*>/g, '')}$$`)
    .replace(/&#92;(?=[([])/g, '\\');

/** The reverse, for other systems. A backslash that opens no formula is made an entity, so that it opens none there either. */
export const texOfDollars = (html: string): string =>
  splitFormulas(html)
    .map((part) => {
      if (part.kind === 'prose') return part.source.replace(/\\(?=[([])/g, '&#92;');
      const whole = part.mark + part.source + part.mark;
      const tex = part.mark === '$' ? `\\(${part.source}\\)` : `\\[${part.source}\\]`;
      return dollarsOfTex(tex) === whole ? tex : whole;
    })
    .join('');
