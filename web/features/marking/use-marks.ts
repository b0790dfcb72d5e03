import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { forgetMark, keepMark, type KeptMark, sendMarks, type WaitingMark, waitingMarks } from './marks-cache.ts';
import { markingKey } from './marking-queries.ts';

const againMs = 5_000;

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
    async keep(mark: KeptMark): Promise<void> {
      await keepMark(userId, mark);
      setKeptMs(Date.now());
      await look();
      void send();
    },
    async forget(name: string): Promise<void> {
      await forgetMark(name);
      await look();
    },
  };
}
