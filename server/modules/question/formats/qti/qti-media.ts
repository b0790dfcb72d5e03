import { toHtmlFromForeign } from '../text/foreign-words.ts';
import { formatMessages as messages } from '../format-messages.ts';
import { replacePictureSources } from '../picture-reference.ts';
import type { FormatRemark } from '../question-format.ts';
import { listChildElements, type XmlElement } from '../xml-tree.ts';

/** Returns a passage that the package stores as a file, or undefined if it has none. */
export type FindPassage = (path: string) => { readonly text: string; readonly isHtml: boolean } | undefined;

export const getFolderPath = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Joins a folder of the package and a reference within it. */
export function joinPackagePath(folder: string, href: string): string {
  const steps: string[] = [];
  for (const step of `${folder}${decodeReference(href)}`.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}

/** Decodes a reference; returns it unchanged if its encoding is invalid. */
export function decodeReference(href: string): string {
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
export function readMedia(
  element: XmlElement,
  folder: string,
  passageOf: FindPassage,
): { readonly html?: string; readonly reason?: FormatRemark['reason'] } {
  const sources = [element, ...listChildElements(element, 'source')].flatMap(
    ({ attributes }) => attributes['data'] ?? attributes['src'] ?? [],
  );
  const [source = ''] = sources;
  const type = element.attributes['type'] ?? '';
  if (element.name !== 'object' || (type !== '' && !/^(?:text\/|application\/xhtml)/i.test(type)))
    return { reason: messages.mediaRemoved(source) };
  if (source === '') return {};
  const path = joinPackagePath(folder, source.replace(/[?#].*$/, ''));
  const passage = passageOf(path);
  if (passage === undefined) return { reason: messages.passageMissing(path) };
  const words = passage.isHtml ? toHtmlFromForeign(bodyOf(passage.text), 'html') : toHtmlFromForeign(passage.text, 'plain');
  return {
    html: `<div>${replacePictureSources(words, (picture) => (/^(?:[a-z]+:|\/)/i.test(picture) ? undefined : joinPackagePath(getFolderPath(path), picture)))}</div>`,
  };
}

const bodyOf = (html: string): string => /<body\b[^>]*>([^]*?)(?:<\/body>|$)/i.exec(html)?.[1] ?? html;
