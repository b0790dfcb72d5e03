/** Parses JSON. Returns undefined for a text that is not JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Compares two values by their JSON. Objects with the same fields in another order differ. */
export const isEqualJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
