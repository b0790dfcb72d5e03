import type { LearnMark, Progress } from '../../../sync/contract/learn.ts';
import { call, CallFailure } from '../../platform/call.ts';
import { learningDatabase, type MarkRow } from '../../platform/learning-cache.ts';

/** A stretch that grew last so long ago grows no more: its browser was killed. */
const abandonedMs = 30_000;
const atOnce = 100;

export const keepMark = async (userId: number, courseId: number, mark: LearnMark, growing: boolean): Promise<void> => {
  await learningDatabase.marks.put({ ...mark, userId, courseId, growingMs: growing ? Date.now() : null });
};

/** What of a course is on this device and not on the server. */
export const waitingMarks = async (userId: number, courseId: number): Promise<MarkRow[]> =>
  (await learningDatabase.marks.where({ userId }).toArray()).filter((row) => row.courseId === courseId && row.refused === undefined);

export type Delivered = ReadonlyMap<number, Progress>;
let sending: Promise<void> = Promise.resolve();

/**
 * Sends what is whole, oldest first, until it is answered; only an answer takes it off this device. Asked again while it runs, it goes on after.
 * `told`: what the server knows of each lesson by now.
 */
export function sendMarks(userId: number, told: (courseId: number, lessons: Delivered) => void): Promise<void> {
  // One tab at a time: two would send the same, which the server counts once, but for nothing.
  const run = () => navigator.locks.request('wenkao.learning', async () => sendAll(userId, told));
  sending = sending.then(run, run);
  return sending;
}

async function sendAll(userId: number, told: (courseId: number, lessons: Delivered) => void): Promise<void> {
  for (;;) {
    const rows = await learningDatabase.marks.where({ userId }).toArray();
    const whole = rows
      .filter((row) => row.refused === undefined && (row.growingMs === null || row.growingMs < Date.now() - abandonedMs))
      .toSorted((a, b) => a.fromMs - b.fromMs);
    const courseId = whole[0]?.courseId;
    if (courseId === undefined) return;
    const batch = whole.filter((row) => row.courseId === courseId).slice(0, atOnce);
    const marks = batch.map(({ markId, coursewareId, fromMs, toMs, spans, position }): LearnMark => ({
      markId,
      coursewareId,
      fromMs,
      toMs,
      spans,
      position,
    }));
    try {
      const { markIds, lessons } = await call('/learn/record', { courseId, marks }, { quiet: true });
      told(courseId, new Map(lessons.map(({ id, progress }) => [id, progress])));
      await learningDatabase.marks.bulkDelete(markIds);
    } catch (failure) {
      if (!(failure instanceof CallFailure)) throw failure;
      // Not ours any more: kept on this device with the reason, and out of the others' way.
      if (failure.code !== 1005 && failure.code !== 1001) return;
      await learningDatabase.marks.bulkPut(batch.map((row) => ({ ...row, refused: failure.message })));
    }
  }
}
