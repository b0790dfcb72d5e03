import { strFromU8, strToU8, zipSync } from 'fflate';
import { isOldOffice, isPackage } from '../../../../sync/workbook/package-read.ts';
import { formatMessages as messages } from './format-messages.ts';
import { UnreadableFile } from './question-format.ts';
import { latexOfFormula } from './word-formula.ts';
import { withNumbers } from './word-numbers.ts';
import { escapeXml } from './xml-tree.ts';
import { readZip } from './zip-read.ts';

export interface PreparedDocument {
  readonly bytes: Uint8Array;
  /** How many of Word's own formulas were turned into LaTeX. */
  readonly formulas: number;
}

/** Where a formula begins and ends while the document is on its way: signs of the private area, which no author types. */
export const formulaMarks = { open: '\ue210', close: '\ue211', openDisplay: '\ue212', closeDisplay: '\ue213', doubtful: '\ue214' } as const;

const run = /<w:rPr>((?:(?!<\/?w:rPr>)[^])*)<\/w:rPr>(?=\s*<w:t[ >])/g;
const positionOf = (inner: string) => /<w:position w:val="(-?)(\d{1,4})"\/>/.exec(inner);
const sizeOf = (xml: string): number | undefined => {
  const size = /<w:sz w:val="(\d+)"/.exec(xml)?.[1];
  return size === undefined ? undefined : Number(size);
};
/** Half-points of text that says nothing of its size, as most Chinese documents have it. */
const usualSize = 22;

/**
 * Text that was raised or lowered by hand (WPS, LibreOffice) is a superscript or subscript where it is smaller than its paragraph, or moved by
 * a fifth of its size and more; less is how lines are aligned. An inline formula's drawing is none.
 */
function raisedText(xml: string, styles: string): string {
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

/**
 * A docx made ready for reading: everything unpacked within our limits, DOCTYPEs refused, automatic numbers written out as text, and formulas
 * as LaTeX between marks, for the reader would drop both.
 */
export function prepareDocument(bytes: Uint8Array): PreparedDocument {
  if (isOldOffice(bytes)) throw new UnreadableFile(messages.oldOffice());
  if (!isPackage(bytes)) throw new UnreadableFile(messages.notWord());
  const files = readZip(bytes);
  const document = files.get('word/document.xml');
  if (document === undefined) throw new UnreadableFile(messages.notWord());
  for (const [name, content] of files)
    if (/\.(?:xml|rels)$/i.test(name) && Buffer.from(content.buffer, content.byteOffset, content.byteLength).includes('<!DOCTYPE'))
      throw new UnreadableFile(messages.doctype());
  const text = (name: string): string => strFromU8(files.get(name) ?? new Uint8Array());
  let formulas = 0;
  const xml = withNumbers(
    raisedText(strFromU8(document), text('word/styles.xml')),
    text('word/numbering.xml'),
    text('word/styles.xml'),
  ).replace(/<m:oMathPara\b[^>]*>[^]*?<\/m:oMathPara>|<m:oMath\b[^>]*>[^]*?<\/m:oMath>/g, (formula) => {
    formulas += 1;
    const { latex, display, doubtful } = latexOfFormula(formula);
    if (latex === '') return '';
    const { open, close, openDisplay, closeDisplay } = formulaMarks;
    const marked = `${doubtful ? formulaMarks.doubtful : ''}${display ? openDisplay : open}${latex}${display ? closeDisplay : close}`;
    return `<w:r><w:t xml:space="preserve">${escapeXml(marked)}</w:t></w:r>`;
  });
  const parts = Object.fromEntries(files);
  return { bytes: zipSync({ ...parts, 'word/document.xml': strToU8(xml) }, { level: 0 }), formulas };
}
