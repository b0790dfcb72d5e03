import type { Handlers } from '../../http/handler.ts';
import type { Ingest } from '../../ingest/ingest.ts';
import type { ServerTimers } from '../../ports.ts';
import { type PieceDeps, pieceHandler } from './piece.ts';
import { pullHandler } from './pull.ts';
import { pushHandler } from './push.ts';
import { timeHandler } from './time.ts';

export function syncHandlers(
  deps: { readonly ingest: Ingest; readonly timers: ServerTimers } & Pick<PieceDeps, 'asksFiles'>,
): Handlers<'sync'> {
  const { ingest, timers, asksFiles } = deps;
  const newsAfter = (attemptId: string, seen: number) => ingest.projector.newsAfter(attemptId, seen);
  return {
    push: pushHandler({ ...ingest, newsAfter }),
    pull: pullHandler({ ...ingest, timers }),
    piece: pieceHandler({ ...ingest, ...(asksFiles && { asksFiles }) }),
    time: timeHandler(ingest),
  };
}
