import { errorByCode } from '../../../sync/contract/errors.ts';
import { syncCalls } from '../../../sync/contract/sync.ts';
import type { AnswerFilePiece } from '../../../sync/engine/answer-file.ts';
import { postEnvelope } from '../../platform/envelope.ts';

const limitMs = 60_000;
const pausesMs = [1_000, 3_000];

/** A piece out of an answer file: its ticket is all it takes, so no session goes with it. False: refused; rejects where the server does not answer. */
export async function sendPiece(piece: Omit<AnswerFilePiece, 'attemptId'>): Promise<boolean> {
  const { path } = syncCalls.piece;
  for (let tried = 0; ; tried += 1) {
    const { code, msg } = await postEnvelope(path, JSON.stringify(piece), {}, AbortSignal.timeout(limitMs));
    if (code === 0) return true;
    if (errorByCode.get(code)?.retry !== true) return false;
    // A server that is busy just now is asked again: a file is some hundred pieces.
    const pauseMs = pausesMs[tried];
    if (pauseMs === undefined) throw new Error(msg);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
