import type { Kysely } from 'kysely';
import { courseResource } from '../../../../sync/contract/learning/course.ts';
import { getLessonLength } from '../../../../sync/domain/learning/learned-spans.ts';
import type { Database } from '../../../db/schema.ts';
import { createResourceStore } from '../../../resources/resource-store.ts';
import { createCoursewareReads } from '../courseware/courseware-reads.ts';
import { computeLessonPercent } from './course-figures.ts';
import { createCourseReads } from './course-reads.ts';
import { coursePartsStore } from './course-store.ts';

/** Progress of a learner in one course. `lessons`: number of lessons; `done`: completed lessons; `percent`: 0–100. */
export interface LearnerCourse {
  readonly id: number;
  readonly title: string;
  readonly lessons: number;
  readonly done: number;
  readonly percent: number;
  readonly learnedMs: number;
  readonly hourMinutes: number;
  readonly lastMs: number | null;
}

/** Computes one learner's progress in each course: those of their class and any other they have learned from. */
export function createLearnerCourseReads(db: Kysely<Database>) {
  return {
    async listCourses(userId: number, schoolId: number): Promise<LearnerCourse[]> {
      const rows = await db.selectFrom('learn_progress').selectAll().where('user_id', '=', userId).execute();
      const assignedCourses = (await createCourseReads(db).ofLearner(userId, schoolId)).map(({ course }) => course);
      const assignedIds = new Set(assignedCourses.map((course) => course.id));
      const otherIds = [...new Set(rows.map((row) => row.course_id))].filter((id) => !assignedIds.has(id));
      const courses = [...assignedCourses, ...(await createResourceStore(db, courseResource, coursePartsStore).byIds(schoolId, otherIds))];
      const items = courses.flatMap((course) => course.sections.flatMap((section) => section.items));
      const lessons = new Map((await createCoursewareReads(db).byIds(schoolId, [...new Set(items)])).map((one) => [one.id, one]));
      return courses.map(({ id, title, hourMinutes, sections }) => {
        const existingLessons = sections.flatMap((section) => section.items.flatMap((item) => lessons.get(item) ?? []));
        const progressByLesson = new Map(rows.filter((row) => row.course_id === id).map((row) => [row.courseware_id, row]));
        const lessonProgress = existingLessons.flatMap((lesson) => {
          const row = progressByLesson.get(lesson.id);
          return row === undefined ? [] : [{ row, percent: computeLessonPercent(row, getLessonLength(lesson)) }];
        });
        const sum = lessonProgress.reduce((percents, { percent }) => percents + percent, 0);
        return {
          id,
          title,
          lessons: existingLessons.length,
          done: lessonProgress.filter(({ row }) => row.done === 1).length,
          percent: existingLessons.length === 0 ? 0 : Math.floor(sum / existingLessons.length),
          learnedMs: lessonProgress.reduce((ms, { row }) => ms + row.learned_ms, 0),
          hourMinutes,
          lastMs: lessonProgress.length === 0 ? null : Math.max(...lessonProgress.map(({ row }) => row.updated_ms)),
        };
      });
    },
  };
}
