import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ReplicaCount } from '../../platform/journal/journal-mirror.ts';
import { useInvalidate } from '../../platform/api/call-query.ts';
import type { MarkingInput } from './marking-input.ts';
import { deleteOldRows, storeMark, type PendingMark, marksMirror } from './marks-cache.ts';
import { settleRefusedMark, hasUnreadReplies, sendMarks, type QueuedMark, listWaitingMarks } from './send-marks.ts';

const againMs = 5_000;
/** Delay (ms) of sending marks and of refetching counts, so that the next script is painted first. */
const afterPaintMs = 300;

/** Sends this marker's marks until the server has them, on every page, including marks restored from a replica. */
export function useSendMarks(userId: number) {
  const invalidate = useInvalidate();
  const [waiting, setWaiting] = useState<readonly QueuedMark[]>([]);
  const look = useCallback(async () => {
    const found = await listWaitingMarks(userId);
    setWaiting((before) => (before.length === 0 && found.length === 0 ? before : found));
  }, [userId]);
  const send = useCallback(async () => {
    const open = async () => (await listWaitingMarks(userId)).filter((each) => each.refused === undefined).length;
    const before = await open();
    if (before > 0 || hasUnreadReplies()) await sendMarks(userId);
    await look();
    // Refetch only if a mark reached the server. Otherwise the server cannot be reached, and a refetch would fail too.
    if (before > 0 && (await open()) < before) await invalidate('/marking');
  }, [userId, look, invalidate]);
  useEffect(() => {
    const now = (): void => void send();
    now();
    const timer = setInterval(now, againMs);
    // Data shown from the device's cache is refetched once the network is back.
    const sendAndRefresh = (): void => void send().then(() => invalidate('/marking'));
    window.addEventListener('online', sendAndRefresh);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', sendAndRefresh);
    };
  }, [send, invalidate]);
  const forget = useCallback(
    async (mark: QueuedMark): Promise<void> => {
      await settleRefusedMark(mark);
      await look();
    },
    [look],
  );
  return useMemo(
    () => ({
      waiting: waiting.filter((each) => each.refused === undefined),
      refused: waiting.filter((each) => each.refused !== undefined),
      forget,
      look,
      send,
    }),
    [waiting, forget, look, send],
  );
}

export type MarkSending = ReturnType<typeof useSendMarks>;

/** Stores marks on this PC at once, in both replicas if possible, and sends them. */
export function useMarkStorage(userId: number) {
  const { waiting, refused, forget, look, send } = useSendMarks(userId);
  const [keptMs, setKeptMs] = useState<number | null>(null);
  const [gaveMs, setGaveMs] = useState<number | null>(null);
  const giveCount = useRef(0);
  const [heldIn, setHeldIn] = useState(marksMirror.heldIn);
  useEffect(() => {
    // Repair the replicas: a replica that failed before may be available again.
    const prepare = () => marksMirror.prepare().then(() => setHeldIn(marksMirror.heldIn()));
    // Cleaning up fails on a full disk; old rows then stay longer.
    void prepare()
      .then(() => deleteOldRows(Date.now()))
      .catch(() => undefined);
    const timer = setInterval(() => void prepare(), againMs);
    return () => clearInterval(timer);
  }, []);
  /** Returns the marks of an exam that were given on this PC and may not have reached the server. */
  const onTheWay = useCallback(
    async (planId: number): Promise<PendingMark[]> =>
      (await listWaitingMarks(userId)).flatMap(({ mark, refused }) => (refused === undefined && mark.planId === planId ? mark : [])),
    [userId],
  );
  const keep = useCallback(
    async (mark: PendingMark, sheet: MarkingInput | null): Promise<void> => {
      const markNumber = (giveCount.current += 1);
      const replicaCount = await storeMark(userId, mark, sheet);
      const atMs = Date.now();
      // Update the save indicators with low priority, so that the next script is painted first.
      startTransition(() => {
        setHeldIn(replicaCount);
        setKeptMs(atMs);
        // The list of marks that wait for the server does not contain the new mark yet.
        setGaveMs(null);
      });
      const noteListed = () => {
        if (giveCount.current === markNumber) setGaveMs(atMs);
      };
      setTimeout(() => void look().then(noteListed).then(send), afterPaintMs);
    },
    [userId, look, send],
  );
  const noteKept = useCallback((held: ReplicaCount, atMs: number): void => {
    setHeldIn(held);
    setKeptMs(atMs);
  }, []);
  return useMemo(
    () => ({
      /** When this page last wrote a mark or draft to this PC (ms); null if it has not yet. */
      keptMs,
      /** When the last mark was submitted (ms). Null also until the list of marks that wait for the server contains it. */
      gaveMs,
      noteKept,
      noteHeldIn: setHeldIn,
      /** Replicas of this PC that hold every mark and draft of this page: one or both. */
      heldIn,
      waiting,
      refused,
      onTheWay,
      keep,
      forget,
    }),
    [keptMs, gaveMs, heldIn, noteKept, waiting, refused, onTheWay, keep, forget],
  );
}
export type MarkStorage = ReturnType<typeof useMarkStorage>;
