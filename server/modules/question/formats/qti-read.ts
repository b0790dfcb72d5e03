import { isPackage } from '../../../../sync/workbook/package-read.ts';
import { mergeExtra, readExtra } from './extra-comment.ts';
import { textOfFile } from './file-text.ts';
import { formatMessages as messages } from './format-messages.ts';
import { isQti12, readQti12 } from './qti12-read.ts';
import { bare, readQtiAnswer } from './qti-answer.ts';
import { folderOf, joinedPath, mediaIn, type PassageOf, safeDecode } from './qti-media.ts';
import { qtiHtml, qtiName } from './qti-html.ts';
import { type FileToRead, type FoundQuestion, type QuestionFormat, type ReadFile, type Remark, UnreadableFile } from './question-format.ts';
import { allOf, elementsOf, firstOf, parseXml, type XmlElement } from './xml-tree.ts';
import { readZip } from './zip-read.ts';

/** Reads IMS QTI 2.x and 3.0: a package with a manifest, or a single item. */
export const qtiFormat: QuestionFormat = {
  id: 'qti',
  extensions: ['zip', 'xml'],
  sniff: () => false,
  read: readQti,
};

export function readQti({ bytes, name }: FileToRead): ReadFile {
  if (!isPackage(bytes)) {
    const { text, notes } = textOfFile(bytes);
    const root = parseXml(text);
    const questions = isQti12(root)
      ? readQti12(root, '', () => undefined).map((each, at) => ({ ...each, row: at + 1 }))
      : [readItem(root, { row: 1, place: name, folder: '' })];
    return { questions, notes, pictures: new Map() };
  }
  const files = readZip(bytes, (path) => /\.(?:xml|png|jpe?g|gif|webp|svgz?|eps|bmp|tiff?|wmf|emf|x?html?|txt)$/i.test(path));
  const manifest = [...files.keys()].filter((path) => /(?:^|\/)imsmanifest\.xml$/i.test(path)).toSorted((a, b) => a.length - b.length)[0];
  const listed = manifest === undefined ? undefined : itemsOf(parseXml(text(files.get(manifest)), manifest), folderOf(manifest));
  const hrefs = listed !== undefined && listed.length > 0 ? listed : [...files.keys()].filter((path) => path.endsWith('.xml')).toSorted();
  const questions: FoundQuestion[] = [];
  /** Files of the package, each parsed once however many items refer to it. */
  const parts = new Map<string, XmlElement | undefined>();
  const partOf = (path: string): XmlElement | undefined => {
    if (!parts.has(path)) parts.set(path, parsed(files.get(path)));
    return parts.get(path);
  };
  const passageOf: PassageOf = (path) => {
    const file = files.get(path);
    return file && { text: text(file), isHtml: !path.toLowerCase().endsWith('.txt') };
  };
  for (const href of hrefs) {
    const where = { row: questions.length + 1, place: href, folder: folderOf(href) };
    const file = files.get(href);
    if (file === undefined)
      questions.push({ ...where, draft: {}, faults: [{ field: '', reason: messages.itemMissing(href) }], warnings: [] });
    else {
      const old = parsed(file);
      if (old && isQti12(old)) {
        const within = readQti12(old, href, (source) => pictureOf12(source, where.folder, files));
        questions.push(...within.map((each, at) => ({ ...each, row: questions.length + at + 1 })));
        continue;
      }
      const found = itemIn(file, where, listed !== undefined, partOf, passageOf);
      if (found) questions.push(found);
    }
  }
  if (manifest === undefined && questions.length === 0) throw new UnreadableFile(messages.noManifest());
  return { questions, notes: [], pictures: new Map([...files].filter(([path]) => !/\.(?:xml|x?html?|txt)$/i.test(path))) };
}

/** Reads one item. A broken file does not affect the others; even an error that would refuse a whole file (a DOCTYPE) is reported at its item. */
function itemIn(
  file: Uint8Array,
  where: Where,
  listed: boolean,
  partOf: (path: string) => XmlElement | undefined,
  passageOf: PassageOf,
): FoundQuestion | undefined {
  try {
    const root = parseXml(text(file));
    return listed || qtiName(root) === 'assessmentitem' ? readItem(root, where, partOf, passageOf) : undefined;
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return listed
      ? { row: where.row, place: where.place, draft: {}, faults: [{ field: '', reason: error.told }], warnings: [] }
      : undefined;
  }
}

/** Parses another file of the package. Returns undefined if it is broken; the item that needs it reports that. */
function parsed(file: Uint8Array | undefined): XmlElement | undefined {
  if (file === undefined) return undefined;
  try {
    return parseXml(text(file));
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return undefined;
  }
}

const text = (bytes: Uint8Array | undefined): string => (bytes ? textOfFile(bytes).text : '');

/** Returns the paths of the items that a manifest lists, in its order. */
function itemsOf(manifest: XmlElement, folder: string): string[] {
  return allOf(manifest, 'resource')
    .filter((resource) => /^imsqti_(?:item_|xmlv1p|test_xmlv1p|assessment)/.test(resource.attributes['type'] ?? ''))
    .map((resource) => joinedPath(folder, resource.attributes['href'] ?? firstOf(resource, 'file')?.attributes['href'] ?? ''));
}

interface Where {
  readonly row: number;
  readonly place: string;
  readonly folder: string;
}

/** Reads an item. `partOf` returns another file of the package, or undefined if there is none. */
export function readItem(
  item: XmlElement,
  { row, place, folder }: Where,
  partOf: (path: string) => XmlElement | undefined = () => undefined,
  passageOf: PassageOf = () => undefined,
): FoundQuestion {
  if (qtiName(item) !== 'assessmentitem')
    return { row, place, draft: {}, faults: [{ field: '', reason: messages.notThisFormat('QTI') }], warnings: [] };
  const body = item.children.find((child): child is XmlElement => typeof child !== 'string' && qtiName(child) === 'itembody');
  const warnings: Remark[] = [];
  const htmlFrom = (from: string) =>
    qtiHtml(
      (source) => (/^(?:[a-z]+:|\/)/i.test(source) ? undefined : joinedPath(from, source)),
      (element) => {
        const { html: passage, reason } = mediaIn(element, from, passageOf);
        if (reason) warnings.push({ field: 'stem', reason });
        return passage;
      },
    );
  const html = htmlFrom(folder);
  const material = elementsOf(item)
    .filter((one) => qtiName(one) === 'assessmentstimulusref')
    .map((one) => {
      const path = joinedPath(folder, one.attributes['href'] ?? '');
      const part = partOf(path);
      const found = part && elementsOf(part).find((child) => qtiName(child) === 'stimulusbody');
      if (!found) warnings.push({ field: 'material', reason: messages.stimulusMissing(path) });
      return found ? bare(htmlFrom(folderOf(path))(found.children)) : '';
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
  const told = [...new Map(warnings.map((warning) => [`${warning.field} ${warning.reason.en}`, warning])).values()];
  const found: FoundQuestion = {
    row,
    place,
    draft: { ...read.draft, ...(material === '' ? {} : { material }), stem: read.draft.stem || (read.faults.length > 0 ? title : '') },
    faults: read.faults,
    warnings: told,
  };
  return mergeExtra(
    found,
    item.comments.map(readExtra).find((extra) => extra !== undefined),
  );
}

/** Resolves a picture of QTI 1.2. Canvas stores the files of a course elsewhere: `$IMS-CC-FILEBASE$/folder/a.png`. */
function pictureOf12(source: string, folder: string, files: ReadonlyMap<string, Uint8Array>): string | undefined {
  if (/^(?:https?:|data:|\/)/i.test(source)) return undefined;
  const path = safeDecode(
    source
      .replace(/^\$IMS-CC-FILEBASE\$\//, '')
      .replace(/^%24IMS-CC-FILEBASE%24\//, '')
      .replace(/[?#].*$/, ''),
  );
  return [joinedPath(folder, path), path, `web_resources/${path}`].find((each) => files.has(each)) ?? path;
}

export const isQtiXml = (head: string): boolean =>
  /<(?:\w+:)?questestinterop\b/i.test(head) || /<(?:\w+:)?(?:qti-)?assessment-?item\b/i.test(head);
