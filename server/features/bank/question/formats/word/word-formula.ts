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
  const latex = tidy(inside(root, look));
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

const inside: WriteElement = (element, look) =>
  listChildElements(element)
    .map((child) => one(child, look))
    .join('');

/** Returns the LaTeX of one child of an element, without braces; '' if it is empty. */
const part = (element: XmlElement, name: string, look: FormulaDoubt): string => {
  const found = findFirstChild(element, name);
  return found === undefined ? '' : inside(found, look).trim();
};
const value = (element: XmlElement, properties: string, name: string): string | undefined =>
  findFirstChild(findFirstChild(element, properties), name)?.attributes['val'];
/** Reads a flag: a property that is present is on, unless its value says otherwise. */
const isOn = (element: XmlElement, properties: string, name: string): boolean => {
  const found = findFirstChild(findFirstChild(element, properties), name);
  return found !== undefined && !/^(?:0|off|false)$/.test(found.attributes['val'] ?? '1');
};

const braced = (latex: string): string => `{${latex}}`;
/** Returns the base of an index: a single letter as it is, anything longer in braces. */
const base = (latex: string): string => (/^(?:[A-Za-z0-9]|\\[A-Za-z]+ ?|)$/.test(latex.trim()) ? latex.trim() || '{}' : braced(latex));

const one: WriteElement = (element, look) => {
  const write = writers[element.name];
  if (write !== undefined) return write(element, look);
  // Properties only describe formatting; bookmarks hold nothing.
  if (element.name.endsWith('pr') || element.name === 'bookmarkstart' || element.name === 'bookmarkend') return '';
  if (!transparent.has(element.name)) look.doubtful = true;
  return inside(element, look);
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
    if (isOn(element, 'rpr', 'nor')) return words(text);
    const upright = value(element, 'rpr', 'sty') === 'p';
    return upright && /^[A-Za-z]{2,}$/.test(text) ? (latexFunctions.has(text) ? `\\${text} ` : `\\mathrm{${text}}`) : mathText(text);
  },
  f: (element, look) => {
    const [top, under] = [part(element, 'num', look), part(element, 'den', look)];
    const type = value(element, 'fpr', 'type');
    if (type === 'lin' || type === 'skw') return `${braced(top)}/${braced(under)}`;
    return type === 'noBar' ? `{${top} \\atop ${under}}` : `\\frac${braced(top)}${braced(under)}`;
  },
  ssup: (element, look) => `${base(part(element, 'e', look))}^${braced(part(element, 'sup', look))}`,
  ssub: (element, look) => `${base(part(element, 'e', look))}_${braced(part(element, 'sub', look))}`,
  ssubsup: (element, look) =>
    `${base(part(element, 'e', look))}_${braced(part(element, 'sub', look))}^${braced(part(element, 'sup', look))}`,
  spre: (element, look) =>
    `{}_${braced(part(element, 'sub', look))}^${braced(part(element, 'sup', look))}${base(part(element, 'e', look))}`,
  rad: (element, look) => {
    const degree = isOn(element, 'radpr', 'deghide') ? '' : part(element, 'deg', look);
    return `\\sqrt${degree === '' ? '' : `[${degree}]`}${braced(part(element, 'e', look))}`;
  },
  nary: (element, look) => {
    const sign = value(element, 'narypr', 'chr') ?? '∫';
    const under = isOn(element, 'narypr', 'subhide') ? '' : part(element, 'sub', look);
    const over = isOn(element, 'narypr', 'suphide') ? '' : part(element, 'sup', look);
    const limits = value(element, 'narypr', 'limloc') === 'undOvr' && /[∫∬∭∮]/.test(sign) ? '\\limits' : '';
    const name = largeOperators[sign];
    if (name === undefined) look.doubtful = true;
    return `${name ?? mathText(sign)}${limits}${under === '' ? '' : `_${braced(under)}`}${over === '' ? '' : `^${braced(over)}`} ${part(element, 'e', look)}`;
  },
  d: bracketed,
  eqarr: (element, look) =>
    rows(
      'aligned',
      listChildElements(element, 'e').map((line) => inside(line, look)),
    ),
  m: (element, look) => rows('matrix', cellsOf(element, look)),
  func: (element, look) => `${part(element, 'fname', look)} ${braced(part(element, 'e', look))}`,
  limlow: (element, look) => {
    const [name, limit] = [part(element, 'e', look), part(element, 'lim', look)];
    return /^\\(?:lim|max|min|sup|inf)$/.test(name) ? `${name}_${braced(limit)}` : `\\underset${braced(limit)}${braced(name)}`;
  },
  limupp: (element, look) => `\\overset${braced(part(element, 'lim', look))}${braced(part(element, 'e', look))}`,
  bar: (element, look) => `\\${value(element, 'barpr', 'pos') === 'top' ? 'over' : 'under'}line${braced(part(element, 'e', look))}`,
  acc: (element, look) => {
    const sign = value(element, 'accpr', 'chr') ?? '\u0302';
    const mark = accentCommands[sign];
    if (mark === undefined) look.doubtful = true;
    return mark === undefined
      ? `\\overset${braced(mathText(sign))}${braced(part(element, 'e', look))}`
      : `\\${mark}${braced(part(element, 'e', look))}`;
  },
  groupchr: (element, look) => {
    const sign = value(element, 'groupchrpr', 'chr') ?? '⏟';
    const within = braced(part(element, 'e', look));
    if (sign === '⏞') return `\\overbrace${within}`;
    if (sign === '⏟') return `\\underbrace${within}`;
    if (sign === '→') return `\\xrightarrow${within}`;
    if (sign === '←') return `\\xleftarrow${within}`;
    look.doubtful ||= latexSymbols[sign] === undefined;
    return `\\overset${braced(mathText(sign))}${within}`;
  },
  borderbox: (element, look) => `\\boxed${braced(part(element, 'e', look))}`,
};

function cellsOf(matrix: XmlElement, look: FormulaDoubt): string[] {
  return listChildElements(matrix, 'mr').map((row) =>
    listChildElements(row, 'e')
      .map((cell) => inside(cell, look).trim())
      .join(' & '),
  );
}

const rows = (name: string, lines: readonly string[]): string =>
  `\\begin{${name}}${lines.map((line) => line.trim()).join(' \\\\ ')}\\end{${name}}`;

const matrixOf: Readonly<Record<string, string>> = { '()': 'pmatrix', '[]': 'bmatrix', '{}': 'Bmatrix', '||': 'vmatrix', '‖‖': 'Vmatrix' };

/** Writes brackets that grow with their content. Around a matrix or cases they become part of the environment's name. */
function bracketed(element: XmlElement, look: FormulaDoubt): string {
  const open = value(element, 'dpr', 'begchr') ?? '(';
  const close = value(element, 'dpr', 'endchr') ?? ')';
  const separator = value(element, 'dpr', 'sepchr') ?? '|';
  const parts = listChildElements(element, 'e');
  const [only] = parts;
  const content = only && listChildElements(only).filter((child) => !child.name.endsWith('pr'));
  const [inner] = content ?? [];
  if (parts.length === 1 && content?.length === 1 && inner !== undefined) {
    const matrix = matrixOf[open + close];
    if (inner.name === 'm' && matrix !== undefined) return rows(matrix, cellsOf(inner, look));
    if (inner.name === 'eqarr' && open === '{' && close === '')
      return rows(
        'cases',
        listChildElements(inner, 'e').map((line) => inside(line, look)),
      );
  }
  const sign = (given: string): string => {
    const known = latexDelimiters[given];
    if (known === undefined) look.doubtful = true;
    return known ?? '.';
  };
  const joined = parts.map((each) => inside(each, look).trim()).join(separator === '|' ? ' \\middle| ' : mathText(separator));
  return `\\left${sign(open)} ${joined} \\right${sign(close)}`;
}

const cjk = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\u3000-\u303f]/;
const words = (text: string): string =>
  text.trim() === '' ? ' ' : `\\text{${text.replace(/[\\{}$%&#_^~]/g, (sign) => (sign === '\\' ? '' : `\\${sign}`))}}`;

/** Converts plain characters: those with a LaTeX name by that name, Chinese as text. */
function mathText(text: string): string {
  let latex = '';
  let chinese = '';
  const end = () => {
    if (chinese !== '') latex += words(chinese);
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
