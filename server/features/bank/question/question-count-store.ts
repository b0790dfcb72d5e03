import type { Kysely } from 'kysely';
import { type ProfessionLevel, questionStatus } from '../../../../sync/contract/codes.ts';
import type { Database } from '../../../db/schema.ts';
import type { QuestionScope } from './question-list-store.ts';

/** Counts questions by profession and status, and by point of a detail table. Reads only an index. */
export function createQuestionCountStore(db: Kysely<Database>) {
  const rowsOf = (scope: QuestionScope) => {
    const { hidden } = scope;
    const all = db.selectFrom('question').where('school_id', '=', scope.schoolId);
    const base = hidden === undefined ? all : all.where('id', 'not in', hidden);
    return scope.offered === undefined ? base : base.where('status', '=', questionStatus.inUse).where('prof_id', 'in', [...scope.offered]);
  };
  return {
    byProfession: (scope: QuestionScope) =>
      rowsOf(scope)
        .select(({ fn }) => ['prof_id as profId', 'status', fn.countAll<number>().as('count')])
        .groupBy(['prof_id', 'status'])
        .execute(),

    byPoint: (scope: QuestionScope, profId: number, level: ProfessionLevel) =>
      rowsOf(scope)
        .select(({ fn }) => ['point_code as pointCode', fn.countAll<number>().as('count')])
        .where('prof_id', '=', profId)
        .where('level', '=', level)
        .groupBy('point_code')
        .execute(),
  };
}
