import type { Kysely } from 'kysely';
import { paperStatus } from '../../../sync/contract/codes.ts';
import { nextPaperStatus } from '../../../sync/machines/paper-machine.ts';
import type { Database } from '../../db/schema.ts';
import type { PaperRow } from './whole-paper-reads.ts';

/** The paper is frozen by a plan being published, in that plan's transaction. False: something is still missing in it. */
export async function organisePaper(tx: Kysely<Database>, paper: PaperRow): Promise<boolean> {
  const status = nextPaperStatus(paper.status, 'publish');
  if (status === undefined) return false;
  // A paper that is organised already only serves one plan more: nothing about it changes.
  if (paper.status !== paperStatus.organised)
    await tx
      .updateTable('paper')
      .set((eb) => ({ status, version: eb('version', '+', 1) }))
      .where('id', '=', paper.id)
      .execute();
  return true;
}
