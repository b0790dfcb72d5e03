import sanitize from 'sanitize-html';
import { listInvisibleCharacters, removeInvisibleCharacters } from '../../../../../../sync/contract/invisible-signs.ts';
import { toHtmlFromText } from '../../question-markup.ts';
import { decodeTextFile } from './file-text.ts';
import { formatMessages as messages } from '../format-messages.ts';
import { isHtmlText } from './pasted-text.ts';
import type { FileToRead, ReadFile } from '../question-format.ts';
import { listParagraphs, readParagraphs } from '../word/word-read.ts';
import { parseXml } from '../xml-tree.ts';

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
  const html = sanitize(fragmentOf(text), options)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/&nbsp;/g, '&#160;');
  return readParagraphs(listParagraphs(parseXml(`<r>${html}</r>`)), new Map(), notes);
}

/** Returns the part of a page that the clipboard marks as selected. */
function fragmentOf(text: string): string {
  const from = text.indexOf('<!--StartFragment-->');
  const to = from < 0 ? -1 : text.indexOf('<!--EndFragment-->', from);
  return to < 0 ? text : text.slice(from, to);
}

const paragraph = (): { tagName: string; attribs: Record<string, string> } => ({ tagName: 'p', attribs: {} });
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
  transformTags: { div: paragraph, section: paragraph, article: paragraph, blockquote: paragraph, dd: paragraph, dt: paragraph },
};
