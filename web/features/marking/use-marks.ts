import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useCallback, useEffect, useState } from 'react';
import { forgetMark, keepMark, type KeptMark, sendMarks, type WaitingMark, waitingMarks } from './marks-cache.ts';
import { markingKey, type TaskPlace } from './marking-queries.ts';

const againMs = 5_000;
/** What is sent, and the figures that are asked for anew after it, wait until the next script is painted. */
const afterPaintMs = 300;

/** What this marker gave: on this PC at once, and sent until the server has it. */
export function useMarks(userId: number) {
  const queries = useQueryClient();
  const [waiting, setWaiting] = useState<readonly WaitingMark[]>([]);
  const [keptMs, setKeptMs] = useState<number | null>(null);
  const look = useCallback(async () => setWaiting(await waitingMarks(userId)), [userId]);
  const send = useCallback(async () => {
    const before = (await waitingMarks(userId)).length;
    await sendMarks(userId);
    await look();
    if (before > 0) await queries.invalidateQueries({ queryKey: markingKey });
  }, [userId, look, queries]);
  useEffect(() => {
    const now = (): void => void send();
    now();
    const timer = setInterval(now, againMs);
    window.addEventListener('online', now);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', now);
    };
  }, [send]);
  return {
    /** When the last one was written on this PC; null: none yet on this page. */
    keptMs,
    waiting: waiting.filter((each) => each.refused === undefined),
    refused: waiting.filter((each) => each.refused !== undefined),
    /** Numbers of the scripts of a task that are marked here, and perhaps not there yet. */
    onTheWay: async ({ planId, questionId }: TaskPlace): Promise<number[]> =>
      (await waitingMarks(userId)).flatMap(({ mark, refused }) =>
        refused === undefined && mark.planId === planId && mark.questionId === questionId ? mark.code : [],
      ),
    async keep(mark: KeptMark): Promise<void> {
      await keepMark(userId, mark);
      const atMs = Date.now();
      // The next script goes first.
      startTransition(() => setKeptMs(atMs));
      setTimeout(() => void look().then(send), afterPaintMs);
    },
    async forget(name: string): Promise<void> {
      await forgetMark(name);
      await look();
    },
  };
}
