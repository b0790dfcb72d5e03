import { errorByCode, errors } from '../../../sync/contract/errors.ts';
import { syncCalls } from '../../../sync/contract/sync.ts';
import type { AnswerFilePiece } from '../../../sync/engine/answer-file.ts';
import { postEnvelope } from '../../platform/envelope.ts';
import type { PieceOutcome } from './import-answers.ts';

const limitMs = 60_000;
const pausesMs = [1_000, 3_000];

/** A piece out of an answer file: its ticket is all it takes, so no session goes with it. Rejects where the server does not answer. */
export async function sendPiece(piece: Omit<AnswerFilePiece, 'attemptId'>): Promise<PieceOutcome> {
  const { path, output } = syncCalls.piece;
  for (let tried = 0; ; tried += 1) {
    const { code, msg, data } = await postEnvelope(path, JSON.stringify(piece), {}, AbortSignal.timeout(limitMs));
    // Nobody else's word is taken for the server's.
    if (code === 0 && output.safeParse(data).success) return 'held';
    if (errorByCode.get(code)?.retry === false) return code === errors.conflict.code ? 'unnamed' : 'refused';
    // Asked again, as a server that is busy just now: a file is some hundred pieces.
    const pauseMs = pausesMs[tried];
    if (pauseMs === undefined) throw new Error(msg);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
