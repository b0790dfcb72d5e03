import type { Kysely } from 'kysely';
import type { coursewareResource } from '../../../../sync/contract/learning/courseware.ts';
import type { QuizResult } from '../../../../sync/contract/learning/learn.ts';
import type { courseResource } from '../../../../sync/contract/learning/course.ts';
import { sumSpanLengths, getLessonLength, computePercent, type Span } from '../../../../sync/domain/learning/learned-spans.ts';
import type { Database } from '../../../db/schema.ts';
import type { StoredResource } from '../../../resources/resource-store.ts';
import { createClassReads } from '../../people/class/class-reads.ts';
import { createCoursewareReads } from '../courseware/courseware-reads.ts';
import { readQuestionExcerpts } from '../../bank/question/question-reads.ts';
import { createCourseStore } from './course-store.ts';
import { sum } from '../../../../sync/domain/numbers.ts';

type Course = StoredResource<typeof courseResource>;
const partsOfFilm = 50;
const computeMean = (sum: number, count: number): number => (count === 0 ? 0 : Math.round(sum / count));
const parseSpans = (json: string): [number, number][] => JSON.parse(json) as [number, number][];

type LessonOf = StoredResource<typeof coursewareResource>;

/** Returns a learner's progress in a lesson as shown in the figures (0–100). */
export const computeLessonPercent = ({ done, spans }: { readonly done: 0 | 1; readonly spans: string }, length: number): number =>
  done === 1 ? 100 : computePercent(parseSpans(spans), length);

/** Computes the progress of a course's learners. */
export function createCourseFigures(db: Kysely<Database>) {
  const store = createCourseStore(db);
  return {
    async ofCourse(schoolId: number, course: Course, classId: number | undefined) {
      const learners = await store.learners(course.id, classId);
      const learnerIds = new Set(learners.map((one) => one.id));
      const progress = (await store.progressOf(course.id)).filter((row) => learnerIds.has(row.user_id));
      const order = course.sections.flatMap(({ sid, items }) => items.map((id) => ({ sid, id })));
      const coursewares = new Map(
        (
          await createCoursewareReads(db).byIds(
            schoolId,
            order.map(({ id }) => id),
          )
        ).map((one) => [one.id, one]),
      );
      const lessons = order.flatMap(({ sid, id }) => {
        const one = coursewares.get(id);
        return one === undefined
          ? []
          : [{ sid, one, length: getLessonLength(one), rows: progress.filter((row) => row.courseware_id === id) }];
      });
      const percents = lessons.map(({ rows, length }) => new Map(rows.map((row) => [row.user_id, computeLessonPercent(row, length)])));
      const reminded = await store.reminders(course.id);
      const people = learners.map(({ id, name, class_id, class_name, to_ms }) => {
        const rows = progress.filter((row) => row.user_id === id && coursewares.has(row.courseware_id));
        const lessonPercents = percents.map((of) => of.get(id) ?? 0);
        return {
          id,
          name,
          classId: class_id,
          className: class_name,
          done: rows.filter((row) => row.done === 1).length,
          percent: lessonPercents.length === 0 ? 0 : Math.floor(sum(lessonPercents) / lessonPercents.length),
          lessons: lessonPercents,
          learnedMs: rows.reduce((sum, row) => sum + row.learned_ms, 0),
          lastMs: rows.length === 0 ? null : Math.max(...rows.map((row) => row.updated_ms)),
          toMs: to_ms,
          remindedMs: reminded.get(id) ?? null,
        };
      });
      const names = await createClassReads(db).names(course.classes.map((one) => one.classId));
      return {
        title: course.title,
        hourMinutes: course.hourMinutes,
        learners: learners.length,
        started: people.filter((one) => one.lastMs !== null).length,
        done: people.filter((one) => lessons.length > 0 && one.done === lessons.length).length,
        average: computeMean(
          people.reduce((sum, one) => sum + one.percent, 0),
          people.length,
        ),
        classes: course.classes.map(({ classId: one }) => ({ id: one, name: names.get(one) ?? '' })),
        sections: course.sections.map(({ sid, depth, title }) => ({ sid, depth, title })),
        lessons: lessons.map(({ sid, one, rows }, at) => ({
          id: one.id,
          sid,
          title: one.title,
          kind: one.kind,
          started: rows.length,
          done: rows.filter((row) => row.done === 1).length,
          average: computeMean(sum([...(percents[at]?.values() ?? [])]), learners.length),
        })),
        people,
      };
    },

    async ofLesson(schoolId: number, course: Course, lesson: LessonOf, classId: number | undefined) {
      const learners = await store.learners(course.id, classId);
      const learnerIds = new Set(learners.map((one) => one.id));
      const rows = new Map((await store.progressOf(course.id, lesson.id)).map((row) => [row.user_id, row]));
      const length = getLessonLength(lesson);
      const count = Math.max(1, Math.min(partsOfFilm, length));
      const people = learners.map(({ id, name, class_name }) => {
        const row = rows.get(id);
        const spans = row === undefined ? [] : parseSpans(row.spans);
        return {
          id,
          name,
          className: class_name,
          spans,
          position: row?.position ?? 0,
          done: row?.done === 1,
          percent: computePercent(spans, length),
          lastMs: row?.updated_ms ?? null,
        };
      });
      // A part is one of `count` equal pieces of the lesson. It counts for learners who learned at least half of the piece.
      const hasLearnedPart = (spans: readonly Span[], from: number, to: number): boolean =>
        sumSpanLengths(spans.map(([a, b]): Span => [Math.max(a, from), Math.max(Math.max(a, from), Math.min(b, to))])) * 2 >= to - from;
      const parts = Array.from({ length: count }, (_, part) => {
        const [from, to] = [(length * part) / count, (length * (part + 1)) / count];
        return people.filter(({ spans }) => spans.length > 0 && hasLearnedPart(spans, from, to)).length;
      });
      const stems = await readQuestionExcerpts(db, schoolId, lesson.questionIds);
      const results = [...rows.values()].flatMap((row) => (learnerIds.has(row.user_id) ? (JSON.parse(row.results) as QuizResult[]) : []));
      const questions = lesson.questionIds.map((id) => {
        const given = results.filter((result) => result.questionId === id);
        return { id, stem: stems.get(id) ?? '', answered: given.length, right: given.filter((result) => result.correct).length };
      });
      return { title: lesson.title, length, parts, people, questions };
    },
  };
}
