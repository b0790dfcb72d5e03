export interface FormulaPlace {
  /** With its dollar signs. */
  readonly from: number;
  readonly to: number;
  readonly source: string;
  readonly display: boolean;
}

const formula = /\$\$([^$]+)\$\$|\$([^$]+)\$/g;

/** Where formulas stand between dollar signs, in plain text: one reading for what is shown, marked and inserted. */
export const formulaPlaces = (text: string): FormulaPlace[] =>
  [...text.matchAll(formula)].map((found) => ({
    from: found.index,
    to: found.index + found[0].length,
    source: (found[1] ?? found[2] ?? '').trim(),
    display: found[1] !== undefined,
  }));

/** The formula that a caret stands in. */
export const formulaAt = (text: string, at: number): FormulaPlace | undefined =>
  formulaPlaces(text).find((place) => place.from < at && at < place.to);
