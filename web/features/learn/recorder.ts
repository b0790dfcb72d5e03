import type { LearningSpanRecord } from '../../../sync/contract/learning/learn.ts';
import { mergeSpans } from '../../../sync/domain/learning/learned-spans.ts';

/** Maximum length of one learning record (ms); then the next one begins. Only finished records are sent. */
export const maxLearningRecordMs = 15_000;
/** A learning record that still grows is written to disk this often (ms). */
const keptEveryMs = 500;

interface Surroundings {
  /** Returns the server's time as this device estimates it (ms). */
  readonly serverMs: () => number;
  /** Returns milliseconds since the page was opened; never goes back. */
  readonly monoMs: () => number;
  readonly newId: () => string;
  /** Stores a record durably before the screen shows its progress. `growing`: the record will be extended. */
  readonly keep: (mark: LearningSpanRecord, growing: boolean) => void;
}

/**
 * Records learning in successive time intervals. An interval ends when learning pauses or jumps, and after `maxLearningRecordMs`, so that it covers
 * only time in which the learner was learning.
 */
export function createLearningRecorder(coursewareId: number, { serverMs, monoMs, newId, keep }: Surroundings) {
  let open: { mark: LearningSpanRecord; startMonoMs: number; keptMs: number } | null = null;
  const close = (): void => {
    if (open !== null && open.mark.spans.length > 0) keep(open.mark, false);
    open = null;
  };
  return {
    /** Starts an interval now, unless one is open. */
    begin(): void {
      if (open !== null) return;
      const fromMs = Math.round(serverMs());
      open = {
        startMonoMs: monoMs(),
        keptMs: 0,
        mark: { markId: newId(), coursewareId, fromMs, toMs: fromMs, spans: [], position: 0, answers: [] },
      };
    },
    /** Adds the span `from`–`to` (milliseconds, pages or questions, by the kind of lesson) to the open interval. `position`: where to resume. */
    learned(from: number, to: number, position: number): void {
      this.begin();
      if (open === null) return;
      const spentMs = Math.max(0, Math.round(monoMs() - open.startMonoMs));
      const spans = mergeSpans([...open.mark.spans, [Math.round(from), Math.round(to)]]);
      open.mark = { ...open.mark, toMs: open.mark.fromMs + spentMs, spans, position: Math.round(position) };
      if (spentMs >= maxLearningRecordMs) {
        close();
        this.begin();
      } else if (open.keptMs === 0 || spentMs - open.keptMs >= keptEveryMs) {
        open.keptMs = spentMs;
        keep(open.mark, true);
      }
    },
    /** Records the answer to a quiz question as a finished record. */
    answered(questionId: number, at: number, correct: boolean): void {
      const nowMs = Math.round(serverMs());
      const spans: [number, number][] = [[at, at + 1]];
      keep(
        { markId: newId(), coursewareId, fromMs: nowMs, toMs: nowMs, spans, position: at + 1, answers: [{ questionId, correct }] },
        false,
      );
    },
    /** Ends the open interval: the lesson was paused, hidden, left, or the position jumped. */
    close,
  };
}
export type LearningRecorder = ReturnType<typeof createLearningRecorder>;

/** State of the player, reported several times per second. `atMs`: position in the video. `counts`: playback counts as learning now. */
export interface FilmMoment {
  readonly atMs: number;
  readonly rate: number;
  readonly counts: boolean;
}

/**
 * Returns true if playback counts as learning: the page is visible, or the media is audible while it is a sound or plays in picture-in-picture. A
 * muted or hidden video does not count.
 */
export const isAttended = (of: {
  readonly isVisible: boolean;
  readonly isSound: boolean;
  readonly isInPicture: boolean;
  readonly isAudible: boolean;
}): boolean => of.isVisible || ((of.isSound || of.isInPicture) && of.isAudible);

/** Turns player states into learned spans. A jump adds no span, and unattended playback is not counted. */
export function createFilmWatch(record: LearningRecorder, monoMs: () => number) {
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
        // Players report their position with jitter, hence the tolerance of 400 ms.
        if (played < 0 || played > gone * Math.min(rate, 2) + 400) stop();
        // Count up to the moment of the pause, the end or the hiding; later playback is not counted.
        else if (played > 0) record.learned(last.atMs, atMs, atMs);
      }
      if (!counts) return stop();
      record.begin();
      last = { atMs, mono };
    },
    stop,
  };
}
