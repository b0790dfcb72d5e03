import sanitize from 'sanitize-html';
import { listInvisibleCharacters, removeInvisibleCharacters } from '../../../../../../sync/contract/invisible-signs.ts';
import { toHtmlFromText } from '../../question-markup.ts';
import { formatMessages as messages } from '../format-messages.ts';
import type { FileToRead, ReadFile } from '../question-format.ts';
import { listParagraphs, readParagraphs } from './word-read.ts';
import { parseXml } from '../xml-tree.ts';
import { decodeTextFile } from '../text/file-text.ts';

const isHtmlText = (text: string): boolean =>
  /^\ufeff?\s*<(?:!doctype html|!--|html|head|meta|body|p|div|section|article|table|span|h[1-6]|ol|ul|font|b|strong|a|img)\b/i.test(text) ||
  text.includes('<!--StartFragment-->');

/**
 * Checks whether a text was copied from a page or a document: HTML, or lines with numbered questions and answers or options. The white space before
 * the first word of a line must exclude line breaks: otherwise matching each line would scan all following lines.
 */
export const isPastedText = (head: string): boolean =>
  hasUnnumberedQuestion(head) ||
  (isHtmlText(head) && !/<(?:quiz|\?xml)\b/i.test(head.slice(0, 200))) ||
  (!/^[ \t\u00a0\u3000]*[<{$]|^::|\{\s*[=~#]/m.test(head) &&
    /^[ \t\u00a0\u3000>#*_+-]{0,20}(?:[(（]?[ \t\u00a0\u3000]*[\d０-９]{1,4}\s*[.．、)）]|(?:第|题目|Q)\s*\d{1,4}\s*[题:：.（(]|[一二三四五六七八九十]、)/m.test(
      head,
    ) &&
    /^[ \t\u00a0\u3000>#*_+-]{0,20}[(（]?[AＡ]\s*[)）.．、:：]|答案|[(（]\s*[√×A-H]?\s*[)）]|_{3,}|^[ \t\u00a0\u3000]*答\s*[:：]|[一二三四五六七八九十]、.{0,10}题/m.test(
      head,
    ));

/** Detects options on separate lines and "ANSWER: B" without any question number: Moodle's Aiken format, and hand-typed text. */
const hasUnnumberedQuestion = (head: string): boolean =>
  !/^[ \t]{0,9}(?:[<{$]|::)/m.test(head) &&
  /^[ \t]{0,9}[AＡ][)）.．、]/m.test(head) &&
  /^[ \t]{0,9}(?:ANSWER|(?:正确|参考|标准)?答案)[ \t]{0,9}[:：]/im.test(head);

/** Reads plain text, or text copied from Word, WeChat or a web page, like the paragraphs of a document. */
export function readPastedFile({ bytes }: FileToRead): ReadFile {
  const file = decodeTextFile(bytes);
  const text = removeInvisibleCharacters(file.text);
  const invisible = listInvisibleCharacters(file.text.replace(/^\ufeff/, ''));
  const notes = invisible.length > 0 ? [...file.notes, messages.invisibleRemoved(invisible)] : file.notes;
  if (!isHtmlText(text)) {
    const lines = text.split(/\r\n|\n|\r/);
    return readParagraphs(
      lines.map((line) => ({ html: toHtmlFromText(line.trim()), isTable: false })),
      new Map(),
      notes,
    );
  }
  const html = sanitize(extractFragment(text), options)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/&nbsp;/g, '&#160;');
  return readParagraphs(listParagraphs(parseXml(`<r>${html}</r>`)), new Map(), notes);
}

/** Returns the part of a page that the clipboard marks as selected. */
function extractFragment(text: string): string {
  const from = text.indexOf('<!--StartFragment-->');
  const to = from < 0 ? -1 : text.indexOf('<!--EndFragment-->', from);
  return to < 0 ? text : text.slice(from, to);
}

const toParagraph = (): { tagName: string; attribs: Record<string, string> } => ({ tagName: 'p', attribs: {} });
/** Keeps paragraphs, lists, tables and simple marks; drops styles and scripts. Pictures stay, so that they can be reported. */
const options: sanitize.IOptions = {
  allowedTags: [
    'p',
    'br',
    'strong',
    'em',
    'b',
    'i',
    'u',
    's',
    'sub',
    'sup',
    'table',
    'tbody',
    'thead',
    'tr',
    'td',
    'th',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'ol',
    'ul',
    'li',
    'img',
  ],
  allowedAttributes: { img: ['src', 'alt'], td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'] },
  allowedSchemes: ['http', 'https', 'data', 'file'],
  allowedSchemesAppliedToAttributes: [],
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'title', 'iframe', 'object', 'svg', 'head'],
  transformTags: {
    div: toParagraph,
    section: toParagraph,
    article: toParagraph,
    blockquote: toParagraph,
    dd: toParagraph,
    dt: toParagraph,
  },
};
