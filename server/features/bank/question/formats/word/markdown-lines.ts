import { convertMarkdownInHtml } from '../text/foreign-words.ts';
import { findWordFieldMark, optionStartPattern, type Paragraph, getPlainLine, parseNumberStart } from './word-lines.ts';

/** Marks of Markdown at the start of a line: quotes, lists and headings. */
const leading = /^(?:\s{0,9}(?:&gt;|[-*+•]\s|#{1,6}\s)){1,5}\s{0,9}/;
const emphasis = '(?:\\*\\*|__)';
const wholeBold = new RegExp(`^${emphasis}([^*_]{1,2000})${emphasis}$`);
const numberedBold = new RegExp(`^(\\d{1,4}\\s{0,3}[.．、)）]\\s{0,3})${emphasis}([^*_]{1,2000})${emphasis}$`);
const pictogram = /^(?:[✅💡📝🔑👉]\ufe0f?\s{0,3}){1,3}(?=\*|答|解|正|参|【)/u;
const fence = /^\s{0,9}(?:```\w{0,20}|-{3,}|\*{3,}|_{3,})\s{0,9}$/;
const row = /^\s{0,9}\|.*\|\s{0,9}$/;

/** Converts Markdown paragraphs, as language models write them, to the HTML they render as; returns other paragraphs unchanged. */
export function convertMarkdownParagraphs(paragraphs: readonly Paragraph[]): readonly Paragraph[] {
  if (!paragraphs.some(isMarkdown)) return paragraphs;
  const convertedParagraphs: Paragraph[] = [];
  for (let at = 0; at < paragraphs.length; at++) {
    const paragraph = paragraphs[at];
    if (paragraph === undefined) continue;
    const rows: string[] = [];
    while (!paragraph.isTable && row.test(paragraphs[at + rows.length]?.html ?? '')) rows.push(paragraphs[at + rows.length]?.html ?? '');
    if (rows.length > 1) {
      convertedParagraphs.push({ html: convertTable(rows), isTable: true });
      at += rows.length - 1;
    } else convertedParagraphs.push(paragraph.isTable ? paragraph : convertLine(paragraph));
  }
  return convertedParagraphs;
}

/** Detects Markdown by marks before a number, an option or a label, or around them. A star or a dash elsewhere does not count. */
function isMarkdown({ html, isTable }: Paragraph): boolean {
  if (isTable) return false;
  if (/^\s{0,9}#{1,6}\s/.test(html) || /^\s{0,9}\d{1,4}\\[.)]/.test(html) || numberedBold.test(html)) return true;
  const bare = html.replace(leading, '').replace(pictogram, '');
  const plain = getPlainLine(bare.replace(new RegExp(`^${emphasis}`), ''));
  return bare !== html || plain !== getPlainLine(bare)
    ? parseNumberStart(plain) !== undefined || optionStartPattern.test(plain) || findWordFieldMark(plain) !== undefined
    : false;
}

function convertLine(paragraph: Paragraph): Paragraph {
  const { html } = paragraph;
  if (fence.test(html)) return { ...paragraph, html: '' };
  const depth = /^\s{0,9}(#{1,6})\s/.exec(html)?.[1]?.length;
  const bare = html
    .replace(leading, '')
    .replace(pictogram, '')
    .replace(/\\([.)_*#[\]-])/g, '$1')
    .trim();
  const plain = bare.replace(wholeBold, '$1').replace(numberedBold, '$1$2');
  const convertedLine = { ...paragraph, html: convertMarkdownInHtml(plain) };
  // "### 第 1 题" is a question, not a heading.
  return depth === undefined || parseNumberStart(getPlainLine(convertedLine.html)) ? convertedLine : { ...convertedLine, level: depth };
}

function convertTable(rows: readonly string[]): string {
  const cells = rows
    .map((line) =>
      line
        .trim()
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
    .filter((line) => !line.every((cell) => /^:?-{1,40}:?$/.test(cell)));
  return `<table>${cells.map((line) => `<tr>${line.map((cell) => `<td><p>${convertMarkdownInHtml(cell)}</p></td>`).join('')}</tr>`).join('')}</table>`;
}
