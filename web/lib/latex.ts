import temml from 'temml';
import { isFormulaSafe } from '../../sync/contract/formula.ts';
import { type FormulaFault, faultOf } from './formula-fault.ts';
import { formulaPlaces } from './formula-places.ts';

export const hasFormula = (html: string): boolean => html.includes('$');

/** Finds the reason why a formula cannot be rendered. Returns undefined if it can. */
export function formulaFault(source: string): FormulaFault | undefined {
  if (!isFormulaSafe(source)) return { kind: 'refused', of: '' };
  try {
    // The same options as on the server, which renders formulas when a paper is published.
    temml.renderToString(source, { throwOnError: true, strict: false, trust: false, maxExpand: 1000 });
    return undefined;
  } catch (error) {
    return faultOf(source, error instanceof Error ? error.message : '');
  }
}

const textsOf = (holder: HTMLTemplateElement): Text[] => {
  const walker = document.createTreeWalker(holder.content, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
  return texts;
};

/** Finds the formulas in sanitised HTML that cannot be rendered, each with the reason. */
export function formulaFaults(html: string): { readonly source: string; readonly fault: FormulaFault }[] {
  const holder = document.createElement('template');
  holder.innerHTML = html;
  return textsOf(holder).flatMap((text) =>
    formulaPlaces(text.data).flatMap(({ source }) => {
      const fault = formulaFault(source);
      return fault === undefined ? [] : [{ source, fault }];
    }),
  );
}

/** Renders the formulas in sanitised HTML to MathML. A formula that cannot be rendered stays as typed. */
export function renderFormulas(html: string): string {
  const holder = document.createElement('template');
  holder.innerHTML = html;
  for (const text of textsOf(holder)) {
    if (!hasFormula(text.data)) continue;
    const piece = document.createElement('template');
    let from = 0;
    for (const place of formulaPlaces(text.data)) {
      piece.content.append(text.data.slice(from, place.from));
      const math = document.createElement('span');
      try {
        if (!isFormulaSafe(place.source)) throw new Error('not for the renderer');
        temml.render(place.source, math, { displayMode: place.display, throwOnError: true });
      } catch {
        math.textContent = text.data.slice(place.from, place.to);
      }
      piece.content.append(math);
      from = place.to;
    }
    piece.content.append(text.data.slice(from));
    text.replaceWith(piece.content);
  }
  return holder.innerHTML;
}
