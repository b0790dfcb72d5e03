export interface FormulaPlace {
  /** `from` and `to` are offsets of the formula in the text, with its dollar signs. */
  readonly from: number;
  readonly to: number;
  readonly source: string;
  readonly display: boolean;
}

const formula = /\$\$([^$]+)\$\$|\$([^$]+)\$/g;

/** Finds the formulas between dollar signs in plain text. Display, checks and the editor all use this. */
export const findFormulas = (text: string): FormulaPlace[] =>
  [...text.matchAll(formula)].map((found) => ({
    from: found.index,
    to: found.index + found[0].length,
    source: (found[1] ?? found[2] ?? '').trim(),
    display: found[1] !== undefined,
  }));

/** Finds the formula that contains the offset `at`. */
export const findFormulaAt = (text: string, at: number): FormulaPlace | undefined =>
  findFormulas(text).find((place) => place.from < at && at < place.to);
