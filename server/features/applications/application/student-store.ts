import type { Kysely } from 'kysely';
import { declarationStatus, userStatus } from '../../../../sync/contract/codes.ts';
import { canDeclare } from '../../../../sync/domain/applications/application-machine.ts';
import { anyContainsKeyword, type PageOrder, readPage } from '../../../db/list-page.ts';
import type { Database } from '../../../db/schema.ts';

export const studentSorts = { name: 'user.name', studentNo: 'user.student_no' } as const;

interface StudentReach {
  readonly schoolId: number;
  readonly offerId: number;
  /** Restricts the students to those of these classes; undefined for the whole school. */
  readonly classIds: readonly number[] | undefined;
}
interface StudentQuery extends StudentReach {
  readonly classId?: number | undefined;
  readonly status?: number | undefined;
  readonly keyword?: string | undefined;
}

/** Reads students with their declaration (application) for one project, including students who have not begun one. */
export function createStudentStore(db: Kysely<Database>) {
  const selectReached = ({ schoolId, offerId, classIds }: StudentReach) => {
    const base = db
      .selectFrom('user')
      .leftJoin('application', (join) =>
        join.onRef('application.user_id', '=', 'user.id').on('application.kind', '=', 'declare').on('application.offer_id', '=', offerId),
      )
      .where('user.school_id', '=', schoolId)
      .where('user.user_type', '=', 7)
      .where('user.status', '=', userStatus.enabled);
    return classIds === undefined ? base : base.where('user.class_id', 'in', classIds.length === 0 ? [0] : classIds);
  };
  return {
    list({ schoolId, offerId, classIds, classId, status, keyword = '' }: StudentQuery, order: PageOrder) {
      let base = selectReached({ schoolId, offerId, classIds });
      if (classId !== undefined) base = base.where('user.class_id', '=', classId);
      if (status === declarationStatus.unfiled) base = base.where('application.id', 'is', null);
      else if (status !== undefined) base = base.where('application.status', '=', status);
      if (keyword !== '') base = base.where((eb) => anyContainsKeyword(eb, ['user.name', 'user.student_no', 'user.login_name'], keyword));
      return readPage(
        base,
        order,
        (rows) =>
          rows.select([
            'user.id',
            'user.name',
            'user.student_no',
            'user.class_id',
            'application.id as filingId',
            'application.status as status',
            'application.rounds',
            'application.submitted_ms',
          ]),
        'user.id',
      );
    },

    /** Returns those of `ids` who may hand in a declaration for the project and have not. */
    async filterPending(reach: StudentReach, ids: readonly number[]): Promise<number[]> {
      const rows = await selectReached(reach)
        .where('user.id', 'in', ids)
        .select(['user.id', 'application.status as status'])
        .orderBy('user.id')
        .execute();
      return rows.flatMap((row) => (canDeclare(row.status ?? undefined) ? row.id : []));
    },

    /** Finds a student who may hand in a declaration. `status` is null if the student has not begun one. */
    byId: (reach: StudentReach, id: number): Promise<{ name: string; status: number | null } | undefined> =>
      selectReached(reach).where('user.id', '=', id).select(['user.name', 'application.status as status']).executeTakeFirst(),
  };
}
