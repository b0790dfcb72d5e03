/** What one call takes. */
export const mostAtOnce = 500;

export interface RefusedPerson {
  readonly id: number;
  readonly name: string;
  readonly reason: string;
}
export interface BulkOutcome {
  readonly done: number;
  readonly refused: readonly RefusedPerson[];
  /** Why it stopped before the end; null: it came to the end. */
  readonly problem: string | null;
  /** Not tried any more. */
  readonly left: number;
}

/**
 * Does something to many people, call by call, and says what came of it. What a call refuses is collected; a call that fails as a whole
 * (no network, say) stops the rest, and nothing is tried twice.
 */
export async function inChunks<T>(
  rows: readonly T[],
  work: (chunk: readonly T[]) => Promise<readonly RefusedPerson[]>,
  heard: (outcome: BulkOutcome) => void,
): Promise<BulkOutcome> {
  let outcome: BulkOutcome = { done: 0, refused: [], problem: null, left: rows.length };
  for (let at = 0; at < rows.length; at += mostAtOnce) {
    const chunk = rows.slice(at, at + mostAtOnce);
    try {
      const refused = await work(chunk);
      outcome = {
        done: outcome.done + chunk.length - refused.length,
        refused: [...outcome.refused, ...refused],
        problem: null,
        left: rows.length - at - chunk.length,
      };
      heard(outcome);
    } catch (error) {
      return { ...outcome, problem: error instanceof Error ? error.message : String(error) };
    }
  }
  return outcome;
}
