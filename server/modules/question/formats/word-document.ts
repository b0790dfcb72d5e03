import { strFromU8, strToU8, zipSync } from 'fflate';
import { formatMessages as messages } from './format-messages.ts';
import { UnreadableFile } from './question-format.ts';
import { escapeXml } from './xml-tree.ts';
import { isOldOffice, isZip, readZip } from './zip-read.ts';

export interface PreparedDocument {
  readonly bytes: Uint8Array;
  /** Word's own formulas became plain text between ⟦ ⟧. */
  readonly formulas: boolean;
}

/**
 * A docx made ready for reading: everything unpacked within our limits, DOCTYPEs refused, automatic numbers ("1." "A.") written out as text, for
 * they are what tells questions and options apart, and formulas put in words, for the reader would drop them.
 */
export function prepareDocument(bytes: Uint8Array): PreparedDocument {
  if (isOldOffice(bytes)) throw new UnreadableFile(messages.oldOffice());
  if (!isZip(bytes)) throw new UnreadableFile(messages.notWord());
  const files = readZip(bytes);
  const document = files.get('word/document.xml');
  if (document === undefined) throw new UnreadableFile(messages.notWord());
  for (const [name, content] of files)
    if (/\.(?:xml|rels)$/i.test(name) && strFromU8(content.subarray(0, 4096), true).includes('<!DOCTYPE'))
      throw new UnreadableFile(messages.doctype());
  const xml = strFromU8(document);
  const numbered = withNumbers(xml, strFromU8(files.get('word/numbering.xml') ?? new Uint8Array()));
  const worded = numbered.replace(/<m:oMath(?:Para)?\b[^>]*>[^]*?<\/m:oMath(?:Para)?>/g, (formula) => {
    const text = [...formula.matchAll(/<m:t\b[^>]*>([^<]*)<\/m:t>/g)].map(([, part = '']) => part).join('');
    return `<w:r><w:t xml:space="preserve">⟦${text}⟧</w:t></w:r>`;
  });
  const parts = Object.fromEntries([...files].map(([name, content]) => [name, content] as const));
  return { bytes: zipSync({ ...parts, 'word/document.xml': strToU8(worded) }, { level: 0 }), formulas: worded !== numbered };
}

interface Level {
  readonly format: string;
  readonly text: string;
  readonly start: number;
}

/** `<w:numPr>` of a paragraph → the number it shows, as its first words. */
function withNumbers(xml: string, numbering: string): string {
  if (numbering === '') return xml;
  const lists = new Map<string, ReadonlyMap<number, Level>>();
  for (const [, id = '', body = ''] of numbering.matchAll(/<w:abstractNum\b[^>]*w:abstractNumId="(\d+)"[^>]*>([^]*?)<\/w:abstractNum>/g))
    lists.set(id, levelsOf(body));
  const listOf = new Map(
    [...numbering.matchAll(/<w:num\b[^>]*w:numId="(\d+)"[^>]*>[^]*?<w:abstractNumId w:val="(\d+)"/g)].map(([, num = '', list = '']) => [
      num,
      list,
    ]),
  );
  const counts = new Map<string, number[]>();
  return xml.replace(/<w:p\b(?:[^>]*[^/])?>[^]*?<\/w:p>/g, (paragraph) => {
    const found = /<w:numPr>([^]*?)<\/w:numPr>/.exec(paragraph);
    const num = found && /<w:numId w:val="(\d+)"/.exec(found[1] ?? '')?.[1];
    const levels = num === null || num === undefined ? undefined : lists.get(listOf.get(num) ?? '');
    if (!found || !num || !levels) return paragraph;
    const depth = Number(/<w:ilvl w:val="(\d+)"/.exec(found[1] ?? '')?.[1] ?? 0);
    const level = levels.get(depth);
    if (!level || level.format === 'bullet' || level.format === 'none') return paragraph.replace(found[0], '');
    const count = counts.get(num) ?? [];
    count[depth] = (count[depth] ?? level.start - 1) + 1;
    count.length = depth + 1;
    counts.set(num, count);
    const label = level.text.replace(/%(\d)/g, (_, which: string) =>
      numberText(count[Number(which) - 1] ?? 1, levels.get(Number(which) - 1)?.format ?? 'decimal'),
    );
    const run = `<w:r><w:t xml:space="preserve">${escapeXml(label)} </w:t></w:r>`;
    const bare = paragraph.replace(found[0], '');
    return /<\/w:pPr>/.test(bare) ? bare.replace('</w:pPr>', `</w:pPr>${run}`) : bare.replace(/^(<w:p\b[^>]*>)/, `$1${run}`);
  });
}

const levelsOf = (body: string): ReadonlyMap<number, Level> =>
  new Map(
    [...body.matchAll(/<w:lvl\b[^>]*w:ilvl="(\d)"[^>]*>([^]*?)<\/w:lvl>/g)].map(([, at = '0', inner = '']) => [
      Number(at),
      {
        format: /<w:numFmt w:val="(\w+)"/.exec(inner)?.[1] ?? 'decimal',
        text: /<w:lvlText w:val="([^"]*)"/.exec(inner)?.[1] ?? '%1.',
        start: Number(/<w:start w:val="(\d+)"/.exec(inner)?.[1] ?? 1),
      },
    ]),
  );

function numberText(count: number, format: string): string {
  if (format === 'upperLetter') return String.fromCharCode(64 + count);
  if (format === 'lowerLetter') return String.fromCharCode(96 + count);
  if (/chinese|ideograph|japanese/i.test(format))
    return ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十'][count] ?? String(count);
  return String(count);
}
