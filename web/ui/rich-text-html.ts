/** The bank's HTML ↔ what the editor works on. */

/** A dollar sign that opens no formula is an entity in the bank; in the editor a piece of its own, so that it stays one. */
export const htmlForEditor = (html: string): string => html.replace(/&#36;/g, '<span data-dollar="">$</span>');

/** Empty paragraphs alone are no content; nor is the one the editor keeps below a list or table, so that somebody can write on. */
export function htmlFromEditor(html: string): string {
  const kept = html
    .replace(/<span data-dollar="">\$?<\/span>/g, '&#36;')
    .replace(/(<\/(?:ul|ol|table|blockquote|pre)>|<hr>)<p><\/p>$/, '$1');
  return /^(?:<p>(?:<br>|\s)*<\/p>)*$/.test(kept) ? '' : kept;
}
