import { useEffect, useState } from 'react';
import { call } from '../../../platform/call.ts';
import type { SittingDesk } from '../model/sitting-desk.ts';
import { useDesk } from './use-desk.ts';

/**
 * SY15, SY20: after a move from another PC, where this credential can't read what lies here, or where the disk was put back,
 * the server gives the person their own answers back, once it holds everything this PC has. Only the server knows of the last
 * of these, so it is always asked, once.
 */
export function useServerAnswers(desk: SittingDesk, planId: number): void {
  const [given, setGiven] = useState(false);
  const delivered = useDesk(desk, ({ view: { lamps, phase } }) => lamps.received >= lamps.here && lamps.reachable && phase === 'open');
  const due = !given && delivered;
  useEffect(() => {
    if (!due) return undefined;
    const ended = new AbortController();
    call('/exam/myAnswers', { planId }, { quiet: true, signal: ended.signal }).then(
      (server) => {
        desk.adopt(server);
        setGiven(true);
      },
      // Not now: the next exchange with the server brings it up again.
      () => undefined,
    );
    return () => ended.abort();
  }, [due, desk, planId]);
}
