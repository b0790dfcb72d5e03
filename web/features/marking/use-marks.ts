import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { HeldIn } from '../../platform/beside-journal.ts';
import { useInvalidate } from '../../platform/call-query.ts';
import type { Giving } from './given-points.ts';
import { clearOld, keepMark, type KeptMark, marksTwice } from './marks-cache.ts';
import { type TaskPlace } from './marking-queries.ts';
import { forgetMark, hasAnswers, sendMarks, type WaitingMark, waitingMarks } from './send-marks.ts';

const againMs = 5_000;
/** What is sent, and the figures that are asked for anew after it, wait until the next script is painted. */
const afterPaintMs = 300;

/** What this marker gave is sent until the server has it, wherever they are: what came back after a loss, too. */
export function useSending(userId: number) {
  const invalidate = useInvalidate();
  const [waiting, setWaiting] = useState<readonly WaitingMark[]>([]);
  const look = useCallback(async () => {
    const found = await waitingMarks(userId);
    setWaiting((before) => (before.length === 0 && found.length === 0 ? before : found));
  }, [userId]);
  const send = useCallback(async () => {
    const open = async () => (await waitingMarks(userId)).filter((each) => each.refused === undefined).length;
    const before = await open();
    if (before > 0 || hasAnswers()) await sendMarks(userId);
    await look();
    // Nothing arrived: what is asked now would fail as well.
    if (before > 0 && (await open()) < before) await invalidate('/marking');
  }, [userId, look, invalidate]);
  useEffect(() => {
    const now = (): void => void send();
    now();
    const timer = setInterval(now, againMs);
    // What the device showed of its memory is asked for anew.
    const back = (): void => void send().then(() => invalidate('/marking'));
    window.addEventListener('online', back);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', back);
    };
  }, [send, invalidate]);
  const forget = useCallback(
    async (mark: WaitingMark): Promise<void> => {
      await forgetMark(mark);
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

export type Sending = ReturnType<typeof useSending>;

/** At a desk: what is given lies on this PC at once, in both copies where there can be two. */
export function useMarks(userId: number) {
  const { waiting, refused, forget, look, send } = useSending(userId);
  const [keptMs, setKeptMs] = useState<number | null>(null);
  const [gaveMs, setGaveMs] = useState<number | null>(null);
  const gave = useRef(0);
  const [heldIn, setHeldIn] = useState(marksTwice.heldIn);
  useEffect(() => {
    // What one copy lacked, it may have by now.
    const prepare = () => marksTwice.prepare().then(() => setHeldIn(marksTwice.heldIn()));
    // A full disk keeps what is old a while longer.
    void prepare()
      .then(() => clearOld(Date.now()))
      .catch(() => undefined);
    const timer = setInterval(() => void prepare(), againMs);
    return () => clearInterval(timer);
  }, []);
  /** Numbers of the scripts of a task that are marked here, and perhaps not there yet. */
  const onTheWay = useCallback(
    async ({ planId, questionId }: TaskPlace): Promise<number[]> =>
      (await waitingMarks(userId)).flatMap(({ mark, refused }) =>
        refused === undefined && mark.planId === planId && mark.questionId === questionId ? mark.code : [],
      ),
    [userId],
  );
  /** The marks themselves, of all questions of an exam. */
  const onTheWayIn = useCallback(
    async (planId: number): Promise<KeptMark[]> =>
      (await waitingMarks(userId)).flatMap(({ mark, refused }) => (refused === undefined && mark.planId === planId ? mark : [])),
    [userId],
  );
  const keep = useCallback(
    async (mark: KeptMark, sheet: Giving | null): Promise<void> => {
      const now = (gave.current += 1);
      const held = await keepMark(userId, mark, sheet);
      const atMs = Date.now();
      // The next script goes first.
      startTransition(() => {
        setHeldIn(held);
        setKeptMs(atMs);
        // It is not known yet to be among what waits.
        setGaveMs(null);
      });
      const looked = () => {
        if (gave.current === now) setGaveMs(atMs);
      };
      setTimeout(() => void look().then(looked).then(send), afterPaintMs);
    },
    [userId, look, send],
  );
  const noteKept = useCallback((held: HeldIn, atMs: number): void => {
    setHeldIn(held);
    setKeptMs(atMs);
  }, []);
  return useMemo(
    () => ({
      /** When the last one was written on this PC; null: none yet on this page. */
      keptMs,
      /** And when the last one was given, not only begun; null, too, until it stands in what waits. */
      gaveMs,
      noteKept,
      noteHeldIn: setHeldIn,
      /** What of this PC's copies holds all that was written here. */
      heldIn,
      waiting,
      refused,
      onTheWay,
      onTheWayIn,
      keep,
      forget,
    }),
    [keptMs, gaveMs, heldIn, noteKept, waiting, refused, onTheWay, onTheWayIn, keep, forget],
  );
}
export type Marks = ReturnType<typeof useMarks>;
