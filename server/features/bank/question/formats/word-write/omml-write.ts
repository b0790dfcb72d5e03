import { toMathml } from '../../formula-mathml.ts';
import { listChildElements, escapeXml, parseXml, getElementText, type XmlElement } from '../xml-tree.ts';

/** Converts LaTeX to a Word formula (OMML) through MathML; returns undefined if it cannot be typeset. */
export function toOmml(source: string, display: boolean): string | undefined {
  const mathml = toMathml(source, display);
  if (mathml === undefined) return undefined;
  const math = `<m:oMath>${writeChildren(parseXml(mathml.replace(/&nbsp;/g, '&#160;')))}</m:oMath>`;
  return display ? `<m:oMathPara>${math}</m:oMathPara>` : math;
}

const writeRun = (text: string, look = ''): string =>
  text === '' ? '' : `<m:r>${look}<m:t xml:space="preserve">${escapeXml(text)}</m:t></m:r>`;
const upright = '<m:rPr><m:sty m:val="p"/></m:rPr>';
const writeChildren = (element: XmlElement): string => listChildElements(element).map(write).join('');
const writePart = (name: string, element: XmlElement | undefined): string =>
  `<m:${name}>${element === undefined ? '' : write(element)}</m:${name}>`;
const readText = (element: XmlElement | undefined): string => (element === undefined ? '' : getElementText(element).trim());
const bigSigns = /^[∑∏∐∫∬∭∮⋃⋂⨁⨂⋁⋀]$/u;

function write(element: XmlElement): string {
  const [first, second] = listChildElements(element);
  switch (element.name) {
    case 'mi':
    case 'mn':
    case 'mo':
    case 'mtext':
    case 'mspace':
      return writeToken(element);
    case 'mfrac':
      return `<m:f>${element.attributes['linethickness'] === '0px' ? '<m:fPr><m:type m:val="noBar"/></m:fPr>' : ''}${writePart('num', first)}${writePart('den', second)}</m:f>`;
    case 'msqrt':
      return `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e>${writeChildren(element)}</m:e></m:rad>`;
    case 'mroot':
      return `<m:rad>${writePart('deg', second)}${writePart('e', first)}</m:rad>`;
    case 'msup':
    case 'msub':
    case 'msubsup':
    case 'munder':
    case 'mover':
    case 'munderover':
      return writeScripts(element);
    case 'mtable':
      return writeTable(element);
    case 'semantics':
      return first === undefined ? '' : write(first);
    case 'annotation':
    case 'mphantom':
      return '';
    default:
      return writeChildren(element);
  }
}

/** Writes an element that holds characters: a name, a number, an operator, text or space. */
function writeToken(element: XmlElement): string {
  const text = getElementText(element);
  switch (element.name) {
    case 'mi':
      return writeRun(text.trim(), text.trim().length > 1 || element.attributes['mathvariant'] === 'normal' ? upright : '');
    case 'mtext':
      return writeRun(text, upright);
    case 'mspace':
      return writeRun(' ');
    default:
      return writeRun(text.trim());
  }
}

/** Writes a base with parts above and below it: scripts, limits, accents, and the bounds of a sum or an integral. */
function writeScripts(element: XmlElement): string {
  const [base, second, third] = listChildElements(element);
  switch (element.name) {
    case 'msup':
      return isBig(base)
        ? writeBigOperator(base, undefined, second)
        : `<m:sSup>${writePart('e', base)}${writePart('sup', second)}</m:sSup>`;
    case 'msub':
      return isBig(base)
        ? writeBigOperator(base, second, undefined)
        : `<m:sSub>${writePart('e', base)}${writePart('sub', second)}</m:sSub>`;
    case 'msubsup':
      return isBig(base)
        ? writeBigOperator(base, second, third)
        : `<m:sSubSup>${writePart('e', base)}${writePart('sub', second)}${writePart('sup', third)}</m:sSubSup>`;
    case 'munderover':
      return isBig(base)
        ? writeBigOperator(base, second, third)
        : `<m:limUpp><m:e><m:limLow>${writePart('e', base)}${writePart('lim', second)}</m:limLow></m:e>${writePart('lim', third)}</m:limUpp>`;
    case 'munder':
      return isBig(base)
        ? writeBigOperator(base, second, undefined)
        : `<m:limLow>${writePart('e', base)}${writePart('lim', second)}</m:limLow>`;
    default: {
      const sign = readText(second);
      // An accent: a line, an arrow or a hat over the base.
      if (overs.has(sign))
        return `<m:acc><m:accPr><m:chr m:val="${escapeXml(accents[sign] ?? sign)}"/></m:accPr>${writePart('e', base)}</m:acc>`;
      return `<m:limUpp>${writePart('e', base)}${writePart('lim', second)}</m:limUpp>`;
    }
  }
}

const writeTable = (table: XmlElement): string => {
  const writeCell = (cell: XmlElement): string => `<m:e>${writeChildren(cell)}</m:e>`;
  const writeRow = (row: XmlElement): string => `<m:mr>${listChildElements(row, 'mtd').map(writeCell).join('')}</m:mr>`;
  return `<m:m>${listChildElements(table, 'mtr', 'mlabeledtr').map(writeRow).join('')}</m:m>`;
};

/** Characters that MathML places over a base as accents: lines, arrows, hats. */
const overs: ReadonlySet<string> = new Set([
  '\u00af',
  '\u203e',
  '^',
  '~',
  '\u2192',
  '\u20d7',
  '\u02d9',
  '.',
  '\u00a8',
  '\u02c7',
  '\u00b4',
  '`',
  '\u02d8',
  '\u02c9',
  '_',
  '-',
]);
const accents: Readonly<Record<string, string>> = {
  '→': '\u20d7',
  '^': '\u0302',
  '~': '\u0303',
  '¯': '\u0305',
  '‾': '\u0305',
  '˙': '\u0307',
  '.': '\u0307',
  '¨': '\u0308',
  ˇ: '\u030c',
  '-': '\u0305',
  _: '\u0305',
};

const isBig = (element: XmlElement | undefined): element is XmlElement => bigSigns.test(readText(element));
const writeBigOperator = (sign: XmlElement, under: XmlElement | undefined, over: XmlElement | undefined): string =>
  `<m:nary><m:naryPr><m:chr m:val="${escapeXml(readText(sign))}"/>${under ? '' : '<m:subHide m:val="1"/>'}${over ? '' : '<m:supHide m:val="1"/>'}</m:naryPr>${writePart('sub', under)}${writePart('sup', over)}<m:e/></m:nary>`;
