import type { Handlers } from '../../http/handler.ts';
import type { Ingest } from '../../ingest/ingest.ts';

/** SY21: samples for a device's offset. Nothing is asked and nothing waits, so that the round trip is all it measures. */
export function timeHandler({ log, clock }: Pick<Ingest, 'log' | 'clock'>): Handlers<'sync'>['time'] {
  return () => ({ serverNow: clock.nowMs(), serverEpoch: log.serverEpoch });
}
