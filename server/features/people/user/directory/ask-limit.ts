import { type Message, refuse } from '../../../../http/handler.ts';
import type { Logger } from '../../../../ports.ts';
import { DirectoryFault } from './connectors/connector.ts';

/** Most requests to one school's directory or identity provider that may wait at the same time in this process. */
const mostWaiting = 64;

/** Messages of the two refusals: `busy` if too many requests wait, `away` if the external system could not be used. */
interface AskMessages {
  readonly busy: () => Message;
  readonly away: () => Message;
}

/**
 * Creates the function that runs requests to an external system of a school, such as its directory, and limits how many wait. After a failure the
 * user reads only that this sign-in does not work; the log has the reason.
 */
export function createAskLimit(logger: Logger, messages: AskMessages) {
  const waiting = new Map<number, number>();
  return async <R>(schoolId: number, work: () => Promise<R>): Promise<R> => {
    const before = waiting.get(schoolId) ?? 0;
    if (before >= mostWaiting) refuse('unavailable', messages.busy());
    waiting.set(schoolId, before + 1);
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DirectoryFault)) throw error;
      logger.warn({ err: error, schoolId }, 'could not use a directory or identity provider of the school');
      return refuse('refused', messages.away());
    } finally {
      const left = (waiting.get(schoolId) ?? 1) - 1;
      if (left > 0) waiting.set(schoolId, left);
      else waiting.delete(schoolId);
    }
  };
}
