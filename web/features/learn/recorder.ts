import type { LearnMark } from '../../../sync/contract/learn.ts';
import { unionOf } from '../../../sync/machines/learned-spans.ts';

/** A stretch may grow so long, then the next begins: what isn't whole isn't sent. */
export const longestMs = 15_000;
/** Written on the disk so often while it grows. */
const keptEveryMs = 500;

interface Surroundings {
  /** The server's clock, as this device knows it. */
  readonly serverMs: () => number;
  /** Milliseconds since the page began: never set back. */
  readonly monoMs: () => number;
  readonly newId: () => string;
  /** Durable before anything is shown of it. `growing`: more will come to it. */
  readonly keep: (mark: LearnMark, growing: boolean) => void;
}

/**
 * Records what is learned, stretch by stretch, as it happens. A stretch is closed when learning pauses or jumps, and by itself after a while, so
 * that the time it covers is time in which something was learned.
 */
export function recorder(coursewareId: number, { serverMs, monoMs, newId, keep }: Surroundings) {
  let open: { mark: LearnMark; atMono: number; keptMs: number } | null = null;
  const close = (): void => {
    if (open !== null && open.mark.spans.length > 0) keep(open.mark, false);
    open = null;
  };
  return {
    /** From here on something is learned. */
    begin(): void {
      if (open !== null) return;
      const fromMs = Math.round(serverMs());
      open = {
        atMono: monoMs(),
        keptMs: 0,
        mark: { markId: newId(), coursewareId, fromMs, toMs: fromMs, spans: [], position: 0, answers: [] },
      };
    },
    /** This much was learned since; `position`: where to go on. */
    learned(from: number, to: number, position: number): void {
      this.begin();
      if (open === null) return;
      const spentMs = Math.max(0, Math.round(monoMs() - open.atMono));
      const spans = unionOf([...open.mark.spans, [Math.round(from), Math.round(to)]]);
      open.mark = { ...open.mark, toMs: open.mark.fromMs + spentMs, spans, position: Math.round(position) };
      if (spentMs >= longestMs) {
        close();
        this.begin();
      } else if (open.keptMs === 0 || spentMs - open.keptMs >= keptEveryMs) {
        open.keptMs = spentMs;
        keep(open.mark, true);
      }
    },
    /** A question of a quiz was answered: kept whole at once. */
    answered(questionId: number, at: number, correct: boolean): void {
      const nowMs = Math.round(serverMs());
      const spans: [number, number][] = [[at, at + 1]];
      keep(
        { markId: newId(), coursewareId, fromMs: nowMs, toMs: nowMs, spans, position: at + 1, answers: [{ questionId, correct }] },
        false,
      );
    },
    /** Paused, hidden, jumped, left. */
    close,
  };
}
export type Recorder = ReturnType<typeof recorder>;

/** What a film tells of itself, a few times a second. */
export interface FilmMoment {
  readonly atMs: number;
  readonly rate: number;
  readonly counts: boolean;
}

/**
 * Whether a film or sound that plays is learned: seen here, or beside this page. A sound may be heard behind another window, and a film seen
 * above it in a picture of its own; elsewhere nobody sees it, nor hears what is muted.
 */
export const isAttended = (of: {
  readonly isVisible: boolean;
  readonly isSound: boolean;
  readonly isInPicture: boolean;
  readonly isHeard: boolean;
}): boolean => of.isVisible || ((of.isSound || of.isInPicture) && of.isHeard);

/** Turns moments of a playing film into what was seen of it: a jump is none, and what runs hidden or behind isn't learned. */
export function filmWatch(record: Recorder, monoMs: () => number) {
  let last: { atMs: number; mono: number } | null = null;
  const stop = (): void => {
    last = null;
    record.close();
  };
  return {
    moment({ atMs, rate, counts }: FilmMoment): void {
      const mono = monoMs();
      if (last !== null) {
        const [gone, played] = [mono - last.mono, atMs - last.atMs];
        // A player tells its place with a jitter of its own.
        if (played < 0 || played > gone * Math.min(rate, 2) + 400) stop();
        // Up to the pause, the end, the moment it was hidden: what comes after isn't counted.
        else if (played > 0) record.learned(last.atMs, atMs, atMs);
      }
      if (!counts) return stop();
      record.begin();
      last = { atMs, mono };
    },
    stop,
  };
}
