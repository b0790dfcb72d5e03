import type { Kysely } from 'kysely';
import type { classResource } from '../../../../sync/contract/people/class.ts';
import type { Database } from '../../../db/schema.ts';
import { createChangeNoteStore, type Editor } from '../../../db/change-note-store.ts';
import type { SeparateFieldStore } from '../../../resources/resource-store.ts';

/** Stores the teachers of a class in a separate table, ordered by id. */
export const classTeacherStore: SeparateFieldStore<typeof classResource> = {
  async read(db, ids) {
    const teachersById = new Map(ids.map((id) => [id, { teacherIds: [] as number[] }]));
    if (ids.length === 0) return teachersById;
    const rows = await db.selectFrom('class_teacher').selectAll().where('class_id', 'in', ids).orderBy('user_id').execute();
    for (const { class_id, user_id } of rows) teachersById.get(class_id)?.teacherIds.push(user_id);
    return teachersById;
  },
  async write(db, id, { teacherIds }) {
    await db.deleteFrom('class_teacher').where('class_id', '=', id).execute();
    const rows = [...new Set(teacherIds)].map((user_id) => ({ class_id: id, user_id }));
    if (rows.length > 0) await db.insertInto('class_teacher').values(rows).execute();
  },
};

export function createClassStore(db: Kysely<Database>) {
  return {
    all: (schoolId: number) =>
      db
        .selectFrom('class')
        .select(['id', 'name', 'grade'])
        .where('school_id', '=', schoolId)
        .orderBy('grade', 'desc')
        .orderBy('name')
        .execute(),

    /** Returns the number of students by class id. */
    async studentCounts(ids: readonly number[]): Promise<Map<number, number>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('user')
        .select(['class_id', (eb) => eb.fn.countAll<number>().as('count')])
        .where('class_id', 'in', ids)
        .groupBy('class_id')
        .execute();
      return new Map(rows.map((row) => [row.class_id ?? 0, row.count]));
    },

    /** Moves those of the given users who are students of this school into the class and returns their ids. */
    async assign(classId: number | null, userIds: readonly number[], schoolId: number, actor: Editor): Promise<Set<number>> {
      const students = await db
        .selectFrom('user')
        .select(['id', 'version', 'class_id'])
        .where('id', 'in', [...new Set(userIds)])
        .where('school_id', '=', schoolId)
        .where('user_type', 'in', [7, 8])
        .execute();
      for (const { id, version } of students.filter((row) => row.class_id !== classId)) {
        await db
          .updateTable('user')
          .set({ class_id: classId, version: version + 1, updated_ms: actor.nowMs })
          .where('id', '=', id)
          .execute();
        await createChangeNoteStore(db).write({ kind: 'user', id, version: version + 1 }, { ...actor, fields: ['class_id'] });
      }
      return new Set(students.map((row) => row.id));
    },
  };
}
