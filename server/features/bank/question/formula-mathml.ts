import temml from 'temml';
import { isSafeFormula } from '../../../../sync/contract/bank/formula.ts';
import { escapeHtml, splitFormulas, unescapeHtml } from './question-markup.ts';

/** Converts LaTeX source to MathML; returns undefined if the source cannot be parsed. */
export function toMathml(source: string, display: boolean): string | undefined {
  if (!isSafeFormula(source)) return undefined;
  try {
    // `trust` stays off: no \href, no \includegraphics, no classes from a question file.
    return temml.renderToString(source, { displayMode: display, throwOnError: true, strict: false, trust: false, maxExpand: 1000 });
  } catch {
    return undefined;
  }
}

/** Returns the sources of all formulas in an HTML text that cannot be typeset. */
export function listBadFormulas(html: string): string[] {
  return splitFormulas(html).flatMap((part) => {
    if (part.kind !== 'formula') return [];
    const source = unescapeHtml(part.source);
    return toMathml(source, part.mark === '$$') === undefined ? [source] : [];
  });
}

/** Replaces formulas between dollar signs with MathML. A formula that cannot be typeset shows its source, so it never blocks a paper. */
export function renderMathml(html: string): { readonly html: string; readonly bad: readonly string[] } {
  const bad: string[] = [];
  const rendered = splitFormulas(html).map((part) => {
    if (part.kind === 'prose') return part.source;
    const source = unescapeHtml(part.source);
    const mathml = toMathml(source, part.mark === '$$');
    if (mathml !== undefined) return mathml;
    bad.push(source);
    return `<code>${escapeHtml(source)}</code>`;
  });
  return { html: rendered.join(''), bad };
}
