import type { Kysely, Selectable, Transaction } from 'kysely';
import type { ClassFields } from '../../../sync/contract/class.ts';
import { keywordIn, type PageOrder, readPage } from '../../db/list-page.ts';
import { isTaken } from '../../db/constraint-errors.ts';
import type { Database } from '../../db/schema.ts';
import { versionNoteStore } from '../../db/version-note-store.ts';

export type ClassRecord = Selectable<Database['class']>;
export const classSorts = { name: 'name', grade: 'grade', updated_ms: 'updated_ms' } as const;
interface Actor {
  readonly userId: number;
  readonly nowMs: number;
}

export function classStore(db: Kysely<Database>) {
  const teacherIds = async (tx: Kysely<Database>, classId: number): Promise<number[]> =>
    (await tx.selectFrom('class_teacher').select('user_id').where('class_id', '=', classId).execute()).map((row) => row.user_id);
  const setTeachers = async (tx: Transaction<Database>, classId: number, ids: readonly number[]): Promise<void> => {
    await tx.deleteFrom('class_teacher').where('class_id', '=', classId).execute();
    if (ids.length === 0) return;
    const rows = [...new Set(ids)].map((user_id) => ({ class_id: classId, user_id }));
    await tx.insertInto('class_teacher').values(rows).execute();
  };
  const columnsOf = ({ name, grade, head_teacher_id, note }: ClassFields) => ({ name, grade, head_teacher_id, note });
  /** Names are unique without regard to case: "taken" is the index's word for it. */
  const unlessTaken = async <T>(work: Promise<T>): Promise<T | 'taken'> => {
    try {
      return await work;
    } catch (error) {
      if (isTaken(error)) return 'taken';
      throw error;
    }
  };

  return {
    byId: (schoolId: number, id: number): Promise<ClassRecord | undefined> =>
      db.selectFrom('class').selectAll().where('id', '=', id).where('school_id', '=', schoolId).executeTakeFirst(),

    list: (query: { schoolId: number; keyword: string; grade: string | undefined }, order: PageOrder) => {
      let base = db.selectFrom('class').where('school_id', '=', query.schoolId);
      if (query.grade) base = base.where('grade', '=', query.grade);
      if (query.keyword !== '') base = base.where((eb) => keywordIn(eb, ['name'], query.keyword));
      // The name is unique in the school, and the end of the index of each order.
      return readPage(base, order, (rows) => rows.selectAll(), 'name');
    },

    all: (schoolId: number) =>
      db
        .selectFrom('class')
        .select(['id', 'name', 'grade'])
        .where('school_id', '=', schoolId)
        .orderBy('grade', 'desc')
        .orderBy('name')
        .execute(),

    /** Class → its teachers and how many students it has. */
    async peopleOf(ids: readonly number[]): Promise<{ teachers: Map<number, number[]>; students: Map<number, number> }> {
      const teachers = new Map<number, number[]>();
      const students = new Map<number, number>();
      if (ids.length === 0) return { teachers, students };
      const taught = await db.selectFrom('class_teacher').selectAll().where('class_id', 'in', ids).execute();
      for (const row of taught) teachers.set(row.class_id, [...(teachers.get(row.class_id) ?? []), row.user_id]);
      const counted = await db
        .selectFrom('user')
        .select(['class_id', (eb) => eb.fn.countAll<number>().as('count')])
        .where('class_id', 'in', ids)
        .groupBy('class_id')
        .execute();
      for (const row of counted) if (row.class_id !== null) students.set(row.class_id, row.count);
      return { teachers, students };
    },

    add: (fields: ClassFields, schoolId: number, nowMs: number): Promise<{ id: number; version: number } | 'taken'> =>
      unlessTaken(
        db.transaction().execute(async (tx) => {
          const made = await tx
            .insertInto('class')
            .values({ ...columnsOf(fields), school_id: schoolId, updated_ms: nowMs, created_ms: nowMs })
            .returning(['id', 'version'])
            .executeTakeFirstOrThrow();
          await setTeachers(tx, made.id, fields.teacher_ids);
          return made;
        }),
      ),

    /** Undefined: somebody else was quicker. */
    modify: (before: ClassRecord, fields: ClassFields, actor: Actor): Promise<{ version: number } | undefined | 'taken'> =>
      unlessTaken(
        db.transaction().execute(async (tx) => {
          const version = before.version + 1;
          const next = columnsOf(fields);
          const { numUpdatedRows } = await tx
            .updateTable('class')
            .set({ ...next, version, updated_ms: actor.nowMs })
            .where('id', '=', before.id)
            .where('version', '=', before.version)
            .executeTakeFirstOrThrow();
          if (numUpdatedRows !== 1n) return undefined;
          const changed: string[] = (Object.keys(next) as (keyof typeof next)[]).filter((field) => next[field] !== before[field]);
          const had = await teacherIds(tx, before.id);
          if (new Set([...had, ...fields.teacher_ids]).size !== had.length || had.length !== new Set(fields.teacher_ids).size)
            changed.push('teachers');
          await setTeachers(tx, before.id, fields.teacher_ids);
          await versionNoteStore(tx).write({ kind: 'class', id: before.id, version }, { ...actor, fields: changed });
          return { version };
        }),
      ),

    /** How many students stand in the way; 0: the class is gone. Undefined: somebody else was quicker. */
    remove: (before: ClassRecord): Promise<number | undefined> =>
      db.transaction().execute(async (tx) => {
        const { count } = await tx
          .selectFrom('user')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('class_id', '=', before.id)
          .executeTakeFirstOrThrow();
        if (count > 0) return count;
        const { numDeletedRows } = await tx
          .deleteFrom('class')
          .where('id', '=', before.id)
          .where('version', '=', before.version)
          .executeTakeFirstOrThrow();
        if (numDeletedRows !== 1n) return undefined;
        await versionNoteStore(tx).forget('class', before.id);
        return 0;
      }),

    /** Who of them are students of this school: those are in the class now. */
    assign: (classId: number | null, userIds: readonly number[], schoolId: number, actor: Actor): Promise<Set<number>> =>
      db.transaction().execute(async (tx) => {
        const found = await tx
          .selectFrom('user')
          .select(['id', 'version', 'class_id'])
          .where('id', 'in', [...new Set(userIds)])
          .where('school_id', '=', schoolId)
          .where('user_type', 'in', [7, 8])
          .execute();
        for (const { id, version } of found.filter((row) => row.class_id !== classId)) {
          await tx
            .updateTable('user')
            .set({ class_id: classId, version: version + 1, updated_ms: actor.nowMs })
            .where('id', '=', id)
            .execute();
          await versionNoteStore(tx).write({ kind: 'user', id, version: version + 1 }, { ...actor, fields: ['class_id'] });
        }
        return new Set(found.map((row) => row.id));
      }),
  };
}
