/** This module converts between the HTML that the question bank stores and the editor's HTML. */

/**
 * Converts the HTML of the question bank to the editor's. In the bank, a dollar sign that opens no formula is the entity `&#36;`. In the editor it is
 * a node of its own, so that it does not become a formula.
 */
export const toEditorHtml = (html: string): string => html.replace(/&#36;/g, '<span data-dollar="">$</span>');

/**
 * Converts the editor's HTML to that of the question bank. Drops empty content, and the empty paragraph that the editor adds below a list or table
 * for further typing.
 */
export function fromEditorHtml(html: string): string {
  const cleanHtml = html
    .replace(/<span data-dollar="">\$?<\/span>/g, '&#36;')
    .replace(/(<\/(?:ul|ol|table|blockquote|pre|audio|video)>|<hr>)<p><\/p>$/, '$1');
  return /^(?:<p>(?:<br>|\s)*<\/p>)*$/.test(cleanHtml) ? '' : cleanHtml;
}
