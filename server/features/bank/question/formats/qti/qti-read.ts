import { isZipFile } from '../../../../../../sync/spreadsheet/package-read.ts';
import { mergeCommentFields, parseCommentFields } from '../extra-comment.ts';
import { decodeTextFile } from '../text/file-text.ts';
import { formatMessages as messages } from '../format-messages.ts';
import { isQti12, readQti12 } from './qti12-read.ts';
import { stripOuterBreaks, readQtiAnswer } from './qti-answer.ts';
import { createQtiHtmlConverter, normaliseQtiName } from './qti-html.ts';
import {
  type FileToRead,
  type FoundQuestion,
  type QuestionFormat,
  type ReadFile,
  type FormatRemark,
  UnreadableFileError,
} from '../question-format.ts';
import { listDescendants, listChildElements, findFirstChild, parseXml, type XmlElement } from '../xml-tree.ts';
import { readZip } from '../zip-read.ts';
import { toHtmlFromForeign } from '../text/foreign-words.ts';
import { decodeReference, formatMediaMark, mediaFile, replacePictureSources } from '../picture-reference.ts';

/** Returns a passage that the package stores as a file, or undefined if it has none. */
type FindPassage = (path: string) => { readonly text: string; readonly isHtml: boolean } | undefined;

const getFolderPath = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Joins a folder of the package and a reference within it. */
function joinPackagePath(folder: string, href: string): string {
  const steps: string[] = [];
  for (const step of `${folder}${decodeReference(href)}`.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}

/**
 * Reads audio, video, or an object that is no picture. An HTML or text file of the package is a passage and is returned as HTML. For any other file,
 * `mark` makes the import warn about it by name. `reason` is set if a passage is missing. Without `html`, the element's own text stays.
 */
function readMedia(
  element: XmlElement,
  folder: string,
  passageOf: FindPassage,
): { readonly html?: string; readonly mark?: string; readonly reason?: FormatRemark['reason'] } {
  const sources = [element, ...listChildElements(element, 'source')].flatMap(
    ({ attributes }) => attributes['data'] ?? attributes['src'] ?? [],
  );
  const [source = ''] = sources;
  const type = element.attributes['type'] ?? '';
  const path = joinPackagePath(folder, source.replace(/[?#].*$/, ''));
  if (element.name !== 'object' || (type !== '' && !/^(?:text\/|application\/xhtml)/i.test(type)) || mediaFile.test(path))
    return { mark: formatMediaMark(source === '' ? element.name : source) };
  if (source === '') return {};
  const passage = passageOf(path);
  if (passage === undefined) return { reason: messages.passageMissing(path) };
  const words = passage.isHtml ? toHtmlFromForeign(extractBody(passage.text), 'html') : toHtmlFromForeign(passage.text, 'plain');
  return {
    html: `<div>${replacePictureSources(words, (picture) => (/^(?:[a-z]+:|\/)/i.test(picture) ? undefined : joinPackagePath(getFolderPath(path), picture)))}</div>`,
  };
}

const extractBody = (html: string): string => /<body\b[^>]*>([^]*?)(?:<\/body>|$)/i.exec(html)?.[1] ?? html;

/** Reads IMS QTI 2.x and 3.0: a package with a manifest, or a single item. */
export const qtiFormat: QuestionFormat = {
  id: 'qti',
  extensions: ['zip', 'xml'],
  sniff: () => false,
  read: readQti,
};

export function readQti({ bytes, name }: FileToRead): ReadFile {
  if (!isZipFile(bytes)) {
    const { text, notes } = decodeTextFile(bytes);
    const root = parseXml(text);
    const questions = isQti12(root)
      ? readQti12(root, '', () => undefined).map((each, at) => ({ ...each, row: at + 1 }))
      : [readQtiItem(root, { row: 1, place: name, folder: '' })];
    return { questions, notes, pictures: new Map() };
  }
  const files = readZip(bytes, (path) => /\.(?:xml|png|jpe?g|gif|webp|svgz?|eps|bmp|tiff?|wmf|emf|x?html?|txt)$/i.test(path));
  const manifest = [...files.keys()].filter((path) => /(?:^|\/)imsmanifest\.xml$/i.test(path)).toSorted((a, b) => a.length - b.length)[0];
  const listed =
    manifest === undefined ? undefined : listItemPaths(parseXml(decodeText(files.get(manifest)), manifest), getFolderPath(manifest));
  const hrefs = listed !== undefined && listed.length > 0 ? listed : [...files.keys()].filter((path) => path.endsWith('.xml')).toSorted();
  const questions: FoundQuestion[] = [];
  /** Files of the package, each parsed once however many items refer to it. */
  const parts = new Map<string, XmlElement | undefined>();
  const readPart = (path: string): XmlElement | undefined => {
    if (!parts.has(path)) parts.set(path, tryParseXml(files.get(path)));
    return parts.get(path);
  };
  const readPassage: FindPassage = (path) => {
    const file = files.get(path);
    return file && { text: decodeText(file), isHtml: !path.toLowerCase().endsWith('.txt') };
  };
  for (const href of hrefs) {
    const where = { row: questions.length + 1, place: href, folder: getFolderPath(href) };
    const file = files.get(href);
    if (file === undefined)
      questions.push({ ...where, draft: {}, faults: [{ field: '', reason: messages.itemMissing(href) }], warnings: [] });
    else {
      const old = tryParseXml(file);
      if (old && isQti12(old)) {
        const within = readQti12(old, href, (source) => resolveQti12Picture(source, where.folder, files));
        questions.push(...within.map((each, at) => ({ ...each, row: questions.length + at + 1 })));
        continue;
      }
      const found = readItem(file, where, listed !== undefined, readPart, readPassage);
      if (found) questions.push(found);
    }
  }
  if (manifest === undefined && questions.length === 0) throw new UnreadableFileError(messages.noManifest());
  return { questions, notes: [], pictures: new Map([...files].filter(([path]) => !/\.(?:xml|x?html?|txt)$/i.test(path))) };
}

/** Reads one item. A broken file does not affect the others; even an error that would refuse a whole file (a DOCTYPE) is reported at its item. */
function readItem(
  file: Uint8Array,
  where: ItemPlace,
  listed: boolean,
  partOf: (path: string) => XmlElement | undefined,
  passageOf: FindPassage,
): FoundQuestion | undefined {
  try {
    const root = parseXml(decodeText(file));
    return listed || normaliseQtiName(root) === 'assessmentitem' ? readQtiItem(root, where, partOf, passageOf) : undefined;
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    return listed
      ? { row: where.row, place: where.place, draft: {}, faults: [{ field: '', reason: error.reason }], warnings: [] }
      : undefined;
  }
}

/** Parses another file of the package. Returns undefined if it is broken; the item that needs it reports that. */
function tryParseXml(file: Uint8Array | undefined): XmlElement | undefined {
  if (file === undefined) return undefined;
  try {
    return parseXml(decodeText(file));
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    return undefined;
  }
}

const decodeText = (bytes: Uint8Array | undefined): string => (bytes ? decodeTextFile(bytes).text : '');

/** Returns the paths of the items that a manifest lists, in its order. */
function listItemPaths(manifest: XmlElement, folder: string): string[] {
  return listDescendants(manifest, 'resource')
    .filter((resource) => /^imsqti_(?:item_|xmlv1p|test_xmlv1p|assessment)/.test(resource.attributes['type'] ?? ''))
    .map((resource) => joinPackagePath(folder, resource.attributes['href'] ?? findFirstChild(resource, 'file')?.attributes['href'] ?? ''));
}

interface ItemPlace {
  readonly row: number;
  readonly place: string;
  readonly folder: string;
}

/** Reads an item. `partOf` parses another XML file of the package, or returns undefined if it is missing or broken. */
export function readQtiItem(
  item: XmlElement,
  { row, place, folder }: ItemPlace,
  partOf: (path: string) => XmlElement | undefined = () => undefined,
  passageOf: FindPassage = () => undefined,
): FoundQuestion {
  if (normaliseQtiName(item) !== 'assessmentitem')
    return { row, place, draft: {}, faults: [{ field: '', reason: messages.notThisFormat('QTI') }], warnings: [] };
  const body = item.children.find((child): child is XmlElement => typeof child !== 'string' && normaliseQtiName(child) === 'itembody');
  const warnings: FormatRemark[] = [];
  const htmlFrom = (from: string) =>
    createQtiHtmlConverter(
      (source) => (/^(?:[a-z]+:|\/)/i.test(source) ? undefined : joinPackagePath(from, source)),
      (element) => {
        const { reason, ...read } = readMedia(element, from, passageOf);
        if (reason) warnings.push({ field: 'stem', reason });
        return read;
      },
    );
  const html = htmlFrom(folder);
  const material = listChildElements(item)
    .filter((one) => normaliseQtiName(one) === 'assessmentstimulusref')
    .map((one) => {
      const path = joinPackagePath(folder, one.attributes['href'] ?? '');
      const part = partOf(path);
      const found = part && listChildElements(part).find((child) => normaliseQtiName(child) === 'stimulusbody');
      if (!found) warnings.push({ field: 'material', reason: messages.stimulusMissing(path) });
      return found ? stripOuterBreaks(htmlFrom(getFolderPath(path))(found.children)) : '';
    })
    .filter((text) => text !== '')
    .join('<br>');
  const read = readQtiAnswer(
    item,
    body ?? { name: 'itembody', attributes: {}, children: [], comments: [] },
    html,
    (field, reason) => void warnings.push({ field, reason }),
  );
  const title = item.attributes['title'] ?? '';
  const distinctWarnings = [...new Map(warnings.map((warning) => [`${warning.field} ${warning.reason.en}`, warning])).values()];
  const foundQuestion: FoundQuestion = {
    row,
    place,
    draft: { ...read.draft, ...(material === '' ? {} : { material }), stem: read.draft.stem || (read.faults.length > 0 ? title : '') },
    faults: read.faults,
    warnings: distinctWarnings,
  };
  return mergeCommentFields(
    foundQuestion,
    item.comments.map(parseCommentFields).find((extra) => extra !== undefined),
  );
}

/** Resolves a picture of QTI 1.2. Canvas stores the files of a course elsewhere: `$IMS-CC-FILEBASE$/folder/a.png`. */
function resolveQti12Picture(source: string, folder: string, files: ReadonlyMap<string, Uint8Array>): string | undefined {
  if (/^(?:https?:|data:|\/)/i.test(source)) return undefined;
  const path = decodeReference(
    source
      .replace(/^\$IMS-CC-FILEBASE\$\//, '')
      .replace(/^%24IMS-CC-FILEBASE%24\//, '')
      .replace(/[?#].*$/, ''),
  );
  return [joinPackagePath(folder, path), path, `web_resources/${path}`].find((each) => files.has(each)) ?? path;
}

export const isQtiXml = (head: string): boolean =>
  /<(?:\w+:)?questestinterop\b/i.test(head) || /<(?:\w+:)?(?:qti-)?assessment-?item\b/i.test(head);
