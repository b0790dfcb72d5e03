/** A point of a detail table (table of assessment points), named by its full code (`A-B-C-001`). */
export interface DetailPoint {
  readonly code: string;
  readonly name: string;
}

/**
 * Suggests the closest existing point for an unknown code: from the same branch (A-B-C), otherwise from the branch above (A-B). Null if there is
 * neither.
 */
export function findNearestPoint(code: string, points: ReadonlyMap<string, string>): DetailPoint | null {
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
