import { useEffect } from 'react';
import type { SittingController } from '../../model/sitting-controller.ts';
import type { SittingTime } from '../../model/sitting-time.ts';

const againMs = 3_000;

/**
 * Hands in when the time is up, and retries until the hand-in is stored on this PC (SY22). An extension reopens the attempt. During a pause
 * nothing is handed in, because the paused time is given back.
 */
export function useTimeoutHandIn(desk: SittingController, time: SittingTime): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let ended = false;
    const look = async () => {
      const { phase } = desk.view();
      const isUp = time.isUp();
      if (isUp && phase === 'open') await desk.handIn('timeout', time.elapsedMs()).catch(() => 'failed');
      // Check at least every second, so that neither a sleeping timer nor an extension is missed.
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
