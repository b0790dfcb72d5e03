import { strFromU8, strToU8, zipSync } from 'fflate';
import { isLegacyOfficeFile, isZipFile } from '../../../../../../sync/spreadsheet/package-read.ts';
import { formatMessages as messages } from '../format-messages.ts';
import { UnreadableFileError } from '../question-format.ts';
import { createWordNumberer } from './word-numbers.ts';
import { simplifyWordXml } from './word-rewrite.ts';
import { listChildElements, parseXml } from '../xml-tree.ts';
import { readZip } from '../zip-read.ts';

export interface PreparedDocument {
  readonly bytes: Uint8Array;
  /** Number of Word formulas that were converted to LaTeX. */
  readonly formulas: number;
  /** Number of footnotes, endnotes and comments, which are not read. */
  readonly notes: number;
  /** Removed invisible characters, as 'U+200B'. */
  readonly invisible: ReadonlySet<string>;
}

const run = /<w:rPr>((?:(?!<\/?w:rPr>)[^])*)<\/w:rPr>(?=\s*<w:t[ >])/g;
const positionOf = (inner: string) => /<w:position w:val="(-?)(\d{1,4})"\/>/.exec(inner);
const sizeOf = (xml: string): number | undefined => {
  const size = /<w:sz w:val="(\d+)"/.exec(xml)?.[1];
  return size === undefined ? undefined : Number(size);
};
/** Default size in half-points of text without a size, as in most Chinese documents. */
const usualSize = 22;

/**
 * Converts text that was raised or lowered by hand (WPS, LibreOffice) to superscript or subscript, if it is smaller than its paragraph or moved by at
 * least a fifth of its size. Smaller shifts only align lines, and the drawing of an inline formula does not count.
 */
function raisedText(xml: string, styles: string): string {
  if (!xml.includes('<w:position ')) return xml;
  const standard = sizeOf(/<w:docDefaults>[^]*?<\/w:docDefaults>/.exec(styles)?.[0] ?? '') ?? usualSize;
  return xml
    .split('</w:p>')
    .map((paragraph) => {
      if (!paragraph.includes('<w:position ')) return paragraph;
      const sizes = [...paragraph.matchAll(run)].flatMap(([, inner = '']) => (positionOf(inner) ? [] : (sizeOf(inner) ?? standard)));
      const around = sizes.length === 0 ? standard : sizes.reduce((most, size) => Math.max(most, size));
      return paragraph.replace(run, (whole, inner: string) => {
        const position = positionOf(inner);
        if (position === null || /<w:vertAlign\b/.test(inner)) return whole;
        const size = sizeOf(inner) ?? standard;
        const moved = Number(position[2]);
        if (moved === 0 || (moved * 5 < size && size > around * 0.85)) return whole;
        return `<w:rPr>${inner.replace(position[0], '')}<w:vertAlign w:val="${position[1] === '-' ? 'sub' : 'super'}script"/></w:rPr>`;
      });
    })
    .join('</w:p>');
}

/** Properties of a run that the reader uses. Fonts, sizes and languages split text into a run for each few characters, so they are dropped. */
const looks = /<w:(?:b|i|u|strike|vertAlign|rStyle)(?: [^<>]*)?\/?>(?:<\/w:\w+>)?/g;
const plainRun = /<w:r(?: [^<>]*)?>(?:<w:rPr>((?:<(?!\/?w:rPr\b)[^<>]*>)*)<\/w:rPr>|<w:rPr\/>)?<w:t(?: [^<>]*)?>([^<]*)<\/w:t><\/w:r>/g;

/** Joins adjacent runs of equal formatting, because the reader is slow for each run. */
export function joinRuns(xml: string): string {
  const parts: string[] = [];
  let [at, last] = [0, ''];
  let words: string[] = [];
  const end = (): void => {
    if (words.length > 0) parts.push(`<w:r>${last}<w:t xml:space="preserve">${words.join('')}</w:t></w:r>`);
    words = [];
  };
  for (const found of xml.matchAll(plainRun)) {
    const [whole, properties = '', text = ''] = found;
    const kept = (properties.match(looks) ?? []).join('');
    const look = kept === '' ? '' : `<w:rPr>${kept}</w:rPr>`;
    if (found.index > at || look !== last) end();
    if (found.index > at) parts.push(xml.slice(at, found.index));
    words.push(text);
    [at, last] = [found.index + whole.length, look];
  }
  end();
  return parts.join('') + xml.slice(at);
}

/** Prepares a docx for reading: unpacks it within our limits, refuses DOCTYPEs, and writes out what the reader would drop. */
export function prepareDocument(bytes: Uint8Array): PreparedDocument {
  if (isLegacyOfficeFile(bytes)) throw new UnreadableFileError(messages.oldOffice());
  if (!isZipFile(bytes)) throw new UnreadableFileError(messages.notWord());
  const files = readZip(bytes);
  const document = files.get('word/document.xml');
  if (document === undefined) throw new UnreadableFileError(messages.notWord());
  for (const [name, content] of files)
    if (/\.(?:xml|rels)$/i.test(name) && Buffer.from(content.buffer, content.byteOffset, content.byteLength).includes('<!DOCTYPE'))
      throw new UnreadableFileError(messages.doctype());
  const text = (name: string): string => strFromU8(files.get(name) ?? new Uint8Array());
  const styles = text('word/styles.xml');
  const targets = targetsOf(text('word/_rels/document.xml.rels'));
  const { xml, ...found } = simplifyWordXml(strFromU8(document), {
    numbered: createWordNumberer(text('word/numbering.xml'), styles),
    hasPart: (relationship) => files.has(targets.get(relationship) ?? ''),
  });
  const parts = Object.fromEntries(files);
  return { bytes: zipSync({ ...parts, 'word/document.xml': strToU8(joinRuns(raisedText(xml, styles))) }, { level: 0 }), ...found };
}

/** Maps relationship ids to their targets; external targets are left out. */
const targetsOf = (relationships: string): ReadonlyMap<string, string> =>
  new Map(
    relationships === ''
      ? []
      : listChildElements(parseXml(relationships)).flatMap(({ attributes }) => {
          const { id, target = '', targetmode } = lowered(attributes);
          return id === undefined || targetmode === 'External' ? [] : [[id, target.startsWith('/') ? target.slice(1) : `word/${target}`]];
        }),
  );
const lowered = (attributes: Readonly<Record<string, string>>): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), value]));
