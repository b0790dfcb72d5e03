import { createHash } from 'node:crypto';
import { fileLimits, fileName, sealedOverhead } from '../../../sync/engine/attachment.ts';
import { type Handlers, refuse } from '../../http/handler.ts';
import type { Ingest } from '../../ingest/ingest.ts';
import { namedFiles } from './attached-files.ts';
import { syncMessages } from './sync-messages.ts';

export interface PieceDeps extends Pick<
  Ingest,
  'tickets' | 'log' | 'projector' | 'keyring' | 'queue' | 'writer' | 'pieces' | 'clock' | 'presence' | 'space'
> {
  /** Does any question of this attempt's paper ask for files? Unknown attempts are told apart by their ops alone. */
  readonly asksFiles?: (attemptId: string) => Promise<boolean>;
}

/**
 * One sealed piece of a file. Taken only where an op of the attempt has named its hash, so nobody makes the server keep what no answer
 * says; answered when it is on disk. The last of a file is answered when the log says that all of it is here.
 */
export function pieceHandler(deps: PieceDeps): Handlers<'sync'>['piece'] {
  const { serverEpoch } = deps.log;
  return async ({ ticket: given, itemId, at, sealed, carried }) => {
    const ticket = deps.tickets.check(given);
    if (!ticket) return refuse('forbidden', syncMessages.pieceTicket());
    const { attemptId, actor } = ticket;
    if (carried !== true) deps.presence.heard(ticket, deps.clock.nowMs());
    await deps.projector.untilProjected();
    const named = await namedFiles(deps, attemptId, itemId);
    if (named.length === 0) return refuse('conflict', syncMessages.pieceUnnamed());
    const bytes = Buffer.from(sealed, 'base64url');
    const hash = createHash('sha256').update(bytes).digest('base64url');
    const file = named.find((each) => each.pieces[at] === hash);
    if (!file || bytes.length > fileLimits.pieceBytes + sealedOverhead) return refuse('refused', syncMessages.pieceOther());
    // What stands beside a tablet's act is asked for by no question.
    if (!ticket.room && deps.asksFiles && !(await deps.asksFiles(attemptId))) return refuse('refused', syncMessages.pieceUnasked());
    if (!deps.pieces.held(attemptId, [hash]).has(hash)) {
      if (deps.pieces.bytesOf(attemptId) + bytes.length > fileLimits.attemptBytes) return refuse('refused', syncMessages.piecesFull());
      // Answers go first on a disk that fills up: a photo stays on its device.
      if (deps.space.isShort()) return refuse('unavailable', syncMessages.failed());
      const nowMs = deps.clock.nowMs();
      const stored = await deps.queue.write(() => deps.pieces.put(attemptId, hash, bytes, nowMs), bytes.length);
      if (stored.kind !== 'stored') return refuse(stored.kind === 'busy' ? 'tooMany' : 'unavailable', syncMessages.failed());
    }
    const known = deps.projector.attempt(attemptId)?.state.filesHere.includes(fileName(file));
    if (known !== true && deps.pieces.held(attemptId, file.pieces).size === new Set(file.pieces).size)
      await deps.writer.append(attemptId, { type: 'file.here@1', payload: { file: fileName(file) }, actor });
    return { serverEpoch };
  };
}
