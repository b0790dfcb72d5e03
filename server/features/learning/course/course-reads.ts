import { type Kysely, sql } from 'kysely';
import { courseResource } from '../../../../sync/contract/learning/course.ts';
import { publishingStatus } from '../../../../sync/contract/learning/publishing.ts';
import type { Database } from '../../../db/schema.ts';
import { type StoredResource, createResourceStore } from '../../../resources/resource-store.ts';
import { coursePartsStore } from './course-store.ts';

/** A course assigned to a learner's class, with the learning period of that class (null: unlimited). */
export interface AssignedCourse {
  readonly course: StoredResource<typeof courseResource>;
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** Queries about courses for other modules; `db` may be a transaction. */
export function createCourseReads(db: Kysely<Database>) {
  const selectAssigned = (userId: number) =>
    db
      .selectFrom('course_class')
      .innerJoin('user', 'user.class_id', 'course_class.class_id')
      .innerJoin('course', 'course.id', 'course_class.course_id')
      .where('user.id', '=', userId)
      .where('user.status', '=', 1)
      .whereRef('course.school_id', '=', 'user.school_id');
  return {
    async remindedMs(courseId: number, userId: number): Promise<number | null> {
      const row = await db
        .selectFrom('course_reminder')
        .select('at_ms')
        .where('course_id', '=', courseId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return row?.at_ms ?? null;
    },
    /** Returns the courses of the learner's class: published ones, optionally also those withdrawn since. */
    async ofLearner(userId: number, schoolId: number, withdrawnToo = false): Promise<AssignedCourse[]> {
      const statuses = withdrawnToo ? [publishingStatus.published, publishingStatus.withdrawn] : [publishingStatus.published];
      const rows = await selectAssigned(userId)
        .where('course.status', 'in', statuses)
        .select(['course.id', 'from_ms', 'to_ms'])
        .orderBy('course.id', 'desc')
        .limit(500)
        .execute();
      const courses = await createResourceStore(db, courseResource, coursePartsStore).byIds(
        schoolId,
        rows.map((row) => row.id),
      );
      const windows = new Map(rows.map((row) => [row.id, row]));
      return courses.map((course) => ({
        course,
        fromMs: windows.get(course.id)?.from_ms ?? null,
        toMs: windows.get(course.id)?.to_ms ?? null,
      }));
    },

    /**
     * Checks whether a user may open a file now: staff of its school always, learners while a published course that contains it is open to them.
     */
    async mayOpen(userId: number, url: string, nowMs: number): Promise<boolean> {
      const staff = await db
        .selectFrom('upload')
        .innerJoin('user', 'user.school_id', 'upload.school_id')
        .select(sql`1`.as('one'))
        .where('upload.name', '=', url.slice('/uploads/'.length))
        .where('user.id', '=', userId)
        .where('user.status', '=', 1)
        .where('user.user_type', 'in', [2, 3, 6])
        .executeTakeFirst();
      if (staff !== undefined) return true;
      const learner = await selectAssigned(userId)
        .innerJoin('course_item', 'course_item.course_id', 'course.id')
        .innerJoin('courseware_file', 'courseware_file.courseware_id', 'course_item.courseware_id')
        .select(sql`1`.as('one'))
        .where('courseware_file.url', '=', url)
        .where('course.status', '=', publishingStatus.published)
        .where((eb) => eb.or([eb('from_ms', 'is', null), eb('from_ms', '<=', nowMs)]))
        .where((eb) => eb.or([eb('to_ms', 'is', null), eb('to_ms', '>', nowMs)]))
        .executeTakeFirst();
      return learner !== undefined;
    },
  };
}
