import { mediaWords } from '../../question-markup.ts';
import { toTexFormulas } from '../text/plain-html.ts';
import { qtiLineClasses } from './qti-html.ts';
import { listChildElements, escapeXml, parseXml, type XmlElement, type XmlNode } from '../xml-tree.ts';

/**
 * Converts stored HTML to elements that QTI has, nested as QTI allows. Formulas are written in TeX brackets, pictures by their path in the package.
 * Our import restores what this loses from the comment (`extra-comment.ts`).
 */
export function toQtiXhtml(html: string): string {
  const text = toTexFormulas(html)
    .replace(/&nbsp;/g, '&#160;')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/<(br|hr|img|col)\b([^<>]*?)\s*\/?>/g, '<$1$2/>');
  return parseXml(`<div>${text}</div>`)
    .children.map((node) => write(node))
    .join('');
}

/** Element names by role: `lines` hold a line of text, `marks` are inline, `blocks` stand on their own, `parts` occur only in lists and tables. */
const lines = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre']);
const marks = new Set(['span', 'strong', 'b', 'em', 'i', 'sub', 'sup', 'code', 'a', 'u', 's']);
const blocks = new Set([...lines, 'div', 'blockquote', 'ul', 'ol', 'table', 'hr']);
const parts = new Set(['li', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th']);

/** Attributes that QTI allows, by element. */
const attributes: Readonly<Record<string, RegExp>> = {
  img: /^(?:src|alt|width|height)$/,
  a: /^href$/,
  ol: /^start$/,
  td: /^(?:colspan|rowspan)$/,
  th: /^(?:colspan|rowspan)$/,
};

const openTag = (name: string, { attributes: own }: XmlElement): string =>
  `<${name}${Object.entries(own)
    .filter(([key]) => attributes[name]?.test(key) === true)
    .map(
      ([key, value]) =>
        ` ${key}="${escapeXml(key === 'src' ? value.replace(/^\/uploads\/(?=[0-9a-f]{32}\.[a-z0-9]{2,5}$)/, '../pictures/') : value)}"`,
    )
    .join('')}`;
const writeElement = (name: string, element: XmlElement, inner: string): string => `${openTag(name, element)}>${inner}</${name}>`;
const hasDescendant = (element: XmlElement, names: ReadonlySet<string>): boolean =>
  listChildElements(element).some((child) => names.has(child.name) || hasDescendant(child, names));
const writeAll = (nodes: readonly XmlNode[]): string => nodes.map((node) => write(node)).join('');
const isBlank = (node: XmlNode): boolean => typeof node === 'string' && node.trim() === '';

function write(node: XmlNode): string {
  if (typeof node === 'string') return escapeXml(node);
  const { name, children } = node;
  if (name === 'br' || name === 'hr') return `<${name}/>`;
  if (name === 'img') return `${openTag('img', node)}${node.attributes['alt'] === undefined ? ' alt=""' : ''}/>`;
  if (name === 'audio' || name === 'video') return mediaWords[name] ?? '';
  if (name === 'math') return writeMath(node);
  if (name === 'u' || name === 's')
    return hasDescendant(node, blocks) || hasDescendant(node, parts)
      ? writeAll(children)
      : `<span class="${qtiLineClasses[name]}">${writeAll(children)}</span>`;
  if (name === 'ul' || name === 'ol') return writeList(node);
  if (name === 'table') return writeTable(node);
  if (name === 'div' || name === 'blockquote') return writeElement(name, node, writeAll(children));
  // A line element that contains a block becomes a `div`; an inline mark around a block is dropped, because QTI allows neither.
  if (lines.has(name)) {
    const strange = hasDescendant(node, blocks) || hasDescendant(node, parts) || (name === 'pre' && hasDescendant(node, unspaced));
    return writeElement(strange ? 'div' : name, node, writeAll(children));
  }
  if (marks.has(name) && !hasDescendant(node, blocks) && !hasDescendant(node, parts))
    return name === 'a' && (node.attributes['href'] === undefined || hasDescendant(node, new Set(['a'])))
      ? writeAll(children)
      : writeElement(name, node, writeAll(children));
  return writeAll(children);
}
/** Elements not allowed within preformatted text. */
const unspaced = new Set(['img', 'sub', 'sup']);

const writeList = (list: XmlElement): string => {
  const items = list.children.flatMap((child) =>
    isBlank(child)
      ? []
      : [
          typeof child !== 'string' && child.name === 'li'
            ? writeElement('li', child, writeAll(child.children))
            : `<li>${write(child)}</li>`,
        ],
  );
  return items.length === 0 ? '' : writeElement(list.name, list, items.join(''));
};

/** Writes a table with its sections (`thead`, `tfoot`, `tbody`) in the order that QTI requires, each row in one section. */
function writeTable(table: XmlElement): string {
  const writeRows = (rows: readonly XmlElement[]): string =>
    rows
      .map((row) => listChildElements(row, 'td', 'th'))
      .filter((cells) => cells.length > 0)
      .map((cells) => `<tr>${cells.map((cell) => writeElement(cell.name, cell, writeAll(cell.children))).join('')}</tr>`)
      .join('');
  const listGroupRows = (name: string): XmlElement[] => listChildElements(table, name).flatMap((group) => listChildElements(group, 'tr'));
  const [head, foot] = [writeRows(listGroupRows('thead')), writeRows(listGroupRows('tfoot'))];
  const body = writeRows(
    listChildElements(table, 'tr', 'tbody').flatMap((child) => (child.name === 'tr' ? [child] : listChildElements(child, 'tr'))),
  );
  const [caption] = listChildElements(table, 'caption');
  const title =
    caption && !hasDescendant(caption, blocks) && !hasDescendant(caption, parts)
      ? writeElement('caption', caption, writeAll(caption.children))
      : '';
  // QTI requires a table body, so a table that has only heading or footer rows gets them as its body.
  const rows = body === '' ? head + foot : body;
  if (rows === '') return writeAll(listChildElements(table));
  return `<table>${title}${body === '' || head === '' ? '' : `<thead>${head}</thead>`}${body === '' || foot === '' ? '' : `<tfoot>${foot}</tfoot>`}<tbody>${rows}</tbody></table>`;
}

const writeMath = (element: XmlElement): string => {
  const writeMathElement = (each: XmlElement): string =>
    `<${each.name}${Object.entries({ ...each.attributes, ...(each.name === 'math' && { xmlns: 'http://www.w3.org/1998/Math/MathML' }) })
      .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
      .join(
        '',
      )}>${each.children.map((child) => (typeof child === 'string' ? escapeXml(child) : writeMathElement(child))).join('')}</${each.name}>`;
  return writeMathElement(element);
};
