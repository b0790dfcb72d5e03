import { coursewareCalls, coursewareResource } from '../../sync/contract/learning/courseware.ts';
import { createBlankDraft } from '../../sync/contract/resource.ts';
import { createLearningClass, publishCourse } from '../e2e/house/learning-class.ts';

/** Publishes a course with one film for a class that includes the demo's student. */
export async function publishFilm(origin: string, bytes: Buffer, durationMs: number): Promise<{ courseId: number; filmId: number }> {
  const { teacher, classId } = await createLearningClass(origin);
  const files = [await teacher.upload(bytes, 'film.webm')];
  const draft = { ...createBlankDraft(coursewareResource), title: '影片', kind: 'video' as const, files, durationMs };
  const film = await teacher.call(coursewareCalls.add, draft);
  const course = await publishCourse(teacher, classId, '课程', [film.id]);
  return { courseId: course.id, filmId: film.id };
}
