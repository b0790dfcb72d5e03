import { useEffect } from 'react';
import type { SittingDesk } from '../model/sitting-desk.ts';
import type { SittingTime } from '../model/sitting-time.ts';

const againMs = 3_000;

/** SY22: when the time is up, hands in what there is, and tries again until it stands on this PC. An extension undoes it. While the exam is paused no time is up: it gets it back. */
export function useTimeoutHandIn(desk: SittingDesk, time: SittingTime): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let ended = false;
    const look = async () => {
      const { phase } = desk.view();
      const isUp = time.isUp();
      if (isUp && phase === 'open') await desk.handIn('timeout', time.elapsedMs()).catch(() => 'failed');
      // Looked at often near the end only: a timer may not sleep through it, nor an extension wait for it.
      const left = time.remainingMs();
      if (!ended) timer = setTimeout(() => void look(), isUp ? againMs : left > 0 ? Math.min(left, 1_000) : 1_000);
    };
    void look();
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [desk, time]);
}
