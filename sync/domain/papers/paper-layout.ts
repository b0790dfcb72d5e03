/** Layout of questions on paper, shared by the browser's print and the Word export. */

/**
 * Estimates the width of an option in em: 1 for a CJK character, about half for a Latin one. Returns null if a picture, a formula or a table
 * makes the width unknown.
 */
function estimateWidth(html: string): number | null {
  if (/<img|\$\$|<table/.test(html)) return null;
  const text = html.replaceAll(/<[^>]*>/g, '').replaceAll(/\\[a-zA-Z]+|[{}$^_]/g, 'i');
  return [...text].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) > 0x2e80 ? 1 : 0.55), 0);
}

/** Returns in how many columns to print the options, so that the longest one fits on one line of its column. */
export function countOptionColumns(options: readonly { readonly html: string }[]): 1 | 2 | 4 {
  const widths = options.map((option) => estimateWidth(option.html));
  if (widths.includes(null)) return 2;
  const widest = Math.max(0, ...widths.map((width) => width ?? 0));
  return widest <= 7.5 && options.length % 4 === 0 ? 4 : widest <= 18 ? 2 : 1;
}

/** A formula that contains only space: "( $\\quad$ )". */
const blankFormula = /\$(?:\s|~|\\(?:q?quad|[;,: ]))*\$/g;

/** Checks whether the stem has a place for the answer already: empty brackets or an underlined blank. */
export const hasAnswerPlace = (stem: string): boolean =>
  /[（(](?:[\s_]|&nbsp;|&emsp;|&ensp;)*[）)]|_{2,}|＿{2,}/.test(stem.replaceAll(/<[^>]*>/g, '').replaceAll(blankFormula, ' '));

/** Returns the number of writing lines for a question that people mark. More points get more lines. */
export const countWritingLines = (points: number): number => Math.min(18, Math.max(4, Math.ceil(points * 1.2)));
