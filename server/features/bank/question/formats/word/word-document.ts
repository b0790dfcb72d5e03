import { strFromU8, strToU8, zipSync } from 'fflate';
import { isLegacyOfficeFile, isZipFile } from '../../../../../../sync/spreadsheet/package-read.ts';
import { formatMessages as messages } from '../format-messages.ts';
import { UnreadableFileError } from '../question-format.ts';
import { listChildElements, parseXml, escapeXml } from '../xml-tree.ts';
import { readZip } from '../zip-read.ts';
import { simplifyWordXml } from './word-rewrite.ts';

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
const matchPosition = (inner: string) => /<w:position w:val="(-?)(\d{1,4})"\/>/.exec(inner);
const readSize = (xml: string): number | undefined => {
  const size = /<w:sz w:val="(\d+)"/.exec(xml)?.[1];
  return size === undefined ? undefined : Number(size);
};
/** Default size in half-points of text without a size, as in most Chinese documents. */
const usualSize = 22;

/**
 * Converts text that was raised or lowered by hand (WPS, LibreOffice) to superscript or subscript, if it is smaller than its paragraph or moved by at
 * least a fifth of its size. Smaller shifts only align lines, and the drawing of an inline formula does not count.
 */
function convertRaisedText(xml: string, styles: string): string {
  if (!xml.includes('<w:position ')) return xml;
  const standard = readSize(/<w:docDefaults>[^]*?<\/w:docDefaults>/.exec(styles)?.[0] ?? '') ?? usualSize;
  return xml
    .split('</w:p>')
    .map((paragraph) => {
      if (!paragraph.includes('<w:position ')) return paragraph;
      const sizes = [...paragraph.matchAll(run)].flatMap(([, inner = '']) => (matchPosition(inner) ? [] : (readSize(inner) ?? standard)));
      const largestSize = sizes.length === 0 ? standard : sizes.reduce((most, size) => Math.max(most, size));
      return paragraph.replace(run, (runProperties, inner: string) => {
        const position = matchPosition(inner);
        if (position === null || /<w:vertAlign\b/.test(inner)) return runProperties;
        const size = readSize(inner) ?? standard;
        const moved = Number(position[2]);
        if (moved === 0 || (moved * 5 < size && size > largestSize * 0.85)) return runProperties;
        return `<w:rPr>${inner.replace(position[0], '')}<w:vertAlign w:val="${position[1] === '-' ? 'sub' : 'super'}script"/></w:rPr>`;
      });
    })
    .join('</w:p>');
}

/** Formatting of a run that the docx reader (mammoth) uses. Word splits text into many runs by fonts, sizes and languages, so these are dropped. */
const looks = /<w:(?:b|i|u|strike|vertAlign|rStyle)(?: [^<>]*)?\/?>(?:<\/w:\w+>)?/g;
const plainRun = /<w:r(?: [^<>]*)?>(?:<w:rPr>((?:<(?!\/?w:rPr\b)[^<>]*>)*)<\/w:rPr>|<w:rPr\/>)?<w:t(?: [^<>]*)?>([^<]*)<\/w:t><\/w:r>/g;

/** Joins adjacent runs of equal formatting, because the docx reader takes time for each run. */
export function joinRuns(xml: string): string {
  const parts: string[] = [];
  let [position, lastLook] = [0, ''];
  let words: string[] = [];
  const endRun = (): void => {
    if (words.length > 0) parts.push(`<w:r>${lastLook}<w:t xml:space="preserve">${words.join('')}</w:t></w:r>`);
    words = [];
  };
  for (const match of xml.matchAll(plainRun)) {
    const [runXml, properties = '', text = ''] = match;
    const keptProperties = (properties.match(looks) ?? []).join('');
    const look = keptProperties === '' ? '' : `<w:rPr>${keptProperties}</w:rPr>`;
    if (match.index > position || look !== lastLook) endRun();
    if (match.index > position) parts.push(xml.slice(position, match.index));
    words.push(text);
    [position, lastLook] = [match.index + runXml.length, look];
  }
  endRun();
  return parts.join('') + xml.slice(position);
}

interface Level {
  readonly format: string;
  readonly text: string;
  readonly start: number;
}
/**
 * A numbered list of the document. Lists with the same `shared` continue one count. `restarts`: first number of each level at which this list
 * restarts.
 */
interface List {
  readonly shared: string;
  readonly levels: ReadonlyMap<number, Level>;
  readonly restarts: ReadonlyMap<number, number>;
}

/**
 * Writes Word's automatic numbers ("1." "A." "一、") as text of their paragraphs, because they distinguish questions from options. A paragraph is
 * numbered by its own properties or by its style. The function takes a paragraph's properties (`<w:pPr>…</w:pPr>` or '') in document order.
 */
export function createWordNumberer(numbering: string, styles: string): (properties: string) => string {
  if (numbering === '') return (properties) => properties;
  const lists = readLists(numbering);
  const byStyle = readStyleLists(styles);
  const counts = new Map<string, number[]>();
  const startedLevels = new Set<string>();
  return (properties) => {
    const ownNumbering = /<w:numPr>([^]*?)<\/w:numPr>/.exec(properties);
    const place = readPlace(ownNumbering?.[1] ?? byStyle.get(/<w:pStyle w:val="([^"]*)"/.exec(properties)?.[1] ?? '') ?? '');
    const list = lists.get(place.num);
    // A list with the number "0" does not exist: it means that this paragraph has no number in spite of its style. Deleted paragraphs are not
    // counted.
    if (list === undefined || /<w:del\b/.test(properties)) return properties;
    const propertiesWithoutNumber = ownNumbering === null ? properties : properties.replace(ownNumbering[0], '');
    const level = list.levels.get(place.depth);
    if (!level || level.format === 'bullet' || level.format === 'none') return propertiesWithoutNumber;
    const count = counts.get(list.shared) ?? [];
    counts.set(list.shared, count);
    const restart = list.restarts.get(place.depth);
    const levelKey = `${place.num} ${place.depth}`;
    if (restart !== undefined && !startedLevels.has(levelKey)) count.length = Math.min(count.length, place.depth);
    startedLevels.add(levelKey);
    for (let above = 0; above < place.depth; above++) count[above] ??= list.levels.get(above)?.start ?? 1;
    count[place.depth] = (count[place.depth] ?? (restart ?? level.start) - 1) + 1;
    count.length = place.depth + 1;
    const label = level.text.replace(/%(\d)/g, (_, which: string) =>
      numberText(count[Number(which) - 1] ?? 1, list.levels.get(Number(which) - 1)?.format ?? 'decimal'),
    );
    return `${propertiesWithoutNumber}<w:r><w:t xml:space="preserve">${escapeXml(label)} </w:t></w:r>`;
  };
}

const readPlace = (properties: string): { num: string; depth: number } => ({
  num: /<w:numId w:val="(\d+)"/.exec(properties)?.[1] ?? '',
  depth: Number(/<w:ilvl w:val="(\d+)"/.exec(properties)?.[1] ?? 0),
});

function readLists(numbering: string): Map<string, List> {
  const kinds = new Map<string, ReadonlyMap<number, Level>>();
  for (const [, id = '', body = ''] of numbering.matchAll(/<w:abstractNum\b[^>]*w:abstractNumId="(\d+)"[^>]*>([^]*?)<\/w:abstractNum>/g))
    kinds.set(id, readLevels(body));
  const lists = new Map<string, List>();
  for (const [, num = '', body = ''] of numbering.matchAll(/<w:num\b[^>]*w:numId="(\d+)"[^>]*>([^]*?)<\/w:num>/g)) {
    const shared = /<w:abstractNumId w:val="(\d+)"/.exec(body)?.[1] ?? '';
    const restarts = new Map<number, number>();
    const levels = new Map(kinds.get(shared));
    for (const [, at = '0', override = ''] of body.matchAll(/<w:lvlOverride\b[^>]*w:ilvl="(\d)"[^>]*>([^]*?)<\/w:lvlOverride>/g)) {
      const start = /<w:startOverride w:val="(\d+)"/.exec(override)?.[1];
      if (start !== undefined) restarts.set(Number(at), Number(start));
      for (const [depth, level] of readLevels(override)) levels.set(depth, level);
    }
    lists.set(num, { shared, levels, restarts });
  }
  return lists;
}

/** Maps a style to the list of its paragraphs, including lists inherited from the style it is based on. */
function readStyleLists(styles: string): Map<string, string> {
  const listByStyle = new Map<string, string>();
  const parentByStyle = new Map<string, string>();
  for (const [, id = '', body = ''] of styles.matchAll(/<w:style\b[^>]*w:styleId="([^"]*)"[^>]*>([^]*?)<\/w:style>/g)) {
    const found = /<w:numPr>([^]*?)<\/w:numPr>/.exec(body)?.[1];
    if (found !== undefined) listByStyle.set(id, found);
    const parent = /<w:basedOn w:val="([^"]*)"/.exec(body)?.[1];
    if (parent !== undefined) parentByStyle.set(id, parent);
  }
  const lists = new Map(listByStyle);
  for (const id of parentByStyle.keys()) {
    let at: string | undefined = id;
    for (let steps = 0; at !== undefined && !listByStyle.has(at) && steps < 10; steps++) at = parentByStyle.get(at);
    const found = at === undefined ? undefined : listByStyle.get(at);
    if (found !== undefined) lists.set(id, found);
  }
  return lists;
}

const readLevels = (body: string): ReadonlyMap<number, Level> =>
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

const chinese = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九'];

/** Largest number that is written as letters or Roman numerals: a list may start at any number. */
const mostSpelled = 4999;

function numberText(count: number, format: string): string {
  if (/^(?:upper|lower)(?:Letter|Roman)/.test(format) && (count < 1 || count > mostSpelled)) return String(count);
  if (format.startsWith('upperLetter')) return String.fromCharCode(65 + ((count - 1) % 26));
  if (format.startsWith('lowerLetter')) return String.fromCharCode(97 + ((count - 1) % 26));
  if (format.startsWith('upperRoman')) return formatRoman(count);
  if (format.startsWith('lowerRoman')) return formatRoman(count).toLowerCase();
  if (/chinese|ideograph|japanese|taiwanese/i.test(format) && count < 100) {
    const [tens, rest] = [Math.floor(count / 10), count % 10];
    return `${tens > 1 ? chinese[tens] : ''}${tens > 0 ? '十' : ''}${rest > 0 || tens === 0 ? chinese[rest] : ''}`;
  }
  return String(count);
}

function formatRoman(count: number): string {
  const steps = [
    [1000, 'M'],
    [900, 'CM'],
    [500, 'D'],
    [400, 'CD'],
    [100, 'C'],
    [90, 'XC'],
    [50, 'L'],
    [40, 'XL'],
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I'],
  ] as const;
  let remaining = count;
  let text = '';
  for (const [value, sign] of steps) for (; remaining >= value; remaining -= value) text += sign;
  return text;
}

/** Prepares a docx for the docx reader: unpacks it within our limits, refuses DOCTYPEs, and converts to text what the docx reader would drop. */
export function prepareDocument(bytes: Uint8Array): PreparedDocument {
  if (isLegacyOfficeFile(bytes)) throw new UnreadableFileError(messages.oldOffice());
  if (!isZipFile(bytes)) throw new UnreadableFileError(messages.notWord());
  const files = readZip(bytes);
  const document = files.get('word/document.xml');
  if (document === undefined) throw new UnreadableFileError(messages.notWord());
  for (const [name, content] of files)
    if (/\.(?:xml|rels)$/i.test(name) && Buffer.from(content.buffer, content.byteOffset, content.byteLength).includes('<!DOCTYPE'))
      throw new UnreadableFileError(messages.doctype());
  const readText = (name: string): string => strFromU8(files.get(name) ?? new Uint8Array());
  const styles = readText('word/styles.xml');
  const targets = readTargets(readText('word/_rels/document.xml.rels'));
  const { xml, ...found } = simplifyWordXml(strFromU8(document), {
    numbered: createWordNumberer(readText('word/numbering.xml'), styles),
    hasPart: (relationship) => files.has(targets.get(relationship) ?? ''),
  });
  const parts = Object.fromEntries(files);
  return { bytes: zipSync({ ...parts, 'word/document.xml': strToU8(joinRuns(convertRaisedText(xml, styles))) }, { level: 0 }), ...found };
}

/** Maps relationship ids to their targets; external targets are left out. */
const readTargets = (relationships: string): ReadonlyMap<string, string> =>
  new Map(
    relationships === ''
      ? []
      : listChildElements(parseXml(relationships)).flatMap(({ attributes }) => {
          const { id, target = '', targetmode } = lowerCaseNames(attributes);
          return id === undefined || targetmode === 'External' ? [] : [[id, target.startsWith('/') ? target.slice(1) : `word/${target}`]];
        }),
  );
const lowerCaseNames = (attributes: Readonly<Record<string, string>>): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), value]));
