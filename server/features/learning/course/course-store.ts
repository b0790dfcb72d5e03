import { type Kysely, sql } from 'kysely';
import type { CourseClass, CourseSection, courseResource } from '../../../../sync/contract/learning/course.ts';
import type { Database } from '../../../db/schema.ts';
import type { SeparateFieldStore } from '../../../resources/resource-store.ts';
import { countByColumn } from '../../../db/list-page.ts';
import { sliceValues } from '../../../db/slice-values.ts';

/** Stores a course's outline and the classes it is assigned to. */
export const coursePartsStore: SeparateFieldStore<typeof courseResource> = {
  async read(db, ids) {
    const partsById = new Map(ids.map((id) => [id, { sections: [] as CourseSection[], classes: [] as CourseClass[] }]));
    if (ids.length === 0) return partsById;
    const sections = await db.selectFrom('course_section').selectAll().where('course_id', 'in', ids).orderBy('position').execute();
    const items = await db.selectFrom('course_item').selectAll().where('course_id', 'in', ids).orderBy('position').execute();
    const classes = await db.selectFrom('course_class').selectAll().where('course_id', 'in', ids).orderBy('class_id').execute();
    for (const { course_id, sid, depth, title } of sections) {
      const own = items.filter((item) => item.course_id === course_id && item.sid === sid).map((item) => item.courseware_id);
      partsById.get(course_id)?.sections.push({ sid, depth: depth as CourseSection['depth'], title, items: own });
    }
    for (const { course_id, class_id, from_ms, to_ms } of classes)
      partsById.get(course_id)?.classes.push({ classId: class_id, fromMs: from_ms, toMs: to_ms });
    return partsById;
  },
  async write(db, id, { sections, classes }) {
    await db.deleteFrom('course_section').where('course_id', '=', id).execute();
    await db.deleteFrom('course_item').where('course_id', '=', id).execute();
    await db.deleteFrom('course_class').where('course_id', '=', id).execute();
    const sectionRows = sections.map(({ sid, depth, title }, position) => ({ course_id: id, sid, depth, title, position }));
    const itemRows = sections.flatMap(({ sid, items: own }) =>
      own.map((courseware_id, position) => ({ course_id: id, sid, courseware_id, position })),
    );
    const classRows = classes.map(({ classId, fromMs, toMs }) => ({ course_id: id, class_id: classId, from_ms: fromMs, to_ms: toMs }));
    if (sectionRows.length > 0) await db.insertInto('course_section').values(sectionRows).execute();
    for (const slice of sliceValues(itemRows)) await db.insertInto('course_item').values(slice).execute();
    if (classRows.length > 0) await db.insertInto('course_class').values(classRows).execute();
  },
};

/** Queries of courses, their lessons and learners. */
export function createCourseStore(db: Kysely<Database>) {
  return {
    /** Returns the number of lessons and their total duration (ms) by course id. */
    async lengths(ids: readonly number[]): Promise<Map<number, { count: number; durationMs: number }>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('course_item')
        .innerJoin('courseware', 'courseware.id', 'course_item.courseware_id')
        .select(['course_id', (eb) => eb.fn.countAll<number>().as('count'), (eb) => eb.fn.sum<number>('duration_ms').as('duration_ms')])
        .where('course_id', 'in', ids)
        .groupBy('course_id')
        .execute();
      return new Map(rows.map((row) => [row.course_id, { count: row.count, durationMs: row.duration_ms }]));
    },

    /** Returns the number of enabled learners by course id. */
    learnerCounts: (ids: readonly number[]): Promise<Map<number, number>> =>
      countByColumn(
        db
          .selectFrom('course_class')
          .innerJoin('user', 'user.class_id', 'course_class.class_id')
          .where('user.user_type', 'in', [7, 8])
          .where('user.status', '=', 1),
        'course_id',
        ids,
      ),

    async learnedBy(courseId: number): Promise<number> {
      const { count } = await db
        .selectFrom('learn_progress')
        .select(sql<number>`count(DISTINCT user_id)`.as('count'))
        .where('course_id', '=', courseId)
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Returns all learners of a course, with the end of their class's learning period. */
    learners: (courseId: number, classId: number | undefined) => {
      const all = db
        .selectFrom('course_class')
        .innerJoin('user', 'user.class_id', 'course_class.class_id')
        .innerJoin('class', 'class.id', 'course_class.class_id')
        .select(['user.id', 'user.name', 'class.id as class_id', 'class.name as class_name', 'course_class.to_ms'])
        .where('course_id', '=', courseId)
        .where('user.user_type', 'in', [7, 8])
        .where('user.status', '=', 1);
      return (classId === undefined ? all : all.where('course_class.class_id', '=', classId))
        .orderBy('class.name')
        .orderBy('user.name')
        .orderBy('user.id')
        .execute();
    },

    reminders: async (courseId: number): Promise<Map<number, number>> =>
      new Map(
        (await db.selectFrom('course_reminder').select(['user_id', 'at_ms']).where('course_id', '=', courseId).execute()).map((row) => [
          row.user_id,
          row.at_ms,
        ]),
      ),
    async remind(courseId: number, userIds: readonly number[], atMs: number): Promise<void> {
      if (userIds.length === 0) return;
      await db
        .insertInto('course_reminder')
        .values(userIds.map((userId) => ({ course_id: courseId, user_id: userId, at_ms: atMs })))
        .onConflict((conflict) => conflict.columns(['course_id', 'user_id']).doUpdateSet({ at_ms: atMs }))
        .execute();
    },

    progressOf: (courseId: number, coursewareId?: number) => {
      const all = db
        .selectFrom('learn_progress')
        .select(['user_id', 'courseware_id', 'spans', 'position', 'learned_ms', 'done', 'updated_ms', 'results'])
        .where('course_id', '=', courseId);
      return (coursewareId === undefined ? all : all.where('courseware_id', '=', coursewareId)).execute();
    },
  };
}
