import { SaxesParser } from 'saxes';
import { formatMessages as messages } from './format-messages.ts';
import { UnreadableFileError } from './question-format.ts';
import { charactersOutsideXml, escapeMarkup } from '../../../../../sync/domain/markup.ts';

/** An element by its local name in lower case. Namespaces are ignored: in the formats that we read, no two elements differ by namespace alone. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  readonly comments: readonly string[];
}
export type XmlNode = XmlElement | string;

const maxDepth = 200;

/** Parses XML. Entities that a document defines itself can exhaust memory or read files, so any DOCTYPE is refused. */
export function parseXml(xml: string, prefix = ''): XmlElement {
  const parser = new SaxesParser();
  interface Open {
    name: string;
    attributes: Record<string, string>;
    children: XmlNode[];
    comments: string[];
  }
  const root: Open = { name: '', attributes: {}, children: [], comments: [] };
  const open: Open[] = [root];
  const getTop = (): Open => open.at(-1) ?? root;
  const addText = (found: string) => {
    const { children } = getTop();
    const last = children.at(-1);
    if (typeof last === 'string') children[children.length - 1] = last + found;
    else if (found !== '') children.push(found);
  };
  parser.on('doctype', () => {
    throw new UnreadableFileError(messages.doctype());
  });
  parser.on('error', (error) => {
    throw new UnreadableFileError(messages.notXml(parser.line, prefix + error.message.replace(/^\d+:\d+: /, '')));
  });
  parser.on('opentag', (tag) => {
    if (open.length > maxDepth) throw new UnreadableFileError(messages.xmlTooDeep());
    const attributes = Object.fromEntries(
      Object.entries(tag.attributes as Record<string, string>).map(([name, value]) => [toLocalName(name), value]),
    );
    const element: Open = { name: toLocalName(tag.name), attributes, children: [], comments: [] };
    getTop().children.push(element);
    open.push(element);
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('comment', (comment) => getTop().comments.push(comment));
  parser.on('closetag', () => void open.pop());
  parser.write(xml.replace(/^\ufeff/, '')).close();
  const found = root.children.find((child) => typeof child !== 'string');
  if (found === undefined) throw new UnreadableFileError(messages.notXml(1, 'no element'));
  return found;
}

const toLocalName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();

export const listChildElements = (element: XmlElement, ...names: string[]): XmlElement[] =>
  element.children.filter((child): child is XmlElement => typeof child !== 'string' && (names.length === 0 || names.includes(child.name)));
export const findFirstChild = (element: XmlElement | undefined, ...names: string[]): XmlElement | undefined =>
  element?.children.find((child): child is XmlElement => typeof child !== 'string' && names.includes(child.name));
/** Returns all descendants with one of the names. */
export const listDescendants = (element: XmlElement, ...names: string[]): XmlElement[] =>
  listChildElements(element).flatMap((child) => [...(names.includes(child.name) ? [child] : []), ...listDescendants(child, ...names)]);
export const getElementText = (element: XmlElement | undefined): string =>
  element?.children.map((child) => (typeof child === 'string' ? child : getElementText(child))).join('') ?? '';

/** Characters to escape or to drop. Most texts contain none, so they are tested first. */
const special = /[&<>"\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/;
export const escapeXml = (text: string): string => (special.test(text) ? escapeCharacters(text) : text);
const escapeCharacters = (text: string): string =>
  escapeMarkup(text.replaceAll(charactersOutsideXml, '')).replaceAll('"', '&quot;').replaceAll('\r', '&#13;');
