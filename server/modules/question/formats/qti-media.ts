import { htmlOfForeign } from './foreign-words.ts';
import { formatMessages as messages } from './format-messages.ts';
import { markPictures } from './picture-reference.ts';
import type { Remark } from './question-format.ts';
import { elementsOf, type XmlElement } from './xml-tree.ts';

/** Returns a passage that the package stores as a file, or undefined if it has none. */
export type PassageOf = (path: string) => { readonly text: string; readonly isHtml: boolean } | undefined;

export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Joins a folder of the package and a reference within it. */
export function joinedPath(folder: string, href: string): string {
  const steps: string[] = [];
  for (const step of `${folder}${safeDecode(href)}`.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}

/** Decodes a reference; returns it unchanged if its encoding is invalid. */
export function safeDecode(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

/**
 * Reads audio, video or an object other than a picture. An HTML or text file of the package is a passage and is returned as HTML. Any other file is
 * reported with its path and undefined is returned, so that the text within the element stays.
 */
export function mediaIn(
  element: XmlElement,
  folder: string,
  passageOf: PassageOf,
): { readonly html?: string; readonly reason?: Remark['reason'] } {
  const sources = [element, ...elementsOf(element, 'source')].flatMap(({ attributes }) => attributes['data'] ?? attributes['src'] ?? []);
  const [source = ''] = sources;
  const type = element.attributes['type'] ?? '';
  if (element.name !== 'object' || (type !== '' && !/^(?:text\/|application\/xhtml)/i.test(type)))
    return { reason: messages.mediaRemoved(source) };
  if (source === '') return {};
  const path = joinedPath(folder, source.replace(/[?#].*$/, ''));
  const passage = passageOf(path);
  if (passage === undefined) return { reason: messages.passageMissing(path) };
  const words = passage.isHtml ? htmlOfForeign(bodyOf(passage.text), 'html') : htmlOfForeign(passage.text, 'plain');
  return {
    html: `<div>${markPictures(words, (picture) => (/^(?:[a-z]+:|\/)/i.test(picture) ? undefined : joinedPath(folderOf(path), picture)))}</div>`,
  };
}

const bodyOf = (html: string): string => /<body\b[^>]*>([^]*?)(?:<\/body>|$)/i.exec(html)?.[1] ?? html;
