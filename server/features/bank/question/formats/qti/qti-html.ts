import { escapeHtml } from '../../question-markup.ts';
import { toDollarFormulas } from '../text/plain-html.ts';
import { formatPictureMark } from '../picture-reference.ts';
import type { XmlElement } from '../xml-tree.ts';

/** Returns an element's name in one spelling for QTI 2.x (`choiceInteraction`) and 3.0 (`qti-choice-interaction`). */
export const normaliseQtiName = (element: XmlElement): string => element.name.replace(/^qti-/, '').replaceAll('-', '');

/** Reads an attribute by its name in lower case without hyphens. */
export const readQtiAttribute = (element: XmlElement, name: string): string | undefined =>
  Object.entries(element.attributes).find(([key]) => key.toLowerCase().replaceAll('-', '') === name)?.[1];

const mediaNames = new Set(['object', 'audio', 'video']);
const empty = new Set(['br', 'img', 'hr', 'col']);
const keptAttributes = new Set([
  'src',
  'alt',
  'width',
  'height',
  'colspan',
  'rowspan',
  'href',
  'title',
  'start',
  'display',
  'mathvariant',
  'stretchy',
  'encoding',
]);

/** Underline and strike-through: QTI has classes for them, but no elements. */
export const qtiLineClasses = { u: 'qti-underline', s: 'qti-line-through' } as const;

/**
 * Converts the content of an item to HTML. `replace` returns the HTML to put in place of an interaction, or undefined to convert the element as
 * usual.
 */
export type ConvertQtiHtml = (nodes: XmlElement['children'], replace?: (element: XmlElement) => string | undefined) => string;

/**
 * Returns a function that writes the HTML of one item. `pictureOf` returns the path of a picture in the package. `mediaOf` is called for audio, video
 * and every object that is no picture; it returns HTML that replaces the element, or a mark to put before the element's own text.
 */
export function createQtiHtmlConverter(
  pictureOf: (source: string) => string | undefined,
  mediaOf: (element: XmlElement) => { readonly html?: string; readonly mark?: string },
): ConvertQtiHtml {
  const write = (nodes: XmlElement['children'], replace: (element: XmlElement) => string | undefined): string =>
    nodes
      .map((node) => {
        // A dollar sign has no meaning in QTI: formulas are MathML, or marked by `\(`.
        if (typeof node === 'string')
          return escapeHtml(node)
            .replace(/\$/g, '&#36;')
            .replace(/\u00a0/g, '&nbsp;');
        const replacement = replace(node);
        if (replacement !== undefined) return replacement;
        const source = node.attributes['src'] ?? node.attributes['data'];
        const picture = source === undefined ? undefined : pictureOf(source);
        if (node.name === 'img' || (node.name === 'object' && (node.attributes['type'] ?? '').startsWith('image/'))) {
          const alt = node.attributes['alt'] ?? '';
          const size = ['width', 'height'].map((name) =>
            /^\d{1,4}$/.test(node.attributes[name] ?? '') ? ` ${name}="${node.attributes[name] ?? ''}"` : '',
          );
          return `<img src="${picture === undefined ? escapeHtml(source ?? '') : formatPictureMark(picture)}"${alt === '' ? '' : ` alt="${escapeHtml(alt)}"`}${size.join('')}>`;
        }
        const media = mediaNames.has(normaliseQtiName(node)) ? mediaOf(node) : {};
        if (media.html !== undefined) return media.html;
        const inner = write(node.children, replace);
        if (media.mark !== undefined) return `${media.mark}${inner}`;
        if (normaliseQtiName(node) === 'rubricblock') return /^\s*<(?:p|div|ul|ol|table)\b/.test(inner) ? inner : `<div>${inner}</div>`;
        if (/^qti-|interaction$/.test(node.name) || node.name === 'object') return inner;
        const line =
          node.name === 'span' ? (['u', 's'] as const).find((name) => node.attributes['class'] === qtiLineClasses[name]) : undefined;
        if (line !== undefined) return `<${line}>${inner}</${line}>`;
        const attributes = Object.entries(node.attributes)
          .filter(([name]) => keptAttributes.has(name))
          .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
          .join('');
        return empty.has(node.name) ? `<${node.name}${attributes}>` : `<${node.name}${attributes}>${inner}</${node.name}>`;
      })
      .join('');
  return (nodes, replace = () => undefined) => toDollarFormulas(tidy(write(nodes, replace)));
}

/** Removes the indentation of the XML file. */
const tidy = (html: string): string =>
  html
    .replace(/(?<![ \t\n])[ \t]*\n[ \t\n]*/g, ' ')
    .replace(/(<\/?(?:p|div|ul|ol|li|table|thead|tbody|tr|td|th|blockquote|h[1-6])\b[^>]*>) +(?=<)/g, '$1')
    .replace(/> {1,99}(<\/?(?:p|div|ul|ol|li|table|thead|tbody|tr|td|th|blockquote|h[1-6])\b)/g, '>$1')
    .trim();
