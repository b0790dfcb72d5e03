import type { AttemptState } from './attempt-state.ts';
import { answersOf, concernsOf, filesOf, flagsOf, registersOf, standingHandIns, winners } from './attempt-views.ts';
import { undeliveredOps } from './known-ops.ts';
import { countingOf } from './counting.ts';
import { actsOf, identityOf, runningPause } from './room-views.ts';
import { newsOf } from './verdicts.ts';

/**
 * Serialises everything that a state expresses, independent of the order in which its ops arrived (SY5, SY13). Two replicas with the same ops
 * and filled values give the same text.
 */
export function canonicalState(state: AttemptState): string {
  const sorted = <T>(list: Iterable<T>): string[] => [...list].map((entry) => JSON.stringify(entry)).toSorted();
  const { verdicts, reopened, ...news } = newsOf(state);
  return JSON.stringify({
    ...news,
    registers: registersOf(state),
    room: actsOf(state).map(({ receivedMs: _, fates, ...act }) => [act, sorted(Object.entries(fates))]),
    said: [identityOf(state), runningPause(state) ?? null, sorted(Object.entries(state.granted)), sorted(Object.entries(state.seen))],
    extensionMs: countingOf(state).extensionMs,
    got: sorted(state.streams.filter((s) => s.got.length > 0).map((s) => [s.id, s.epoch, s.author, s.got])),
    winners: sorted(winners(state)),
    answers: sorted(answersOf(state)),
    flags: sorted(flagsOf(state)),
    filesHere: sorted(state.filesHere),
    filesInTime: sorted([...filesOf(state)].flatMap(([item, { inTime }]) => (inTime ? item : []))),
    handIns: sorted(standingHandIns(state).map((h) => ({ ...h, manifest: sorted(h.manifest) }))),
    undelivered: undeliveredOps(state),
    verdicts: sorted(verdicts),
    reopened: sorted(reopened),
    concerns: Object.fromEntries(Object.entries(concernsOf(state)).map(([key, v]) => [key, Array.isArray(v) ? sorted(v) : v])),
  });
}
