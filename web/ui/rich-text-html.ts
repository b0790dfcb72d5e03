/** The bank's HTML ↔ what the editor works on. */

/** A dollar sign that opens no formula is an entity in the bank; in the editor a piece of its own, so that it stays one. */
export const htmlForEditor = (html: string): string => html.replace(/&#36;/g, '<span data-dollar="">$</span>');

/** Empty paragraphs alone are no content. */
export function htmlFromEditor(html: string): string {
  const kept = html.replace(/<span data-dollar="">\$?<\/span>/g, '&#36;');
  return /^(?:<p>(?:<br>|\s)*<\/p>)*$/.test(kept) ? '' : kept;
}
