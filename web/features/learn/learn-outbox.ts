import type { CallInput, CallOutput } from '../../../sync/contract/call.ts';
import type { learnCalls, LearnMark, Progress } from '../../../sync/contract/learn.ts';
import { CallFailure } from '../../platform/call.ts';
import type { MarkRow } from '../../platform/learning-database.ts';
import type { MarkStore } from './mark-cache.ts';

const atOnce = 100;
/** So long a device keeps what a server has: a backup that is put back is no older. */
const heldForMs = 14 * 86_400_000;

/** This tab, and those that live: a stretch whose tab is gone grows no more, its browser was killed. */
export interface Tabs {
  /** Of this one; resolves once the others can see that it lives. */
  readonly own: () => Promise<string>;
  readonly living: () => Promise<ReadonlySet<string>>;
  /** One tab at a time: two would send the same, which the server counts once, but for nothing. */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>;
}
interface Ports {
  readonly store: MarkStore;
  readonly record: (input: CallInput<typeof learnCalls.record>) => Promise<CallOutput<typeof learnCalls.record>>;
  readonly tabs: Tabs;
  readonly warn: (what: string, cause: unknown) => void;
}
export type Delivered = ReadonlyMap<number, Progress>;
type Told = (courseId: number, lessons: Delivered) => void;

/** What was learned on this device, durable until the server has answered that it knows it; told again to a server that was put back from a backup. */
export function learnOutbox({ store, record, tabs, warn }: Ports) {
  /** What the disk had no room for: in this tab alone, and sent from here as soon as there is a network. */
  const unkept = new Map<string, MarkRow>();
  let keeping: Promise<unknown> = Promise.resolve();
  let sending: Promise<void> = Promise.resolve();
  /** The server as it last named itself: put back from a backup, it has another name. */
  let server: string | null = null;

  async function toSend(userId: number): Promise<MarkRow[]> {
    const here = [...unkept.values()].filter((row) => row.userId === userId);
    const again = server === null ? [] : await store.heldElsewhere(userId, server);
    const kept = [...(await store.waiting(userId)), ...again].filter((row) => !unkept.has(row.markId));
    const living = await tabs.living();
    return [...kept, ...here]
      .filter((row) => row.refused === undefined && !living.has(row.growsIn ?? ''))
      .toSorted((a, b) => a.fromMs - b.fromMs);
  }

  /** True: there is more. */
  async function sendSome(userId: number, told: Told): Promise<boolean> {
    const whole = await toSend(userId);
    const courseId = whole[0]?.courseId;
    if (courseId === undefined) return false;
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
    let answer: CallOutput<typeof learnCalls.record>;
    try {
      answer = await record({ courseId, marks });
    } catch (failure) {
      if (!(failure instanceof CallFailure)) throw failure;
      // Not ours any more: kept on this device with the reason, and out of the others' way.
      if (failure.code !== 1005 && failure.code !== 1001) return false;
      await store.put(batch.map((row) => ({ ...row, heldBy: '', refused: failure.message })));
      return true;
    }
    const { markIds, lessons, serverEpoch, nowMs } = answer;
    server = serverEpoch;
    const known = new Set(markIds);
    for (const markId of markIds) unkept.delete(markId);
    told(courseId, new Map(lessons.map(({ id, progress }) => [id, progress])));
    try {
      await store.put(batch.filter((row) => known.has(row.markId)).map((row) => ({ ...row, growsIn: null, heldBy: serverEpoch })));
      await store.prune(userId, nowMs - heldForMs);
      return true;
    } catch (cause) {
      // The disk is full: they are told once more later, and counted once.
      warn('not noted on this device', cause);
      return false;
    }
  }

  async function sendAll(userId: number, told: Told): Promise<void> {
    let more = true;
    while (more) more = await sendSome(userId, told);
  }

  return {
    /** Whether it is on the disk, in the order it was told; what isn't stays in this tab. `growing`: more will come to it. */
    keep(userId: number, courseId: number, mark: LearnMark, growing: boolean): Promise<boolean> {
      const put = async (): Promise<boolean> => {
        const row = { ...mark, userId, courseId, growsIn: growing ? await tabs.own() : null, heldBy: '' };
        try {
          await store.put([row]);
          unkept.delete(mark.markId);
          return true;
        } catch (cause) {
          warn('not kept on this device', cause);
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
      (await store.waiting(userId)).filter((row) => row.courseId === courseId && row.refused === undefined),

    /** What the server will never take, with its words. */
    refused: async (userId: number): Promise<MarkRow[]> => (await store.waiting(userId)).filter((row) => row.refused !== undefined),

    /** The server has just named itself. */
    serverIs(serverEpoch: string): void {
      server = serverEpoch;
    },

    /**
     * Sends what is whole, oldest first, until it is answered; only an answer ends it. Asked again while it runs, it goes on after.
     * `told`: what the server knows of each lesson by now.
     */
    send(userId: number, told: Told): Promise<void> {
      const run = () => tabs.inTurn(() => sendAll(userId, told));
      sending = sending.then(run, run);
      return sending;
    },
  };
}
