import { SaxesParser } from 'saxes';

type Attributes = Readonly<Record<string, string>>;
/** What is told of an XML on the way through it, by local names. */
export interface XmlVisitor {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** Entities of one's own are how XML is made to explode or to read files; no spreadsheet has any. */
export class DoctypeFound extends Error {}

export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Throws what the parser says of XML that isn't well formed, and `DoctypeFound`. */
export function walkXml(xml: string, visitor: XmlVisitor): void {
  if (xml === '') return;
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new DoctypeFound();
  });
  parser.on('opentag', (tag) => visitor.open?.(localName(tag.name), tag.attributes as Attributes));
  parser.on('text', (text) => visitor.text?.(text));
  parser.on('cdata', (text) => visitor.text?.(text));
  parser.on('closetag', (tag) => visitor.close?.(localName(tag.name)));
  parser.write(xml.replace(/^\ufeff/, '')).close();
}
