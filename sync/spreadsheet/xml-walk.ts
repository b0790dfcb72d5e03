import { SaxesParser } from 'saxes';

type Attributes = Readonly<Record<string, string>>;
/** Callbacks for walking through XML. Names are local names, without prefix. */
export interface XmlVisitor {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** Thrown for a doctype. Custom entities can make XML explode or read files, and no spreadsheet has any. */
export class DoctypeError extends Error {}

export const stripXmlPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Walks through XML. Throws the parser's error if it is not well formed, and `DoctypeError` for a doctype. */
export function walkXml(xml: string, visitor: XmlVisitor): void {
  if (xml === '') return;
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new DoctypeError();
  });
  parser.on('opentag', (tag) => visitor.open?.(stripXmlPrefix(tag.name), tag.attributes as Attributes));
  parser.on('text', (text) => visitor.text?.(text));
  parser.on('cdata', (text) => visitor.text?.(text));
  parser.on('closetag', (tag) => visitor.close?.(stripXmlPrefix(tag.name)));
  parser.write(xml.replace(/^\ufeff/, '')).close();
}
