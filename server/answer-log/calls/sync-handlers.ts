import { createHash } from 'node:crypto';
import { type CameraKind, parseCameraKind } from '../../../sync/contract/exams/camera.ts';
import { attachmentLimits, getStoredFileName, sealOverheadBytes } from '../../../sync/engine/ops/attachment.ts';
import { type Handlers, refuse } from '../../http/handler.ts';
import type { ServerTimers } from '../../ports.ts';
import type { AnswerLog } from '../answer-log.ts';
import { type ArrivedCameraReport, readCameraReport } from '../log/camera-report.ts';
import type { UploadToken } from '../log/upload-token.ts';
import { listNamedFiles } from './attached-files.ts';
import { createPullHandler } from './pull.ts';
import { createPushHandler } from './push.ts';
import { syncMessages } from './sync-messages.ts';

/** Answers with the server time for clock samples (SY21). It does no other work, so that the client measures only the round trip. */
function createTimeHandler({ log, clock }: Pick<AnswerLog, 'log' | 'clock'>): Handlers<'sync'>['time'] {
  return () => ({ serverNow: clock.nowMs(), serverEpoch: log.serverEpoch });
}

interface ChunkHandlerDeps extends Pick<
  AnswerLog,
  'keys' | 'tickets' | 'log' | 'projector' | 'keyring' | 'queue' | 'writer' | 'chunks' | 'clock' | 'presence' | 'space'
> {
  /** Checks whether any question of this attempt's paper asks for files. If omitted, chunks are accepted for any paper. */
  readonly asksFiles?: (attemptId: string) => Promise<boolean>;
  /** Stores a report of the exam PC's camera, once. Refuses it if the plan uses no camera. If omitted, no report is accepted. */
  readonly takeCameraReport?: (report: ArrivedCameraReport) => Promise<void>;
}

/**
 * Handles the upload of one sealed chunk. It is accepted only if an op of the attempt names its hash, so the server stores no unrelated data. The
 * reply is sent when the chunk is on disk; for the last chunk of a file, when the op `file.here@1` is on disk too.
 */
function createChunkHandler(deps: ChunkHandlerDeps): Handlers<'sync'>['piece'] {
  const { serverEpoch } = deps.log;
  return async ({ ticket: rawTicket, itemId, at, sealed, carried }) => {
    const ticket = deps.tickets.check(rawTicket);
    if (!ticket) refuse('forbidden', syncMessages.chunkTicket());
    const { attemptId, actor } = ticket;
    if (carried !== true) deps.presence.recordContact(ticket, deps.clock.nowMs());
    const kind = parseCameraKind(itemId);
    if (kind) {
      await takeCameraReport(deps, ticket, { kind, itemId, sealed: Buffer.from(sealed, 'base64url') });
      return { serverEpoch };
    }
    await deps.projector.waitUntilProjected();
    const namedFiles = await listNamedFiles(deps, attemptId, itemId);
    if (namedFiles.length === 0) refuse('conflict', syncMessages.chunkUnnamed());
    const bytes = Buffer.from(sealed, 'base64url');
    const hash = createHash('sha256').update(bytes).digest('base64url');
    const file = namedFiles.find((each) => each.chunkHashes[at] === hash);
    if (!file || bytes.length > attachmentLimits.chunkBytes + sealOverheadBytes) refuse('refused', syncMessages.chunkMismatch());
    // Photos of room commands belong to no question.
    if (!ticket.room && deps.asksFiles && !(await deps.asksFiles(attemptId))) refuse('refused', syncMessages.chunkUnasked());
    if (!deps.chunks.filterStored(attemptId, [hash]).has(hash)) {
      if (deps.chunks.bytesOf(attemptId) + bytes.length > attachmentLimits.attemptBytes) refuse('refused', syncMessages.chunksFull());
      // Answers have priority on a disk with little space; the chunk stays on its device for now.
      if (deps.space.isShort()) refuse('unavailable', syncMessages.failed());
      const nowMs = deps.clock.nowMs();
      const outcome = await deps.queue.write(() => deps.log.putChunk(attemptId, hash, bytes, nowMs), bytes.length);
      if (outcome.kind !== 'stored') refuse(outcome.kind === 'busy' ? 'tooMany' : 'unavailable', syncMessages.failed());
    }
    const isRecorded = deps.projector.attempt(attemptId)?.state.filesHere.includes(getStoredFileName(file));
    if (isRecorded !== true && deps.chunks.filterStored(attemptId, file.chunkHashes).size === new Set(file.chunkHashes).size)
      await deps.writer.append(attemptId, { type: 'file.here@1', payload: { file: getStoredFileName(file) }, actor });
    return { serverEpoch };
  };
}

/**
 * Accepts a report of the exam PC's camera. No op lists it, so its sender must prove itself: the report's secret must be encrypted with the sitting
 * key, which the server gives to the examinee's PC.
 */
async function takeCameraReport(
  { keys, takeCameraReport: take }: ChunkHandlerDeps,
  ticket: UploadToken,
  { kind, itemId, sealed }: { kind: CameraKind; itemId: string; sealed: Buffer },
): Promise<void> {
  if (!take || ticket.room) refuse('refused', syncMessages.chunkUnasked());
  const { attemptId, epoch, actor } = ticket;
  const report = await readCameraReport(keys, { attemptId, epoch, actor, itemId, sealed }).catch(() => undefined);
  if (!report) refuse('refused', syncMessages.chunkMismatch());
  await take({ attemptId, epoch, actor, itemId, sealed, kind, ...report });
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
