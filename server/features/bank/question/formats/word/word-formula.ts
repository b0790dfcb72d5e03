/** A Word formula (OMML) as LaTeX, in the style of the editor's formulas. */
import { latexDelimiters, latexFunctions, largeOperators, accentCommands, latexSymbols } from './word-formula-table.ts';
import { listChildElements, findFirstChild, parseXml, getElementText, type XmlElement } from '../xml-tree.ts';

export interface WordFormula {
  readonly latex: string;
  /** True for a formula on a line of its own. */
  readonly display: boolean;
  /** True if parts without a LaTeX equivalent were inserted as plain text. */
  readonly doubtful: boolean;
}

/** Converts `<m:oMath>` or `<m:oMathPara>` of a document. */
export function convertFormulaToLatex(xml: string): WordFormula {
  const root = parseXml(xml);
  const look = { doubtful: false };
  const latex = tidy(writeChildren(root, look));
  return { latex, display: root.name === 'omathpara', doubtful: look.doubtful };
}

interface FormulaDoubt {
  doubtful: boolean;
}
type WriteElement = (element: XmlElement, look: FormulaDoubt) => string;

const tidy = (latex: string): string =>
  latex
    .replace(/(\\[A-Za-z]+) +(?![A-Za-z])/g, '$1')
    .replace(/ {2,}/g, ' ')
    .trim();

const writeChildren: WriteElement = (element, look) =>
  listChildElements(element)
    .map((child) => writeElement(child, look))
    .join('');

/** Returns the LaTeX of one child of an element, without braces; '' if it is empty. */
const writeChild = (element: XmlElement, name: string, look: FormulaDoubt): string => {
  const found = findFirstChild(element, name);
  return found === undefined ? '' : writeChildren(found, look).trim();
};
const readProperty = (element: XmlElement, properties: string, name: string): string | undefined =>
  findFirstChild(findFirstChild(element, properties), name)?.attributes['val'];
/** Reads a flag: a property that is present is on, unless its value says otherwise. */
const isOn = (element: XmlElement, properties: string, name: string): boolean => {
  const found = findFirstChild(findFirstChild(element, properties), name);
  return found !== undefined && !/^(?:0|off|false)$/.test(found.attributes['val'] ?? '1');
};

const wrapInBraces = (latex: string): string => `{${latex}}`;
/** Returns the base of a subscript or superscript: a single letter as it is, anything longer in braces. */
const writeBase = (latex: string): string =>
  /^(?:[A-Za-z0-9]|\\[A-Za-z]+ ?|)$/.test(latex.trim()) ? latex.trim() || '{}' : wrapInBraces(latex);

const writeElement: WriteElement = (element, look) => {
  const write = writers[element.name];
  if (write !== undefined) return write(element, look);
  // Properties only describe formatting, and bookmarks have no content.
  if (element.name.endsWith('pr') || element.name === 'bookmarkstart' || element.name === 'bookmarkend') return '';
  if (!transparent.has(element.name)) look.doubtful = true;
  return writeChildren(element, look);
};
const transparent = new Set([
  'omath',
  'omathpara',
  'e',
  'num',
  'den',
  'sub',
  'sup',
  'deg',
  'lim',
  'fname',
  'box',
  'phant',
  'ins',
  'smarttag',
  'sdt',
  'sdtcontent',
]);

const writers: Readonly<Record<string, WriteElement>> = {
  r: (element) => {
    const text = listChildElements(element, 't').map(getElementText).join('');
    if (isOn(element, 'rpr', 'nor')) return writeText(text);
    const upright = readProperty(element, 'rpr', 'sty') === 'p';
    return upright && /^[A-Za-z]{2,}$/.test(text) ? (latexFunctions.has(text) ? `\\${text} ` : `\\mathrm{${text}}`) : convertMathText(text);
  },
  f: (element, look) => {
    const [top, under] = [writeChild(element, 'num', look), writeChild(element, 'den', look)];
    const type = readProperty(element, 'fpr', 'type');
    if (type === 'lin' || type === 'skw') return `${wrapInBraces(top)}/${wrapInBraces(under)}`;
    return type === 'noBar' ? `{${top} \\atop ${under}}` : `\\frac${wrapInBraces(top)}${wrapInBraces(under)}`;
  },
  ssup: (element, look) => `${writeBase(writeChild(element, 'e', look))}^${wrapInBraces(writeChild(element, 'sup', look))}`,
  ssub: (element, look) => `${writeBase(writeChild(element, 'e', look))}_${wrapInBraces(writeChild(element, 'sub', look))}`,
  ssubsup: (element, look) =>
    `${writeBase(writeChild(element, 'e', look))}_${wrapInBraces(writeChild(element, 'sub', look))}^${wrapInBraces(writeChild(element, 'sup', look))}`,
  spre: (element, look) =>
    `{}_${wrapInBraces(writeChild(element, 'sub', look))}^${wrapInBraces(writeChild(element, 'sup', look))}${writeBase(writeChild(element, 'e', look))}`,
  rad: (element, look) => {
    const degree = isOn(element, 'radpr', 'deghide') ? '' : writeChild(element, 'deg', look);
    return `\\sqrt${degree === '' ? '' : `[${degree}]`}${wrapInBraces(writeChild(element, 'e', look))}`;
  },
  nary: (element, look) => {
    const sign = readProperty(element, 'narypr', 'chr') ?? '∫';
    const under = isOn(element, 'narypr', 'subhide') ? '' : writeChild(element, 'sub', look);
    const over = isOn(element, 'narypr', 'suphide') ? '' : writeChild(element, 'sup', look);
    const limits = readProperty(element, 'narypr', 'limloc') === 'undOvr' && /[∫∬∭∮]/.test(sign) ? '\\limits' : '';
    const name = largeOperators[sign];
    if (name === undefined) look.doubtful = true;
    return `${name ?? convertMathText(sign)}${limits}${under === '' ? '' : `_${wrapInBraces(under)}`}${over === '' ? '' : `^${wrapInBraces(over)}`} ${writeChild(element, 'e', look)}`;
  },
  d: writeBrackets,
  eqarr: (element, look) =>
    writeEnvironment(
      'aligned',
      listChildElements(element, 'e').map((line) => writeChildren(line, look)),
    ),
  m: (element, look) => writeEnvironment('matrix', writeMatrixRows(element, look)),
  func: (element, look) => `${writeChild(element, 'fname', look)} ${wrapInBraces(writeChild(element, 'e', look))}`,
  limlow: (element, look) => {
    const [name, limit] = [writeChild(element, 'e', look), writeChild(element, 'lim', look)];
    return /^\\(?:lim|max|min|sup|inf)$/.test(name)
      ? `${name}_${wrapInBraces(limit)}`
      : `\\underset${wrapInBraces(limit)}${wrapInBraces(name)}`;
  },
  limupp: (element, look) => `\\overset${wrapInBraces(writeChild(element, 'lim', look))}${wrapInBraces(writeChild(element, 'e', look))}`,
  bar: (element, look) =>
    `\\${readProperty(element, 'barpr', 'pos') === 'top' ? 'over' : 'under'}line${wrapInBraces(writeChild(element, 'e', look))}`,
  acc: (element, look) => {
    const sign = readProperty(element, 'accpr', 'chr') ?? '\u0302';
    const mark = accentCommands[sign];
    if (mark === undefined) look.doubtful = true;
    return mark === undefined
      ? `\\overset${wrapInBraces(convertMathText(sign))}${wrapInBraces(writeChild(element, 'e', look))}`
      : `\\${mark}${wrapInBraces(writeChild(element, 'e', look))}`;
  },
  groupchr: (element, look) => {
    const sign = readProperty(element, 'groupchrpr', 'chr') ?? '⏟';
    const within = wrapInBraces(writeChild(element, 'e', look));
    if (sign === '⏞') return `\\overbrace${within}`;
    if (sign === '⏟') return `\\underbrace${within}`;
    if (sign === '→') return `\\xrightarrow${within}`;
    if (sign === '←') return `\\xleftarrow${within}`;
    look.doubtful ||= latexSymbols[sign] === undefined;
    return `\\overset${wrapInBraces(convertMathText(sign))}${within}`;
  },
  borderbox: (element, look) => `\\boxed${wrapInBraces(writeChild(element, 'e', look))}`,
};

function writeMatrixRows(matrix: XmlElement, look: FormulaDoubt): string[] {
  return listChildElements(matrix, 'mr').map((row) =>
    listChildElements(row, 'e')
      .map((cell) => writeChildren(cell, look).trim())
      .join(' & '),
  );
}

const writeEnvironment = (name: string, lines: readonly string[]): string =>
  `\\begin{${name}}${lines.map((line) => line.trim()).join(' \\\\ ')}\\end{${name}}`;

const matrixOf: Readonly<Record<string, string>> = { '()': 'pmatrix', '[]': 'bmatrix', '{}': 'Bmatrix', '||': 'vmatrix', '‖‖': 'Vmatrix' };

/** Writes brackets that grow with their content. Around a matrix or cases they become part of the environment's name. */
function writeBrackets(element: XmlElement, look: FormulaDoubt): string {
  const open = readProperty(element, 'dpr', 'begchr') ?? '(';
  const close = readProperty(element, 'dpr', 'endchr') ?? ')';
  const separator = readProperty(element, 'dpr', 'sepchr') ?? '|';
  const parts = listChildElements(element, 'e');
  const [only] = parts;
  const content = only && listChildElements(only).filter((child) => !child.name.endsWith('pr'));
  const [inner] = content ?? [];
  if (parts.length === 1 && content?.length === 1 && inner !== undefined) {
    const matrix = matrixOf[open + close];
    if (inner.name === 'm' && matrix !== undefined) return writeEnvironment(matrix, writeMatrixRows(inner, look));
    if (inner.name === 'eqarr' && open === '{' && close === '')
      return writeEnvironment(
        'cases',
        listChildElements(inner, 'e').map((line) => writeChildren(line, look)),
      );
  }
  const toDelimiter = (given: string): string => {
    const known = latexDelimiters[given];
    if (known === undefined) look.doubtful = true;
    return known ?? '.';
  };
  const joined = parts.map((each) => writeChildren(each, look).trim()).join(separator === '|' ? ' \\middle| ' : convertMathText(separator));
  return `\\left${toDelimiter(open)} ${joined} \\right${toDelimiter(close)}`;
}

const cjk = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\u3000-\u303f]/;
const writeText = (text: string): string =>
  text.trim() === '' ? ' ' : `\\text{${text.replace(/[\\{}$%&#_^~]/g, (sign) => (sign === '\\' ? '' : `\\${sign}`))}}`;

/** Converts plain characters: those with a LaTeX name by that name, Chinese as text. */
function convertMathText(text: string): string {
  let latex = '';
  let chinese = '';
  const end = () => {
    if (chinese !== '') latex += writeText(chinese);
    chinese = '';
  };
  // Letters that are italic or bold by their code point become plain letters.
  for (const sign of text.replace(/[\u{1d400}-\u{1d7ff}]/gu, (letter) => letter.normalize('NFKC'))) {
    if (cjk.test(sign) && latexSymbols[sign] === undefined) chinese += sign;
    else {
      end();
      latex += latexSymbols[sign] ?? sign;
    }
  }
  end();
  return latex;
}
