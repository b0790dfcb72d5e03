import type { CallInput, CallOutput } from '../../../sync/contract/call.ts';
import type { learnCalls, LearningSpanRecord, LearningProgress } from '../../../sync/contract/learning/learn.ts';
import { CallFailure, isFinalRefusal } from '../../platform/api/call.ts';
import type { LearningSpanRow } from '../../platform/database/learning-database.ts';
import type { LearningSpanStore } from './learning-span-cache.ts';

const atOnce = 100;
/**
 * Learning records stay on the device for this long (ms) after the server acknowledged them. A server restored from a backup lacks the newest
 * records; a restored backup is at most this old.
 */
const heldForMs = 14 * 86_400_000;

/**
 * Identifies this tab and the other tabs that are open. A learning record that is still growing belongs to a tab; if that tab is gone (its browser
 * was killed), the record is final and can be sent.
 */
export interface LearningTabs {
  /** Id of this tab; resolves once the other tabs can detect that it is alive. */
  readonly claimTabId: () => Promise<string>;
  readonly listAliveTabs: () => Promise<ReadonlySet<string>>;
  /** Runs `work` in one tab at a time. Two tabs would send the same records; the server counts them once, so that would only waste traffic. */
  readonly runExclusively: (work: () => Promise<void>) => Promise<void>;
}
interface Ports {
  readonly store: LearningSpanStore;
  readonly record: (input: CallInput<typeof learnCalls.record>) => Promise<CallOutput<typeof learnCalls.record>>;
  readonly tabs: LearningTabs;
  readonly warn: (what: string, cause: unknown) => void;
}
export type DeliveredProgress = ReadonlyMap<number, LearningProgress>;
type SendCallbacks = (courseId: number, lessons: DeliveredProgress) => void;

/**
 * Creates the outbox of learning records made on this device. A record is durable until the server acknowledges it; it is sent again to a server
 * that was restored from a backup.
 */
export function createLearnOutbox({ store, record, tabs, warn }: Ports) {
  /** Learning records that did not fit on the disk. They exist in this tab only, which sends them when the network is available. */
  const unsaved = new Map<string, LearningSpanRow>();
  let keeping: Promise<unknown> = Promise.resolve();
  let sending: Promise<void> = Promise.resolve();
  /** Server epoch from the last response; it changes when the server is restored from a backup. */
  let server: string | null = null;

  async function toSend(userId: number): Promise<LearningSpanRow[]> {
    const unsavedRows = [...unsaved.values()].filter((row) => row.userId === userId);
    const resentRows = server === null ? [] : await store.listOfOtherEpochs(userId, server);
    const storedRows = [...(await store.listUndelivered(userId)), ...resentRows].filter((row) => !unsaved.has(row.markId));
    const living = await tabs.listAliveTabs();
    return [...storedRows, ...unsavedRows]
      .filter((row) => row.refused === undefined && !living.has(row.growsIn ?? ''))
      .toSorted((a, b) => a.fromMs - b.fromMs);
  }

  /** Sends one batch of records of one course. Returns true if there may be more to send. */
  async function sendSome(userId: number, callbacks: SendCallbacks): Promise<boolean> {
    const rowsToSend = await toSend(userId);
    const courseId = rowsToSend[0]?.courseId;
    if (courseId === undefined) return false;
    const batch = rowsToSend.filter((row) => row.courseId === courseId).slice(0, atOnce);
    const marks = batch.map(({ markId, coursewareId, fromMs, toMs, spans, position, answers }): LearningSpanRecord => ({
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
      // If the server refuses the records for good, keep them on this device with the reason, so that they do not block the others.
      if (!isFinalRefusal(failure)) return false;
      await store.save(batch.map((row) => ({ ...row, heldBy: '', refused: failure.message })));
      return true;
    }
    const { markIds, lessons, serverEpoch, nowMs } = answer;
    server = serverEpoch;
    const batchIds = new Set(markIds);
    for (const markId of markIds) unsaved.delete(markId);
    callbacks(courseId, new Map(lessons.map(({ id, progress }) => [id, progress])));
    try {
      await store.save(batch.filter((row) => batchIds.has(row.markId)).map((row) => ({ ...row, growsIn: null, heldBy: serverEpoch })));
      await store.prune(userId, nowMs - heldForMs);
      return true;
    } catch (cause) {
      // The disk is full. These records will be sent again later; the server counts them once.
      warn('not noted on this device', cause);
      return false;
    }
  }

  async function sendAll(userId: number, callbacks: SendCallbacks): Promise<void> {
    let more = true;
    while (more) more = await sendSome(userId, callbacks);
  }

  return {
    /**
     * Stores a record and resolves to true once it is on disk; false means that it exists in this tab only. Calls are written in order.
     * `growing`: the record will be extended.
     */
    storeSpan(userId: number, courseId: number, mark: LearningSpanRecord, growing: boolean): Promise<boolean> {
      const put = async (): Promise<boolean> => {
        const row = { ...mark, userId, courseId, growsIn: growing ? await tabs.claimTabId() : null, heldBy: '' };
        try {
          await store.save([row]);
          unsaved.delete(mark.markId);
          return true;
        } catch (cause) {
          warn('not kept on this device', cause);
          unsaved.set(mark.markId, row);
          return false;
        }
      };
      const next = keeping.then(put, put);
      keeping = next;
      return next;
    },

    /** Returns the records of a course that the server has not acknowledged. */
    listUndelivered: async (userId: number, courseId: number): Promise<LearningSpanRow[]> =>
      (await store.listUndelivered(userId)).filter((row) => row.courseId === courseId && row.refused === undefined),

    /** Returns the records that the server has refused for good, with its message in `refused`. */
    refused: async (userId: number): Promise<LearningSpanRow[]> =>
      (await store.listUndelivered(userId)).filter((row) => row.refused !== undefined),

    /** Takes over the server epoch from a response. */
    serverIs(serverEpoch: string): void {
      server = serverEpoch;
    },

    /**
     * Sends the finished records, oldest first, until all are acknowledged or a call fails. A call made during a run starts after it. `callbacks`
     * receives the progress of each lesson as the server reports it.
     */
    send(userId: number, callbacks: SendCallbacks): Promise<void> {
      const run = () => tabs.runExclusively(() => sendAll(userId, callbacks));
      sending = sending.then(run, run);
      return sending;
    },
  };
}
