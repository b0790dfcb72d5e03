import { answerFileName, type AnswerFileOwner, writeAnswerFile } from '../../sync/engine/answer-file.ts';
import { heldOps } from '../../sync/engine/store-rules.ts';
import { sha256Text } from '../../sync/seal/digest.ts';
import { saveFile } from '../ui/save-file.ts';
import { deviceStore } from './device.ts';

/** What came of an export: ops in the file, and ops that this PC's disk did not give. */
export interface Exported {
  readonly name: string;
  readonly ops: number;
  readonly unread: number;
}

/** SY16: everything this PC has of these attempts, as a file for somebody to carry. */
export async function exportAnswers(attemptIds: readonly string[], owner: AnswerFileOwner): Promise<Exported> {
  const file = await writeAnswerFile(deviceStore, attemptIds, owner, { digest: sha256Text, madeMs: Date.now() });
  const name = answerFileName(owner);
  saveFile(new Blob([file.text], { type: 'text/plain' }), name);
  return { name, ops: file.ops, unread: file.unread };
}

/** Attempts of anybody's of which this PC holds what the server is not known to have, and how many ops that is. */
export async function undeliveredHere(): Promise<ReadonlyMap<string, number>> {
  const attempts = new Map<string, number>();
  for (const row of await deviceStore.undelivered())
    attempts.set(row.attemptId, (attempts.get(row.attemptId) ?? 0) + row.headSeq - heldOps(row));
  return attempts;
}
