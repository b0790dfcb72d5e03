import type { Kysely } from 'kysely';
import type { PaperKind } from '../../../../sync/contract/codes.ts';
import { createRowOwnerStore, type Viewer } from '../../../db/row-owner-store.ts';
import type { Database } from '../../../db/schema.ts';
import type { FindReferences } from '../../../resources/references.ts';
import { paperMessages as messages } from './paper-messages.ts';
import { readStoredPaper, type StoredPaper } from './whole-paper-reads.ts';
import { countRows } from '../../../db/list-page.ts';

export { freezePaper, listFreezeWarnings, listPublishObstacles, type FrozenPaper } from './paper-freeze.ts';
export { listVariantQuestionIds, type PaperRow, type StoredPaper } from './whole-paper-reads.ts';

/** Reads papers for other modules. `db` may be a transaction of the caller. */
export function createPaperReads(db: Kysely<Database>) {
  return {
    countBy: (userId: number): Promise<number> =>
      countRows(db.selectFrom('paper').where((eb) => eb.or([eb('updated_by', '=', userId), eb('created_by', '=', userId)]))),

    async byId(schoolId: number, id: number): Promise<StoredPaper | undefined> {
      const row = await db.selectFrom('paper').selectAll().where('id', '=', id).where('school_id', '=', schoolId).executeTakeFirst();
      return row && readStoredPaper(db, row);
    },

    /** Returns the kind of a paper, or undefined if the school has no such paper. */
    async kindOf(schoolId: number, id: number): Promise<PaperKind | undefined> {
      const row = await db.selectFrom('paper').select('kind').where('id', '=', id).where('school_id', '=', schoolId).executeTakeFirst();
      return row?.kind;
    },

    /** Maps ids to names, for those of `ids` that are this school's papers. */
    async names(schoolId: number, ids: readonly number[]): Promise<Map<number, string>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('paper')
        .select(['id', 'name'])
        .where('school_id', '=', schoolId)
        .where('id', 'in', [...new Set(ids)])
        .execute();
      return new Map(rows.map((row) => [row.id, row.name]));
    },

    /** Lists up to 100 papers of the school that contain a question, limited to papers that the viewer may read. */
    withQuestion: (viewer: Viewer, questionId: number): Promise<{ id: number; name: string; updatedMs: number }[]> => {
      const found = db
        .selectFrom('paper_question')
        .innerJoin('paper', 'paper.id', 'paper_question.paper_id')
        .select(['paper.id', 'paper.name', 'paper.updated_ms as updatedMs'])
        // Several variants of a paper may contain the question.
        .distinct()
        .where('question_id', '=', questionId)
        .where('school_id', '=', viewer.schoolId)
        .orderBy('paper.updated_ms', 'desc')
        .limit(100);
      const readable = createRowOwnerStore(db).readable('paper', viewer);
      return (readable ? found.where(readable) : found).execute();
    },

    /** Counts the schools that have a question in a paper. */
    async schoolsWithQuestion(questionId: number): Promise<number> {
      const row = await db
        .selectFrom('paper_question')
        .innerJoin('paper', 'paper.id', 'paper_question.paper_id')
        .select((eb) => eb.fn.count<number>('school_id').distinct().as('count'))
        .where('question_id', '=', questionId)
        .executeTakeFirstOrThrow();
      return row.count;
    },
  };
}

export const paperReferences: FindReferences = async (db, userId) => {
  const count = await createPaperReads(db).countBy(userId);
  return count > 0 ? [messages.tiePapers(count)] : [];
};
