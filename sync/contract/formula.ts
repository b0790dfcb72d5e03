/** Longer than any formula people write: a page of matrices fits. */
const longestFormula = 4000;
const deepestBraces = 200;

/**
 * May this LaTeX be handed to the renderer? Definitions of one's own are refused: a few hundred letters of them grow to gigabytes, and the
 * renderer can't be stopped in its middle. What is refused shows as its source, like any formula that can't be read.
 */
export function isFormulaSafe(source: string): boolean {
  if (source.length > longestFormula) return false;
  if (/\\(?:[gex]?def|newcommand|renewcommand|providecommand|DeclareMathOperator|(?:future)?let|global|long)(?![a-zA-Z])/.test(source))
    return false;
  let depth = 0;
  for (const sign of source) {
    if (sign === '{') depth += 1;
    else if (sign === '}') depth -= 1;
    if (depth > deepestBraces) return false;
  }
  return true;
}
