import { apiErrors } from '../../../../sync/contract/errors.ts';
import { syncCalls } from '../../../../sync/contract/exams/sync.ts';
import type { AnswerFileChunk } from '../../../../sync/engine/transfer/answer-file.ts';
import { isFinalCode } from '../../../platform/api/call.ts';
import { postEnvelope } from '../../../platform/api/envelope.ts';
import type { ChunkOutcome } from './import-answers.ts';

const limitMs = 60_000;
const pausesMs = [1_000, 3_000];

/**
 * Sends one attachment chunk of an answer file. Its upload token authorises it, so no session is sent. Retries while the server is busy, and rejects
 * if the server does not answer.
 */
export async function sendChunk(chunk: Omit<AnswerFileChunk, 'attemptId'>): Promise<ChunkOutcome> {
  const { path, output } = syncCalls.piece;
  for (let tried = 0; ; tried += 1) {
    const { code, msg, data } = await postEnvelope(path, JSON.stringify(chunk), {}, AbortSignal.timeout(limitMs));
    // A reply that does not match the schema may come from a proxy, not from our server.
    if (code === 0 && output.safeParse(data).success) return 'held';
    if (isFinalCode(code)) return code === apiErrors.conflict.code ? 'unnamed' : 'refused';
    // Retry while the server is busy: a file has some hundred chunks, and one busy reply must not end the import.
    const pauseMs = pausesMs[tried];
    if (pauseMs === undefined) throw new Error(msg);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
