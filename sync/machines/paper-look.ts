/** How a question stands on paper, whoever sets it: the print of the browser, and the document of Word. */

/** Em-widths of what an option shows, roughly: a CJK letter is 1, a Latin one half. Null where a picture or a formula makes it anybody's guess. */
function widthOf(html: string): number | null {
  if (/<img|\$\$|<table/.test(html)) return null;
  const text = html.replaceAll(/<[^>]*>/g, '').replaceAll(/\\[a-zA-Z]+|[{}$^_]/g, 'i');
  return [...text].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) > 0x2e80 ? 1 : 0.55), 0);
}

/** How many options stand beside each other: as many as fit without breaking a line. */
export function optionColumns(options: readonly { readonly html: string }[]): 1 | 2 | 4 {
  const widths = options.map((option) => widthOf(option.html));
  if (widths.includes(null)) return 2;
  const widest = Math.max(0, ...widths.map((width) => width ?? 0));
  return widest <= 7.5 && options.length % 4 === 0 ? 4 : widest <= 18 ? 2 : 1;
}

/** Nothing but space, set as a formula: "( $\\quad$ )". */
const blankFormula = /\$(?:\s|~|\\(?:q?quad|[;,: ]))*\$/g;

/** Does the stem have a place for the letter of the answer already: brackets with nothing in them? */
export const hasAnswerPlace = (stem: string): boolean =>
  /[（(](?:[\s_]|&nbsp;|&emsp;|&ensp;)*[）)]|_{2,}|＿{2,}/.test(stem.replaceAll(/<[^>]*>/g, '').replaceAll(blankFormula, ' '));

/** Lines to write on for a question that people mark; more points want more words. */
export const writingLines = (points: number): number => Math.min(18, Math.max(4, Math.ceil(points * 1.2)));
