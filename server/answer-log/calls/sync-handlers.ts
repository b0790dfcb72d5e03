import type { Handlers } from '../../http/handler.ts';
import type { AnswerLog } from '../answer-log.ts';
import type { ServerTimers } from '../../ports.ts';
import { type ChunkHandlerDeps, createChunkHandler } from './chunk-handler.ts';
import { createPullHandler } from './pull.ts';
import { createPushHandler } from './push.ts';

/** Answers with the server time for clock samples (SY21). It does no other work, so that the client measures only the round trip. */
function createTimeHandler({ log, clock }: Pick<AnswerLog, 'log' | 'clock'>): Handlers<'sync'>['time'] {
  return () => ({ serverNow: clock.nowMs(), serverEpoch: log.serverEpoch });
}

export function createSyncHandlers(
  deps: { readonly answerLog: AnswerLog; readonly timers: ServerTimers; readonly stopping: AbortSignal } & Pick<
    ChunkHandlerDeps,
    'asksFiles' | 'takeCameraReport'
  >,
): Handlers<'sync'> {
  const { answerLog, timers, stopping, asksFiles, takeCameraReport } = deps;
  const newsAfter = (attemptId: string, seen: number) => answerLog.projector.newsAfter(attemptId, seen);
  return {
    push: createPushHandler({ ...answerLog, newsAfter }),
    pull: createPullHandler({ ...answerLog, timers, stopping }),
    piece: createChunkHandler({ ...answerLog, ...(asksFiles && { asksFiles }), ...(takeCameraReport && { takeCameraReport }) }),
    time: createTimeHandler(answerLog),
  };
}
