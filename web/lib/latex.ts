import temml from 'temml';
import { isFormulaSafe } from '../../sync/contract/formula.ts';

const formula = /\$\$([^$]+)\$\$|\$([^$]+)\$/g;

export const hasFormula = (html: string): boolean => html.includes('$');

/** Renders what stands between dollar signs in already sanitised HTML to MathML; a formula it can't read stays as typed. */
export function renderFormulas(html: string): string {
  const holder = document.createElement('template');
  holder.innerHTML = html;
  const walker = document.createTreeWalker(holder.content, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (!hasFormula(text.data)) continue;
    const piece = document.createElement('template');
    let from = 0;
    for (const found of text.data.matchAll(formula)) {
      piece.content.append(text.data.slice(from, found.index));
      const math = document.createElement('span');
      const source = (found[1] ?? found[2] ?? '').trim();
      try {
        if (!isFormulaSafe(source)) throw new Error('not for the renderer');
        temml.render(source, math, { displayMode: found[1] !== undefined, throwOnError: true });
      } catch {
        math.textContent = found[0];
      }
      piece.content.append(math);
      from = found.index + found[0].length;
    }
    piece.content.append(text.data.slice(from));
    text.replaceWith(piece.content);
  }
  return holder.innerHTML;
}
