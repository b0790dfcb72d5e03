import type { Handlers } from '../../http/handler.ts';
import type { Ingest } from '../answer-log.ts';

/** Answers with the server time for clock samples (SY21). It does no other work, so that the client measures only the round trip. */
export function createTimeHandler({ log, clock }: Pick<Ingest, 'log' | 'clock'>): Handlers<'sync'>['time'] {
  return () => ({ serverNow: clock.nowMs(), serverEpoch: log.serverEpoch });
}
