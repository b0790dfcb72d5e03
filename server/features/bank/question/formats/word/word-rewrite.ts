import { SaxesParser } from 'saxes';
import { listInvisibleCharacters, removeInvisibleCharacters } from '../../../../../../sync/contract/invisible-signs.ts';
import { formatMessages as messages } from '../format-messages.ts';
import { UnreadableFileError } from '../question-format.ts';
import { escapeXml } from '../xml-tree.ts';
import { convertFieldToLatex } from './word-field.ts';
import { convertFormulaToLatex } from './word-formula.ts';

/**
 * Characters of the private use area, which no author types. They mark the bounds of formulas, and doubtful places, while the document is processed.
 */
export const wordMarks = {
  open: '\ue210',
  close: '\ue211',
  openDisplay: '\ue212',
  closeDisplay: '\ue213',
  /** Marks a formula that could not be read completely. */
  doubtful: '\ue214',
  /** Marks the place of a picture that is missing from the file. */
  noPicture: '\ue215',
  /** Marks the place of a drawing, which is not read. */
  drawn: '\ue216',
} as const;

export interface RewrittenDocument {
  readonly xml: string;
  readonly formulas: number;
  /** Number of footnotes, endnotes and comments, which are not read. */
  readonly notes: number;
  /** Removed invisible characters, as 'U+200B'. */
  readonly invisible: ReadonlySet<string>;
}

export interface WordRewriteOptions {
  /** Returns a paragraph's properties (`<w:pPr>…</w:pPr>`, or '') with its automatic number written out. */
  readonly numbered: (properties: string) => string;
  /** Checks whether a relationship leads to a part of the file. */
  readonly hasPart: (relationship: string) => boolean;
}

const maxDepth = 400;

interface OpenElement {
  readonly name: string;
  /** Name of the closing tag to write; undefined if only the element's content is written. */
  readonly as: string | undefined;
  /** Content of an element that is collected before it is written. */
  readonly bufferedContent?: string[];
  /** Result of each alternative of an `AlternateContent` element. */
  choice?: string;
  fallback?: string;
  /** Text boxes within a drawing. */
  boxes?: string;
  numbered?: boolean;
}

const writeTag = (name: string, attributes: Readonly<Record<string, string>>, closed = false): string =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
    .join('')}${closed ? '/' : ''}>`;
const writeText = (text: string): string => `<w:t xml:space="preserve">${escapeXml(text)}</w:t>`;
const hasWords = (xml: string): boolean => xml.includes('<w:t>') || xml.includes('<w:t ');
const hasPicture = (xml: string): boolean => xml.includes('<a:blip ') || xml.includes('<v:imagedata ');
const writeTextBox = (boxes: string): string => `<w:pict><v:shape><v:textbox>${boxes}</v:textbox></v:shape></w:pict>`;

/** Marks as text elements, which are valid within a run. */
const drawingMark = writeText(wordMarks.drawn);
const missingPictureMark = writeText(wordMarks.noPicture);

/** Writes a `w:drawing` element: its picture, its text boxes (`boxes`), and a mark for parts that are not read. */
function writeDrawing(element: string, inner: string, boxes: string | undefined): string {
  const picture = hasPicture(inner) ? element : '';
  const text = boxes === undefined ? '' : writeTextBox(boxes);
  if (inner.includes('<!--')) return picture + text + missingPictureMark;
  return picture + text + (picture === '' && text === '' ? drawingMark : '');
}

/** Writes a `w:pict` element. A picture of this older kind (VML) stays in place; only text boxes move behind their paragraph. */
function writeVmlPicture(element: string, inner: string): string {
  const written = hasWords(inner) ? element : hasPicture(inner) ? `<w:object>${inner}</w:object>` : '';
  if (inner.includes('<!--')) return written + missingPictureMark;
  const isUnread = !hasPicture(inner) && (!hasWords(inner) || inner.includes('<v:group')) && !isRule(inner);
  return isUnread ? written + drawingMark : written;
}

/** Elements that are dropped with their content: deleted text, former formatting, ruby text, and optional line breaks. */
const droppedElements = new Set([
  'w:moveFrom',
  'w:rPrChange',
  'w:pPrChange',
  'w:tblPrChange',
  'w:trPrChange',
  'w:tcPrChange',
  'w:sectPrChange',
  'w:tblGridChange',
  'w:numberingChange',
  'w:rt',
  'w:rubyPr',
  'w:proofErr',
  'w:softHyphen',
  'w:delInstrText',
]);
/** Formatting of a run that the docx reader uses. Fonts and languages are dropped. */
const usedFormatting = new Set([
  'w:b',
  'w:i',
  'w:u',
  'w:em',
  'w:strike',
  'w:vertAlign',
  'w:rStyle',
  'w:position',
  'w:sz',
  'w:del',
  'w:ins',
  'w:moveFrom',
  'w:moveTo',
]);
/** Elements that are unwrapped: only their content remains. */
const unwrappedElements = new Set(['w:fldSimple', 'w:dir', 'w:bdo', 'w:ruby', 'w:rubyBase', 'w:smartTag', 'w:customXml']);
/** References to notes and comments, which are counted but not read. */
const noteReferences = new Set(['w:footnoteReference', 'w:endnoteReference', 'w:commentReference']);
/** Elements for which the docx reader knows only another name, with that name. */
const renamedElements: Readonly<Record<string, string>> = {
  'w:cr': 'w:br',
  'w:ptab': 'w:tab',
  'v:oval': 'v:shape',
  'v:line': 'v:shape',
  'v:polyline': 'v:shape',
  'v:curve': 'v:shape',
  'v:image': 'v:shape',
};
/** Elements whose content is collected separately before it is written. */
const collectedElements = new Set([
  'w:pPr',
  'w:pict',
  'w:object',
  'w:drawing',
  'w:txbxContent',
  'm:oMath',
  'm:oMathPara',
  'mc:AlternateContent',
  'mc:Choice',
  'mc:Fallback',
]);
/** Ticks and crosses in Word's symbol fonts, which answer judgement questions. */
const symbolFontSigns: Readonly<Record<string, string>> = {
  'Wingdings FC': '√',
  'Wingdings FE': '√',
  'Wingdings FB': '×',
  'Wingdings FD': '×',
  'Wingdings 2 50': '√',
  'Wingdings 2 52': '√',
  'Wingdings 2 4F': '×',
  'Wingdings 2 51': '×',
  'Wingdings 2 53': '×',
  'Wingdings 2 54': '×',
};

/**
 * Rewrites the XML of a document for the docx reader in one pass. Tracked changes are accepted. Formulas and formula fields become LaTeX between
 * marks. Automatic numbers are written out, and text boxes follow their paragraph. Unreadable parts are marked.
 */
export function simplifyWordXml(xml: string, { numbered, hasPart }: WordRewriteOptions): RewrittenDocument {
  const parser = new SaxesParser();
  const root: string[] = [];
  const open: OpenElement[] = [];
  let out = root;
  let skipped = 0;
  let formulas = 0;
  let notes = 0;
  const invisible = new Set<string>();
  let inFormula = 0;
  /** Depth of open `Choice` elements. Their content usually occurs again in a `Fallback`, so its formulas, notes and numbers are not counted. */
  let inChoice = 0;
  /** Open fields. `asks`: the instruction of the field, collected until its result begins. */
  const fields: { asks: string; isResult: boolean }[] = [];
  /** Open fields whose result has not begun. A list of its own finds the last one fast, even if a damaged document closes none of its fields. */
  const fieldsBeforeResult: { asks: string; isResult: boolean }[] = [];
  const getOpenField = () => fieldsBeforeResult.at(-1);

  const writeFormula = (latex: string, display: boolean, doubtful: boolean): string => {
    if (inChoice === 0) formulas += 1;
    const [before, after] = display ? [wordMarks.openDisplay, wordMarks.closeDisplay] : [wordMarks.open, wordMarks.close];
    return latex === '' ? '' : writeText(`${doubtful ? wordMarks.doubtful : ''}${before}${latex}${after}`);
  };
  const writeField = (asks: string): string => {
    const found = convertFieldToLatex(asks);
    return found === undefined ? '' : writeFormula(found.latex, false, found.doubtful);
  };
  const addNumber = (properties: string): string => (inChoice > 0 ? properties : numbered(properties));

  function begin(name: string, attributes: Readonly<Record<string, string>>, closed: boolean): void {
    if (skipped > 0 || droppedElements.has(name)) return void (skipped += 1);
    const parent = open.at(-1);
    const mark = parent?.name === 'w:rPr' || parent?.name === 'w:trPr' || parent?.name === 'w:numPr';
    if (parent?.name === 'w:rPr' && inFormula === 0 && !usedFormatting.has(name)) return void (skipped += 1);
    if (name === 'w:del' && !mark) return void (skipped += 1);
    if (noteReferences.has(name)) {
      if (inChoice === 0) notes += 1;
      return void (skipped += 1);
    }
    if (inFormula > 0 && !collectedElements.has(name)) {
      out.push(writeTag(name, attributes, closed));
      return void open.push({ name, as: closed ? undefined : name });
    }
    if (parent?.name === 'w:p' && parent.numbered !== true && name !== 'w:pPr') {
      parent.numbered = true;
      out.push(addNumber(''));
    }
    if (collectedElements.has(name)) {
      if (name.startsWith('m:o')) inFormula += 1;
      if (name === 'mc:Choice') inChoice += 1;
      const parts: string[] = [];
      open.push({ name, as: writeTag(name, attributes), bufferedContent: parts });
      out = parts;
      return;
    }
    const sign =
      name === 'w:sym'
        ? symbolFontSigns[`${attributes['w:font']} ${(attributes['w:char'] ?? '').replace(/^F0/i, '').toUpperCase()}`]
        : undefined;
    if (sign !== undefined) out.push(writeText(sign));
    else if (name === 'w:noBreakHyphen') out.push(writeText('-'));
    else if (name === 'w:fldSimple') {
      const written = writeField(attributes['w:instr'] ?? '');
      if (written !== '') {
        out.push(`<w:r>${written}</w:r>`);
        return void (skipped += 1);
      }
    } else if (name === 'w:fldChar') handleFieldSign(attributes['w:fldCharType']);
    // Dots under a word ("不"正确) are how papers stress it; bold means the same.
    if (name === 'w:em' && attributes['w:val'] !== 'none') out.push('<w:b/>');
    const embedded = attributes['r:embed'] ?? attributes['r:id'] ?? '';
    const isPicture = name === 'a:blip' || name === 'v:imagedata';
    if ((isPicture && !hasPart(embedded)) || sign !== undefined || name === 'w:noBreakHyphen' || name === 'w:em') {
      if (isPicture) out.push(`<!--${wordMarks.noPicture}-->`);
      return void (skipped += 1);
    }
    const as =
      unwrappedElements.has(name) || ((name === 'w:ins' || name === 'w:moveTo') && !mark) ? undefined : (renamedElements[name] ?? name);
    if (as !== undefined) out.push(writeTag(as, attributes, closed));
    open.push({ name, as: closed ? undefined : as });
  }

  function handleFieldSign(type: string | undefined): void {
    if (type === 'begin') {
      const newField = { asks: '', isResult: false };
      fields.push(newField);
      fieldsBeforeResult.push(newField);
    } else if (type === 'separate') {
      const currentField = fields.at(-1);
      if (currentField && !currentField.isResult) fieldsBeforeResult.pop();
      if (currentField) currentField.isResult = true;
    } else if (type === 'end') {
      const closedField = fields.pop();
      if (closedField && !closedField.isResult) fieldsBeforeResult.pop();
      if (closedField && getOpenField() === undefined) out.push(writeField(closedField.asks));
    }
  }

  function end(): void {
    if (skipped > 0) return void (skipped -= 1);
    const closed = open.pop();
    if (!closed) return;
    if (closed.bufferedContent === undefined) {
      if (closed.name === 'w:p' && closed.numbered !== true) out.push(addNumber(''));
      if (closed.as !== undefined) out.push(`</${closed.as}>`);
      return;
    }
    const parent = open.at(-1);
    out = open.findLast((each) => each.bufferedContent !== undefined)?.bufferedContent ?? root;
    const inner = closed.bufferedContent.join('');
    const element = `${closed.as}${inner}</${closed.name}>`;
    switch (closed.name) {
      case 'w:pPr':
        if (parent?.name === 'w:p') parent.numbered = true;
        out.push(parent?.name === 'w:p' ? addNumber(element) : element);
        break;
      case 'm:oMath':
      case 'm:oMathPara': {
        inFormula -= 1;
        if (inFormula > 0) out.push(element);
        else {
          const { latex, display, doubtful } = convertFormulaToLatex(element);
          out.push(`<w:r>${writeFormula(latex, display, doubtful)}</w:r>`);
        }
        break;
      }
      case 'mc:Choice':
        inChoice -= 1;
        if (parent?.name === 'mc:AlternateContent') parent.choice ??= inner;
        break;
      case 'mc:Fallback':
        if (parent?.name === 'mc:AlternateContent') parent.fallback = inner;
        break;
      case 'mc:AlternateContent':
        out.push(hasWords(closed.fallback ?? '') || hasPicture(closed.fallback ?? '') ? (closed.fallback ?? '') : (closed.choice ?? ''));
        break;
      case 'w:txbxContent': {
        const drawing = open.findLast((each) => each.name === 'w:drawing' || each.name === 'w:pict');
        if (drawing?.name === 'w:drawing') drawing.boxes = (drawing.boxes ?? '') + element;
        else out.push(element);
        break;
      }
      case 'w:drawing':
        out.push(writeDrawing(element, inner, closed.boxes));
        break;
      case 'w:object':
        out.push(element, inner.includes('<!--') ? missingPictureMark : hasPicture(inner) ? '' : drawingMark);
        break;
      case 'w:pict':
        out.push(writeVmlPicture(element, inner));
        break;
    }
  }

  parser.on('doctype', () => {
    throw new UnreadableFileError(messages.doctype());
  });
  parser.on('error', (error) => {
    throw new UnreadableFileError(messages.notXml(parser.line, error.message.replace(/^\d+:\d+: /, '')));
  });
  parser.on('opentag', (found) => {
    if (open.length > maxDepth) throw new UnreadableFileError(messages.xmlTooDeep());
    begin(found.name, found.attributes, found.isSelfClosing);
  });
  parser.on('text', (text) => {
    if (skipped > 0) return;
    for (const sign of listInvisibleCharacters(text)) invisible.add(sign);
    const name = open.at(-1)?.name;
    const around = getOpenField();
    if (around !== undefined && (name === 'w:instrText' || name === 'w:t')) around.asks += text;
    else if (name !== 'w:instrText') out.push(escapeXml(name === 'w:t' ? normaliseSigns(text) : text));
  });
  parser.on('closetag', end);
  parser.write(xml.replace(/^\ufeff/, '')).close();
  return { xml: root.join(''), formulas, notes, invisible };
}

/** Detects a horizontal rule. */
const isRule = (xml: string): boolean => xml.includes('o:hr="t"') || xml.trim() === '';

/** Replaces ticks and crosses typed in a symbol font, and removes invisible characters. */
const normaliseSigns = (text: string): string =>
  removeInvisibleCharacters(text)
    .replace(/[\uf0fc\uf0fe]/g, '√')
    .replace(/[\uf0fb\uf0fd]/g, '×');
