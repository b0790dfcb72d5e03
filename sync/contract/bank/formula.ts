/** Most characters of a formula: more than any real one; a page of matrices fits. */
const longestFormula = 4000;
const deepestBraces = 200;

/**
 * Tells whether a LaTeX formula may be passed to the renderer. Definitions of commands are refused: a few hundred characters can expand to gigabytes,
 * and the renderer cannot be interrupted. References are refused, because they become links, which a paper must not contain. A refused formula is
 * shown as source text, like one that cannot be parsed.
 */
export function isSafeFormula(source: string): boolean {
  if (source.length > longestFormula) return false;
  if (
    /\\(?:[gex]?def|newcommand|renewcommand|providecommand|DeclareMathOperator|(?:future)?let|global|long|(?:eq)?ref)(?![a-zA-Z])/.test(
      source,
    )
  )
    return false;
  let depth = 0;
  for (const sign of source) {
    if (sign === '{') depth += 1;
    else if (sign === '}') depth -= 1;
    if (depth > deepestBraces) return false;
  }
  return true;
}
