import temml from 'temml';
import { isSafeFormula } from '../../../sync/contract/bank/formula.ts';
import { type FormulaProblem, findFormulaProblem, findFormulas } from './formulas.ts';

export const hasFormula = (html: string): boolean => html.includes('$');

/** Finds the reason why a formula cannot be rendered. Returns undefined if it can. */
export function checkFormula(source: string): FormulaProblem | undefined {
  if (!isSafeFormula(source)) return { kind: 'refused', subject: '' };
  try {
    // The same options as on the server, which renders formulas when a paper is published.
    temml.renderToString(source, { throwOnError: true, strict: false, trust: false, maxExpand: 1000 });
    return undefined;
  } catch (error) {
    return findFormulaProblem(source, error instanceof Error ? error.message : '');
  }
}

const listTextNodes = (holder: HTMLTemplateElement): Text[] => {
  const walker = document.createTreeWalker(holder.content, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
  return texts;
};

/** Finds the formulas in sanitised HTML that cannot be rendered, each with the reason. */
export function listFormulaProblems(html: string): { readonly source: string; readonly fault: FormulaProblem }[] {
  const holder = document.createElement('template');
  holder.innerHTML = html;
  return listTextNodes(holder).flatMap((text) =>
    findFormulas(text.data).flatMap(({ source }) => {
      const fault = checkFormula(source);
      return fault === undefined ? [] : [{ source, fault }];
    }),
  );
}

/** Renders the formulas in sanitised HTML to MathML. A formula that cannot be rendered stays as typed. */
export function renderLatex(html: string): string {
  const holder = document.createElement('template');
  holder.innerHTML = html;
  for (const text of listTextNodes(holder)) {
    if (!hasFormula(text.data)) continue;
    const piece = document.createElement('template');
    let from = 0;
    for (const place of findFormulas(text.data)) {
      piece.content.append(text.data.slice(from, place.from));
      const math = document.createElement('span');
      try {
        if (!isSafeFormula(place.source)) throw new Error('the formula is unsafe or too long to render');
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
