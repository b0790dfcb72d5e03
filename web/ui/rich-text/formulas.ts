/** Reason why a formula cannot be rendered. */
export interface FormulaProblem {
  readonly kind: 'braceOpen' | 'braceClose' | 'leftRight' | 'environment' | 'unknown' | 'argument' | 'double' | 'refused' | 'other';
  /**
   * For `braceOpen` and `braceClose` the number of surplus opening or closing braces; otherwise the command or environment at fault, or '' if there
   * is none to name.
   */
  readonly subject: string;
}

const count = (text: string, of: RegExp): number => text.match(of)?.length ?? 0;

/** Finds the reason why the renderer refused a formula, from its source and the renderer's `message`. */
export function findFormulaProblem(source: string, message: string): FormulaProblem {
  const bare = source.replace(/\\\\/g, '  ').replace(/\\[{}]/g, '  ');
  const braces = count(bare, /\{/g) - count(bare, /\}/g);
  if (braces > 0) return { kind: 'braceOpen', subject: String(braces) };
  if (braces < 0) return { kind: 'braceClose', subject: String(-braces) };
  const openings = [...bare.matchAll(/\\begin\{([^{}]*)\}/g)].map((found) => found[1] ?? '');
  const endings = [...bare.matchAll(/\\end\{([^{}]*)\}/g)].map((found) => found[1] ?? '');
  const open = openings.find(
    (name, at) => openings.slice(0, at + 1).filter((other) => other === name).length > endings.filter((other) => other === name).length,
  );
  const extra = endings.find((name) => !openings.includes(name));
  if (open !== undefined || extra !== undefined) return { kind: 'environment', subject: open ?? extra ?? '' };
  const sides = count(bare, /\\left(?![a-zA-Z])/g) - count(bare, /\\right(?![a-zA-Z])/g);
  if (sides !== 0) return { kind: 'leftRight', subject: '' };
  const unknown = /(?:unsupported function name|no such environment): (\S+)/i.exec(message)?.[1];
  if (unknown !== undefined) return { kind: 'unknown', subject: unknown };
  if (/double (?:super|sub)script/i.test(message)) return { kind: 'double', subject: '' };
  const bareScript = /[_^](?=\s*(?:$|[}&]))/.exec(bare)?.[0];
  const needs = bareScript ?? /argument to '([^']+)'/i.exec(message)?.[1];
  if (needs !== undefined) return { kind: 'argument', subject: needs };
  return /macro argument/i.test(message)
    ? { kind: 'argument', subject: /\\[a-zA-Z]+/.exec(source)?.[0] ?? '' }
    : { kind: 'other', subject: '' };
}

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
