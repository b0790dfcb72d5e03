import type { Kysely, SelectQueryBuilder } from 'kysely';
import { userStatus } from '../../../../sync/contract/codes.ts';
import { toComparableName } from '../../../../sync/domain/plain-text.ts';
import type { Database } from '../../../db/schema.ts';
import { sliceValues } from '../../../db/slice-values.ts';

const columns = ['id', 'name', 'login_name', 'ticket_no', 'student_no', 'class_id', 'status', 'id_number_index'] as const;
type ExamineeQuery = SelectQueryBuilder<Database, 'user', Pick<Database['user'], never>>;

/** Values that a sheet contains to identify people, by column. */
export interface MatchValues {
  readonly name: readonly string[];
  readonly login_name: readonly string[];
  readonly ticket_no: readonly string[];
  readonly student_no: readonly string[];
  readonly id_number_index: readonly Buffer[];
}

/** Reads the students and examinees of a school. */
export function createExamUserStore(db: Kysely<Database>) {
  const examinees = (schoolId: number) => db.selectFrom('user').where('school_id', '=', schoolId).where('user_type', 'in', [7, 8]);
  /** Finds people by name. Names that older versions stored may differ in character width or in the middle dot, which SQL cannot compare. */
  const idsOfNames = async (schoolId: number, names: readonly string[]): Promise<number[]> => {
    if (names.length === 0) return [];
    const comparableNames = new Set(names.map(toComparableName));
    const rows = await examinees(schoolId).select(['id', 'name']).execute();
    return rows.filter((row) => comparableNames.has(toComparableName(row.name))).map((row) => row.id);
  };
  return {
    /** Maps each class to the ids of its enabled students and examinees, ordered by login name. */
    async byClass(schoolId: number): Promise<Map<number, number[]>> {
      const rows = await examinees(schoolId)
        .where('status', '=', userStatus.enabled)
        .where('class_id', 'is not', null)
        .select(['id', 'class_id'])
        .orderBy('login_name')
        .execute();
      const idsByClass = new Map<number, number[]>();
      for (const { id, class_id } of rows) if (class_id !== null) idsByClass.set(class_id, [...(idsByClass.get(class_id) ?? []), id]);
      return idsByClass;
    },

    /** Finds everyone with one of these values, disabled people too, so that a sheet can report them as disabled. */
    async named(schoolId: number, sought: MatchValues) {
      const all = (rows: ExamineeQuery) => rows.select(columns).execute();
      const peopleById = new Map<number, Awaited<ReturnType<typeof all>>[number]>();
      const find = async (column: 'id' | keyof Omit<MatchValues, 'name'>, values: readonly (string | number | Buffer)[]) => {
        for (const slice of sliceValues(values, 500))
          for (const row of await all(examinees(schoolId).where(column, 'in', slice as string[]))) peopleById.set(row.id, row);
      };
      for (const column of ['login_name', 'ticket_no', 'student_no', 'id_number_index'] as const) await find(column, sought[column]);
      await find('id', await idsOfNames(schoolId, sought.name));
      return [...peopleById.values()];
    },
  };
}
