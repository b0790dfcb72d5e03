import { serialiseState } from '../../sync/engine/ops/canonical-state.ts';
import { readChain, readKnownOps } from './server-log.ts';
import type { World } from './world.ts';

/** Matches the digest that a hand-in contains, in a state as text with escaped quotes. It is left out, because it depends on hashes of ops. */
const manifestDigest = /\\*"digest\\*":\\*"[\w-]*\\*",?/g;

/**
 * Describes the server at the end of a simulated run, one line per fact: ops in the order of each attempt with their time of arrival, ops
 * in quarantine, chunks, states with marks and releases, receipts, and all refusals of the run. Leaves out facts that may differ between
 * two logs or two runs: positions and values that depend on them (`basisCursor`, hashes), server epochs, signatures, and secrets wrapped
 * for the server.
 */
export function describeEndState(world: World): string[] {
  const { answerLog } = world.server;
  const lines: string[] = [];
  const tell = (...fact: unknown[]): void => void lines.push(JSON.stringify(fact).replaceAll(manifestDigest, ''));
  const chain = Map.groupBy(readChain(world), ({ op }) => op.attemptId);
  const known = readKnownOps(world);
  for (const attemptId of world.logIds) {
    for (const { op, receivedMs, earlyUntilMs } of chain.get(attemptId) ?? []) {
      const { basisCursor: _, ...rest } = op;
      tell('op', rest, receivedMs, earlyUntilMs);
    }
    for (const counts of known.get(attemptId) ?? []) tell('known', attemptId, counts);
    const attempt = answerLog.projector.attempt(attemptId);
    if (!attempt) continue;
    const receipts = attempt.receipts.map(({ signature: _, serverEpoch: __, ...fields }) => fields);
    tell('state', attemptId, attempt.complete, receipts, serialiseState(attempt.state));
  }
  for (const row of world.server.quarantined()) tell('quarantine', row);
  for (const chunk of world.server.chunks()) tell('chunk', chunk);
  for (const refusal of world.server.refusals) tell('refused', ...refusal);
  return lines;
}

/** Returns the first lines in which two end states differ; none if they are equal. */
export function findDifferences(a: readonly string[], b: readonly string[]): string[] {
  const [inA, inB] = [new Set(a), new Set(b)];
  const missing = a.filter((line) => !inB.has(line)).map((line) => `only over SQLite: ${line}`);
  const added = b.filter((line) => !inA.has(line)).map((line) => `only over PostgreSQL: ${line}`);
  if (missing.length + added.length > 0) return [...missing.slice(0, 3), ...added.slice(0, 3)];
  const longer = a.length < b.length ? b : a;
  const at = longer.findIndex((_, n) => a[n] !== b[n]);
  const lineOf = (lines: readonly string[]): string => lines[at] ?? 'nothing';
  return at < 0 ? [] : [`in another order from line ${at}: ${lineOf(a)} over SQLite, ${lineOf(b)} over PostgreSQL`];
}
