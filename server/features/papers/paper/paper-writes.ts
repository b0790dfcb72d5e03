import type { Kysely } from 'kysely';
import { paperStatus } from '../../../../sync/contract/codes.ts';
import { getNextPaperStatus } from '../../../../sync/domain/papers/paper-machine.ts';
import type { Database } from '../../../db/schema.ts';
import type { PaperRow } from './whole-paper-reads.ts';

/** Marks a paper as organised, in the transaction that publishes a plan with it; returns false if the paper is incomplete. */
export async function markPaperOrganised(tx: Kysely<Database>, paper: PaperRow): Promise<boolean> {
  const status = getNextPaperStatus(paper.status, 'publish');
  if (status === undefined) return false;
  // An organised paper stays as it is when another plan uses it.
  if (paper.status !== paperStatus.organised)
    await tx
      .updateTable('paper')
      .set((eb) => ({ status, version: eb('version', '+', 1) }))
      .where('id', '=', paper.id)
      .execute();
  return true;
}
