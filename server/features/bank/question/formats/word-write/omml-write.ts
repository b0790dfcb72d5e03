import { toMathml } from '../../import/formula-mathml.ts';
import { listChildElements, escapeXml, parseXml, getElementText, type XmlElement } from '../xml-tree.ts';

/** Converts LaTeX to a Word formula (OMML) through MathML; returns undefined if it cannot be typeset. */
export function toOmml(source: string, display: boolean): string | undefined {
  const mathml = toMathml(source, display);
  if (mathml === undefined) return undefined;
  const math = `<m:oMath>${inside(parseXml(mathml.replace(/&nbsp;/g, '&#160;')))}</m:oMath>`;
  return display ? `<m:oMathPara>${math}</m:oMathPara>` : math;
}

const run = (text: string, look = ''): string =>
  text === '' ? '' : `<m:r>${look}<m:t xml:space="preserve">${escapeXml(text)}</m:t></m:r>`;
const upright = '<m:rPr><m:sty m:val="p"/></m:rPr>';
const inside = (element: XmlElement): string => listChildElements(element).map(write).join('');
const part = (name: string, element: XmlElement | undefined): string =>
  `<m:${name}>${element === undefined ? '' : write(element)}</m:${name}>`;
const wordOf = (element: XmlElement | undefined): string => (element === undefined ? '' : getElementText(element).trim());
const bigSigns = /^[∑∏∐∫∬∭∮⋃⋂⨁⨂⋁⋀]$/u;

function write(element: XmlElement): string {
  const [first, second, third] = listChildElements(element);
  switch (element.name) {
    case 'mi':
      return run(
        getElementText(element).trim(),
        getElementText(element).trim().length > 1 || element.attributes['mathvariant'] === 'normal' ? upright : '',
      );
    case 'mn':
    case 'mo':
      return run(getElementText(element).trim());
    case 'mtext':
      return run(getElementText(element), upright);
    case 'mspace':
      return run(' ');
    case 'mfrac':
      return `<m:f>${element.attributes['linethickness'] === '0px' ? '<m:fPr><m:type m:val="noBar"/></m:fPr>' : ''}${part('num', first)}${part('den', second)}</m:f>`;
    case 'msqrt':
      return `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e>${inside(element)}</m:e></m:rad>`;
    case 'mroot':
      return `<m:rad>${part('deg', second)}${part('e', first)}</m:rad>`;
    case 'msup':
      return isBig(first) ? big(first, undefined, second) : `<m:sSup>${part('e', first)}${part('sup', second)}</m:sSup>`;
    case 'msub':
      return isBig(first) ? big(first, second, undefined) : `<m:sSub>${part('e', first)}${part('sub', second)}</m:sSub>`;
    case 'msubsup':
      return isBig(first)
        ? big(first, second, third)
        : `<m:sSubSup>${part('e', first)}${part('sub', second)}${part('sup', third)}</m:sSubSup>`;
    case 'munderover':
      return isBig(first)
        ? big(first, second, third)
        : `<m:limUpp><m:e><m:limLow>${part('e', first)}${part('lim', second)}</m:limLow></m:e>${part('lim', third)}</m:limUpp>`;
    case 'munder':
      return isBig(first) ? big(first, second, undefined) : `<m:limLow>${part('e', first)}${part('lim', second)}</m:limLow>`;
    case 'mover': {
      const sign = wordOf(second);
      // An accent: a line, an arrow or a hat over the base.
      if (overs.has(sign))
        return `<m:acc><m:accPr><m:chr m:val="${escapeXml(accents[sign] ?? sign)}"/></m:accPr>${part('e', first)}</m:acc>`;
      return `<m:limUpp>${part('e', first)}${part('lim', second)}</m:limUpp>`;
    }
    case 'mtable':
      return `<m:m>${listChildElements(element, 'mtr', 'mlabeledtr')
        .map(
          (row) =>
            `<m:mr>${listChildElements(row, 'mtd')
              .map((cell) => `<m:e>${inside(cell)}</m:e>`)
              .join('')}</m:mr>`,
        )
        .join('')}</m:m>`;
    case 'semantics':
      return first === undefined ? '' : write(first);
    case 'annotation':
    case 'mphantom':
      return '';
    default:
      return inside(element);
  }
}

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

const isBig = (element: XmlElement | undefined): element is XmlElement => bigSigns.test(wordOf(element));
const big = (sign: XmlElement, under: XmlElement | undefined, over: XmlElement | undefined): string =>
  `<m:nary><m:naryPr><m:chr m:val="${escapeXml(wordOf(sign))}"/>${under ? '' : '<m:subHide m:val="1"/>'}${over ? '' : '<m:supHide m:val="1"/>'}</m:naryPr>${part('sub', under)}${part('sup', over)}<m:e/></m:nary>`;
