import { useEffect, useState } from 'react';
import { makeCall } from '../../../../platform/api/call.ts';
import type { SittingController } from '../../model/sitting-controller.ts';
import { useSittingValue } from '../player/use-sitting-value.ts';

/**
 * Fetches the examinee's merged answers from the server, once everything on this PC is delivered (SY15, SY20). They are needed after a move from
 * another PC, if this credential cannot read the data on this PC, or if the disk was reset to an older state. Only the server can detect the last
 * case, so it is always asked, once.
 */
export function useServerAnswers(desk: SittingController, planId: number): void {
  const [given, setGiven] = useState(false);
  const delivered = useSittingValue(
    desk,
    ({ view: { lamps, phase } }) => lamps.received >= lamps.here && lamps.reachable && phase === 'open',
  );
  const due = !given && delivered;
  useEffect(() => {
    if (!due) return undefined;
    const ended = new AbortController();
    makeCall('/exam/myAnswers', { planId }, { quiet: true, signal: ended.signal }).then(
      (server) => {
        desk.adopt(server);
        setGiven(true);
      },
      // Failed: the next exchange with the server leads to another try.
      () => undefined,
    );
    return () => ended.abort();
  }, [due, desk, planId]);
}
