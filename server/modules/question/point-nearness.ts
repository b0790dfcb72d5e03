/** A point of a table, by its full code. */
export interface NamedPoint {
  readonly code: string;
  readonly name: string;
}

/** The point somebody may have meant by a code that the table hasn't: of the same scope, else of the scope above; null where neither is known. */
export function nearestPoint(code: string, points: ReadonlyMap<string, string>): NamedPoint | null {
  const parts = code.split('-');
  const number = Number(parts[3]);
  for (const depth of [3, 2]) {
    const scope = `${parts.slice(0, depth).join('-')}-`;
    const [nearest] = [...points]
      .filter(([each]) => each.startsWith(scope))
      .map(([each, name]) => ({ code: each, name, away: Math.abs(Number(each.slice(-3)) - number) }))
      .toSorted((a, b) => a.away - b.away || (a.code < b.code ? -1 : 1));
    if (nearest) return { code: nearest.code, name: nearest.name };
  }
  return null;
}
