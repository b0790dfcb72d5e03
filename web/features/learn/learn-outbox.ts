import type { CallInput, CallOutput } from '../../../sync/contract/call.ts';
import type { learnCalls, LearnMark, Progress } from '../../../sync/contract/learn.ts';
import { CallFailure } from '../../platform/call.ts';
import type { LearningDatabase, MarkRow } from '../../platform/learning-database.ts';

const atOnce = 100;

/** This tab, and those that live: a stretch whose tab is gone grows no more, its browser was killed. */
export interface Tabs {
  /** Of this one; resolves once the others can see that it lives. */
  readonly own: () => Promise<string>;
  readonly living: () => Promise<ReadonlySet<string>>;
  /** One tab at a time: two would send the same, which the server counts once, but for nothing. */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>;
}
interface Ports {
  readonly db: Pick<LearningDatabase, 'marks'>;
  readonly record: (input: CallInput<typeof learnCalls.record>) => Promise<CallOutput<typeof learnCalls.record>>;
  readonly tabs: Tabs;
}
export type Delivered = ReadonlyMap<number, Progress>;
type Told = (courseId: number, lessons: Delivered) => void;

/** What was learned on this device, durable until the server has answered that it knows it. */
export function learnOutbox({ db, record, tabs }: Ports) {
  /** What the disk had no room for: in this tab alone, and sent from here as soon as there is a network. */
  const unkept = new Map<string, MarkRow>();
  let keeping: Promise<unknown> = Promise.resolve();
  let sending: Promise<void> = Promise.resolve();

  async function sendAll(userId: number, told: Told): Promise<void> {
    for (;;) {
      const kept = await db.marks.where({ userId }).toArray();
      const rows = [...kept.filter((row) => !unkept.has(row.markId)), ...[...unkept.values()].filter((row) => row.userId === userId)];
      const living = await tabs.living();
      const whole = rows
        .filter((row) => row.refused === undefined && !living.has(row.growsIn ?? ''))
        .toSorted((a, b) => a.fromMs - b.fromMs);
      const courseId = whole[0]?.courseId;
      if (courseId === undefined) return;
      const batch = whole.filter((row) => row.courseId === courseId).slice(0, atOnce);
      const marks = batch.map(({ markId, coursewareId, fromMs, toMs, spans, position, answers }): LearnMark => ({
        markId,
        coursewareId,
        fromMs,
        toMs,
        spans,
        position,
        answers,
      }));
      try {
        const { markIds, lessons } = await record({ courseId, marks });
        told(courseId, new Map(lessons.map(({ id, progress }) => [id, progress])));
        for (const markId of markIds) unkept.delete(markId);
        await db.marks.bulkDelete(markIds);
      } catch (failure) {
        if (!(failure instanceof CallFailure)) throw failure;
        // Not ours any more: kept on this device with the reason, and out of the others' way.
        if (failure.code !== 1005 && failure.code !== 1001) return;
        await db.marks.bulkPut(batch.map((row) => ({ ...row, refused: failure.message })));
      }
    }
  }

  return {
    /** Whether it is on the disk, in the order it was told; what isn't stays in this tab. `growing`: more will come to it. */
    keep(userId: number, courseId: number, mark: LearnMark, growing: boolean): Promise<boolean> {
      const put = async (): Promise<boolean> => {
        const row = { ...mark, userId, courseId, growsIn: growing ? await tabs.own() : null };
        try {
          await db.marks.put(row);
          unkept.delete(mark.markId);
          return true;
        } catch (cause) {
          console.warn('not kept on this device', cause);
          unkept.set(mark.markId, row);
          return false;
        }
      };
      const next = keeping.then(put, put);
      keeping = next;
      return next;
    },

    /** What of a course is on this device and not on the server. */
    waiting: async (userId: number, courseId: number): Promise<MarkRow[]> =>
      (await db.marks.where({ userId }).toArray()).filter((row) => row.courseId === courseId && row.refused === undefined),

    /** What the server will never take, with its words. */
    refused: async (userId: number): Promise<MarkRow[]> =>
      (await db.marks.where({ userId }).toArray()).filter((row) => row.refused !== undefined),

    /**
     * Sends what is whole, oldest first, until it is answered; only an answer takes it off this device. Asked again while it runs, it goes on after.
     * `told`: what the server knows of each lesson by now.
     */
    send(userId: number, told: Told): Promise<void> {
      const run = () => tabs.inTurn(() => sendAll(userId, told));
      sending = sending.then(run, run);
      return sending;
    },
  };
}
