import { strFromU8 } from 'fflate';
import mammoth from 'mammoth';
import { z } from 'zod';
import { importedQuestionDraft } from '../../../../../../sync/contract/bank/question-file.ts';
import { isZipFile } from '../../../../../../sync/spreadsheet/package-read.ts';
import type { Message } from '../../../../../http/handler.ts';
import { escapeHtml, splitFormulas } from '../../question-markup.ts';
import { formatMessages as messages } from '../format-messages.ts';
import { convertMarkdownParagraphs } from './markdown-lines.ts';
import { formatPictureMark } from '../picture-reference.ts';
import { type FileToRead, type ReadFile, UnreadableFileError } from '../question-format.ts';
import { prepareDocument } from './word-document.ts';
import { readQuestionsFromParagraphs } from './word-questions.ts';
import { hashDocument, wordExtraPart } from './word-extra-part.ts';
import { readZip } from '../zip-read.ts';
import { wordMarks } from './word-rewrite.ts';
import { listChildElements, parseXml, type XmlElement, type XmlNode } from '../xml-tree.ts';
import { parseHeading, findWordFieldMark, optionStartPattern, type Paragraph, getPlainLine, parseNumberStart } from './word-lines.ts';

/**
 * Numbers the questions of a text without numbers (Moodle's Aiken, questions typed one below the other): a line right above its options, or above
 * "答案：", begins a question. Returns undefined for a text with numbers, or without options and answers.
 */
function numberQuestions(paragraphs: readonly Paragraph[]): readonly Paragraph[] | undefined {
  const kinds = paragraphs.map(classifyParagraph);
  if (kinds.includes('number') || !kinds.includes('first') || !kinds.includes('answer')) return undefined;
  let number = 0;
  /** Index of the last line of plain words, which is the stem if options or an answer follow. */
  let startIndex: number | undefined;
  const numberByIndex = new Map<number, number>();
  for (const [at, kind] of kinds.entries()) {
    if (kind === 'words') startIndex = at;
    else if (kind === 'heading') startIndex = undefined;
    else if (kind === 'first' || kind === 'answer') {
      if (startIndex !== undefined) numberByIndex.set(startIndex, (number += 1));
      startIndex = undefined;
    }
  }
  return paragraphs.map((paragraph, at) => {
    const count = numberByIndex.get(at);
    return count === undefined ? paragraph : { ...paragraph, html: `${count}. ${paragraph.html}` };
  });
}

/** Classifies a paragraph. 'first': option A, alone or with further options on its line. */
function classifyParagraph(paragraph: Paragraph): 'none' | 'number' | 'heading' | 'first' | 'option' | 'answer' | 'field' | 'words' {
  const plain = getPlainLine(paragraph.html).trim();
  if (plain === '' && !paragraph.html.includes('<img')) return 'none';
  if (paragraph.isTable) return 'none';
  if (parseNumberStart(plain)) return 'number';
  if (parseHeading(paragraph)?.type !== undefined) return 'heading';
  const label = findWordFieldMark(plain)?.field;
  if (label !== undefined) return label === 'answer' ? 'answer' : 'field';
  const letter = optionStartPattern.exec(plain)?.[1]?.normalize('NFKC').toUpperCase();
  return letter === undefined ? 'words' : letter === 'A' ? 'first' : 'option';
}

/** Reads a Word document: numbered questions with options A–D and lines 答案: and 解析:, with pictures. */
export async function readWordDocument({ bytes }: FileToRead): Promise<ReadFile> {
  const own = readOwnQuestions(bytes);
  if (own) return own;
  const prepared = prepareDocument(bytes);
  const pictures = new Map<string, Uint8Array>();
  let html: string;
  try {
    const result = await mammoth.convertToHtml(
      { buffer: Buffer.from(prepared.bytes) },
      {
        styleMap: ['u => u', 'strike => s'],
        convertImage: mammoth.images.imgElement(async (image) => {
          // Old formulas are drawings (WMF, EMF) that no browser shows; the extension in the name marks them.
          const drawing = /(?:wmf|emf)$/i.exec(image.contentType)?.[0].toLowerCase();
          const name = `image${pictures.size + 1}${drawing === undefined ? '' : `.${drawing}`}`;
          pictures.set(name, await image.readAsBuffer());
          return { src: formatPictureMark(name) };
        }),
      },
    );
    html = result.value;
  } catch (error) {
    throw new UnreadableFileError(messages.damaged(error instanceof Error ? error.message : String(error)));
  }
  const notes = [
    ...(prepared.invisible.size > 0 ? [messages.invisibleRemoved([...prepared.invisible])] : []),
    ...(prepared.notes > 0 ? [messages.wordNotes(prepared.notes)] : []),
    ...(prepared.formulas > 0 ? [messages.wordFormulas(prepared.formulas)] : []),
  ];
  return readParagraphs(listParagraphs(parseXml(`<r>${html}</r>`)), pictures, notes);
}

/** Reads a document that our export wrote and nobody changed, from its embedded data. Returns undefined for any other document. */
function readOwnQuestions(bytes: Uint8Array): ReadFile | undefined {
  if (!isZipFile(bytes)) return undefined;
  const files = readZip(bytes, (name) => name === wordExtraPart || name === 'word/document.xml' || name.startsWith('word/media/'));
  const [extra, document] = [files.get(wordExtraPart), files.get('word/document.xml')];
  if (extra === undefined || document === undefined) return undefined;
  try {
    const ownDrafts = ownPart.safeParse(JSON.parse(strFromU8(extra)));
    if (!ownDrafts.success || ownDrafts.data.document !== hashDocument(document)) return undefined;
    const pictures = new Map([...files].filter(([name]) => name.startsWith('word/media/')));
    return {
      questions: ownDrafts.data.drafts.map((draft, at) => ({ row: at + 1, place: '', draft, faults: [], warnings: [] })),
      pictures,
      notes: [],
    };
  } catch {
    return undefined;
  }
}
const ownPart = z.object({ document: z.string(), drafts: z.array(importedQuestionDraft) });

/** Reads the questions of paragraphs, either of a document or pasted. */
export function readParagraphs(
  sourceParagraphs: readonly Paragraph[],
  pictures: ReadFile['pictures'],
  notes: readonly Message[],
): ReadFile {
  const paragraphs = convertMarkdownParagraphs(sourceParagraphs);
  const numbered = numberQuestions(paragraphs);
  const { questions, outside, numbers } = readQuestionsFromParagraphs(numbered ?? paragraphs);
  return {
    questions,
    pictures,
    notes: [
      ...(numbered ? [messages.questionsUnnumbered()] : questions.length > 0 ? [messages.numbersSeen(numbers.found, numbers.read)] : []),
      ...(outside.length > 0 ? [messages.textOutside(outside.length, outside.find((text) => text !== '') ?? '')] : []),
      ...notes,
    ],
  };
}

const blocks = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li']);

/** Returns the paragraphs and tables below an element, in document order. */
export function listParagraphs(root: XmlElement): Paragraph[] {
  return listChildElements(root).flatMap((element): Paragraph[] => {
    if (element.name === 'ol' || element.name === 'ul') return listParagraphs(element);
    if (!blocks.has(element.name)) return [{ html: toHtml([element]), isTable: true }];
    const level = /^h[1-6]$/.test(element.name) ? { level: Number(element.name.slice(1)) } : {};
    const nested = listChildElements(element, 'ol', 'ul', 'p');
    const own = toHtml(element.children.filter((child) => typeof child === 'string' || !nested.includes(child)));
    // A line break within a paragraph separates lines too: options are often written so.
    return [
      ...own.split('<br>').map((html) => ({ html: html.trim(), isTable: false, ...level })),
      ...nested.flatMap((one) => listParagraphs({ ...one, children: [one] })),
    ];
  });
}

/** Converts nodes to HTML. Underlined spaces are a blank. */
const toHtml = (nodes: readonly XmlNode[]): string => write(nodes).replace(/<u>(?:\s|&nbsp;)*<\/u>/g, '____');

const { open, close, openDisplay, closeDisplay } = wordMarks;
const formula = new RegExp(`(${open}[^${close}]*${close}|${openDisplay}[^${closeDisplay}]*${closeDisplay})`);

/** Escapes a text. Dollar signs are literal, except those around a converted formula. */
const escapeText = (text: string): string =>
  text
    .split(formula)
    .map((part) => {
      const mark = part.startsWith(open) ? '$' : part.startsWith(openDisplay) ? '$$' : undefined;
      if (mark !== undefined) return mark + escapeHtml(part.slice(1, -1)) + mark;
      return splitFormulas(part)
        .map((each) =>
          each.kind === 'formula' ? escapeHtml(each.mark + each.source + each.mark) : escapeHtml(each.source).replace(/\$/g, '&#36;'),
        )
        .join('');
    })
    .join('');

function write(nodes: readonly XmlNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return escapeText(node);
      if (node.name === 'br') return '<br>';
      if (node.name === 'img') {
        const alt = (node.attributes['alt'] ?? '').trim();
        // Drop an alternative text that is a file name or was generated ("图片 1"), because it does not describe the picture.
        const description = /^(?:IMG_\d+|图片 ?\d*|picture ?\d*|image ?\d*|学科网.*|.*\.(?:png|jpe?g|gif|bmp))$/i.test(alt) ? '' : alt;
        return `<img src="${escapeHtml(node.attributes['src'] ?? '')}"${description === '' ? '' : ` alt="${escapeHtml(description.slice(0, 200))}"`}>`;
      }
      const inner = write(node.children);
      if (node.name === 'a' || (inner === '' && node.name !== 'td')) return inner;
      const spans = ['colspan', 'rowspan']
        .map((name) => (node.attributes[name] === undefined ? '' : ` ${name}="${escapeHtml(node.attributes[name])}"`))
        .join('');
      return `<${node.name}${spans}>${inner}</${node.name}>`;
    })
    .join('');
}
