import type { Handlers } from '../../http/handler.ts';
import type { Ingest } from '../../ingest/ingest.ts';

/** Answers with the server time for clock samples (SY21). It does no other work, so that the client measures only the round trip. */
export function timeHandler({ log, clock }: Pick<Ingest, 'log' | 'clock'>): Handlers<'sync'>['time'] {
  return () => ({ serverNow: clock.nowMs(), serverEpoch: log.serverEpoch });
}
