import type { RoomCommandView } from '../../../answer-log/calls/room-log-reads.ts';

type Act = Pick<RoomCommandView, 'actId' | 'act' | 'receivedMs' | 'fates'>;

/** Returns when the server received the pause that a command ends. Undefined if no tablet of this room made the pause but the lockdown rule did. */
export function findPauseStart(acts: readonly Act[], { act }: Pick<RoomCommandView, 'act'>): number | undefined {
  if (act.kind !== 'resume') return undefined;
  const began = acts.flatMap((one) => (one.act.kind === 'pause' && one.actId === act.pauseId ? one.receivedMs : []));
  return began.length > 0 ? Math.min(...began) : undefined;
}

/**
 * Returns the length (ms) of the pause that a command ends, without time that the end of another pause has already given back: two tablets may pause
 * a seat at once.
 */
export function computePauseMs(acts: readonly Act[], ending: Pick<RoomCommandView, 'act' | 'receivedMs'>, attemptId: string): number {
  const fromMs = findPauseStart(acts, ending);
  if (ending.act.kind !== 'resume' || fromMs === undefined) return 0;
  const spansByPause = new Map<string, { fromMs: number; toMs: number }>();
  for (const { act, receivedMs: toMs, fates } of acts.toSorted((a, b) => a.receivedMs - b.receivedMs)) {
    if (act.kind !== 'resume' || act.pauseId === ending.act.pauseId || fates[attemptId] !== 'holds' || spansByPause.has(act.pauseId))
      continue;
    const otherFromMs = findPauseStart(acts, { act });
    if (otherFromMs !== undefined) spansByPause.set(act.pauseId, { fromMs: Math.max(otherFromMs, toMs - act.ms), toMs });
  }
  let [pausedMs, coveredToMs] = [0, fromMs];
  for (const span of [...spansByPause.values()].toSorted((a, b) => a.fromMs - b.fromMs)) {
    pausedMs += Math.max(0, Math.min(span.fromMs, ending.receivedMs) - coveredToMs);
    coveredToMs = Math.max(coveredToMs, span.toMs);
  }
  return pausedMs + Math.max(0, ending.receivedMs - coveredToMs);
}
