import { classCalls, classResource } from '../../sync/contract/people/class.ts';
import { courseCalls, courseResource } from '../../sync/contract/learning/course.ts';
import { coursewareCalls, coursewareResource } from '../../sync/contract/learning/courseware.ts';
import { createBlankDraft } from '../../sync/contract/resource.ts';
import { userCalls } from '../../sync/contract/people/user.ts';
import { ApiClient } from '../e2e/rig/api-client.ts';

/** Publishes a course with one film for a class that includes the demo's student. */
export async function publishFilm(origin: string, bytes: Buffer, durationMs: number): Promise<{ courseId: number; filmId: number }> {
  const [admin, teacher] = [await ApiClient.signIn(origin, 'school'), await ApiClient.signIn(origin, 'teacher')];
  const room = await admin.call(classCalls.add, { ...createBlankDraft(classResource), name: '学习班' });
  const { items } = await admin.call(userCalls.getList, { filter: { keyword: 'student' } });
  const ids = items.filter((one) => one.login_name === 'student').map((one) => one.id);
  await admin.call(classCalls.assign, { class_id: room.id, user_ids: ids });
  const files = [await teacher.upload(bytes, 'film.webm')];
  const film = await teacher.call(coursewareCalls.add, {
    ...createBlankDraft(coursewareResource),
    title: '影片',
    kind: 'video',
    files,
    durationMs,
  });
  const course = await teacher.call(courseCalls.add, {
    ...createBlankDraft(courseResource),
    title: '课程',
    sections: [{ sid: 1, depth: 1, title: '一', items: [film.id] }],
    classes: [{ classId: room.id, fromMs: null, toMs: null }],
  });
  await teacher.call(courseCalls.setStatus, { ...course, event: 'publish' });
  return { courseId: course.id, filmId: film.id };
}
