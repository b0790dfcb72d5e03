import type { Handlers } from '../../http/handler.ts';
import type { Ingest } from '../answer-log.ts';
import type { ServerTimers } from '../../ports.ts';
import { type ChunkHandlerDeps, createChunkHandler } from './chunk-handler.ts';
import { createPullHandler } from './pull.ts';
import { createPushHandler } from './push.ts';
import { createTimeHandler } from './time.ts';

export function createSyncHandlers(
  deps: { readonly ingest: Ingest; readonly timers: ServerTimers } & Pick<ChunkHandlerDeps, 'asksFiles'>,
): Handlers<'sync'> {
  const { ingest, timers, asksFiles } = deps;
  const newsAfter = (attemptId: string, seen: number) => ingest.projector.newsAfter(attemptId, seen);
  return {
    push: createPushHandler({ ...ingest, newsAfter }),
    pull: createPullHandler({ ...ingest, timers }),
    piece: createChunkHandler({ ...ingest, ...(asksFiles && { asksFiles }) }),
    time: createTimeHandler(ingest),
  };
}
