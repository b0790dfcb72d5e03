import type { Handlers } from '../../http/handler.ts';
import type { Ingest } from '../../ingest/ingest.ts';
import type { ServerTimers } from '../../ports.ts';
import { pullHandler } from './pull.ts';
import { pushHandler } from './push.ts';
import { timeHandler } from './time.ts';

export function syncHandlers(deps: { readonly ingest: Ingest; readonly timers: ServerTimers }): Handlers<'sync'> {
  const { ingest, timers } = deps;
  const newsAfter = (attemptId: string, seen: number) => ingest.projector.newsAfter(attemptId, seen);
  return {
    push: pushHandler({ ...ingest, newsAfter }),
    pull: pullHandler({ ...ingest, timers }),
    time: timeHandler(ingest),
  };
}
