/** The most people that one call accepts. */
export const maxPeoplePerCall = 500;

export interface RefusedPerson {
  readonly id: number;
  readonly name: string;
  readonly reason: string;
}
export interface BulkOutcome {
  readonly doneCount: number;
  readonly refused: readonly RefusedPerson[];
  /** Why the bulk action stopped early; null if it was completed. */
  readonly problem: string | null;
  /** Number of people whom the bulk action did not reach. */
  readonly untriedCount: number;
}

/**
 * Runs a bulk action in chunks and reports the outcome. Refused people are collected. If a whole call fails, for example without a network, the rest
 * is not tried. No chunk is retried.
 */
export async function runInChunks<T>(
  rows: readonly T[],
  runChunk: (chunk: readonly T[]) => Promise<readonly RefusedPerson[]>,
  reportOutcome: (outcome: BulkOutcome) => void,
): Promise<BulkOutcome> {
  let outcome: BulkOutcome = { doneCount: 0, refused: [], problem: null, untriedCount: rows.length };
  for (let start = 0; start < rows.length; start += maxPeoplePerCall) {
    const chunk = rows.slice(start, start + maxPeoplePerCall);
    try {
      const refused = await runChunk(chunk);
      outcome = {
        doneCount: outcome.doneCount + chunk.length - refused.length,
        refused: [...outcome.refused, ...refused],
        problem: null,
        untriedCount: rows.length - start - chunk.length,
      };
      reportOutcome(outcome);
    } catch (error) {
      return { ...outcome, problem: error instanceof Error ? error.message : String(error) };
    }
  }
  return outcome;
}
