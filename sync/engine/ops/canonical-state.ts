import type { AttemptState } from './attempt-state.ts';
import {
  getCountedAnswers,
  findAttemptConcerns,
  getCountedFiles,
  getFlaggedItems,
  deriveStatusRegisters,
  listStandingHandIns,
  findWinningOps,
  listPlays,
} from './attempt-views.ts';
import { countUndeliveredOps } from './known-ops.ts';
import { getOpCounting } from './counting.ts';
import { listRoomCommands, getIdentityCheck, findRunningPause } from './room-views.ts';
import { deriveNews } from './verdicts.ts';

/**
 * Serialises everything that a state expresses, independent of the order in which its ops arrived (SY5, SY13). Two replicas with the same ops give
 * the same text once the values of the winning ops are filled in (`storeWinnerValue`).
 */
export function serialiseState(state: AttemptState): string {
  const sorted = <T>(list: Iterable<T>): string[] => [...list].map((entry) => JSON.stringify(entry)).toSorted();
  const { verdicts, reopened, ...news } = deriveNews(state);
  return JSON.stringify({
    ...news,
    registers: deriveStatusRegisters(state),
    room: listRoomCommands(state).map(({ receivedMs: _, fates, ...act }) => [act, sorted(Object.entries(fates))]),
    said: [
      getIdentityCheck(state),
      findRunningPause(state) ?? null,
      sorted(Object.entries(state.granted)),
      sorted(Object.entries(state.seen)),
      sorted(Object.keys(state.plays).map((file) => [file, sorted(listPlays(state, file))])),
    ],
    extensionMs: getOpCounting(state).extensionMs,
    got: sorted(state.streams.filter((s) => s.got.length > 0).map((s) => [s.id, s.epoch, s.author, s.got])),
    winners: sorted(findWinningOps(state)),
    answers: sorted(getCountedAnswers(state)),
    flags: sorted(getFlaggedItems(state)),
    filesHere: sorted(state.filesHere),
    filesInTime: sorted([...getCountedFiles(state)].flatMap(([item, { inTime }]) => (inTime ? item : []))),
    handIns: sorted(listStandingHandIns(state).map((h) => ({ ...h, manifest: sorted(h.manifest) }))),
    undelivered: countUndeliveredOps(state),
    verdicts: sorted(verdicts),
    reopened: sorted(reopened),
    concerns: Object.fromEntries(Object.entries(findAttemptConcerns(state)).map(([key, v]) => [key, Array.isArray(v) ? sorted(v) : v])),
  });
}
