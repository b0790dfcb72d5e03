import { readFileSync } from 'node:fs';
import { test, type Page } from '@playwright/test';
import { classCalls, classResource } from '../../../sync/contract/people/class.ts';
import { courseCalls, courseResource } from '../../../sync/contract/learning/course.ts';
import { coursewareCalls, coursewareResource } from '../../../sync/contract/learning/courseware.ts';
import { createBlankDraft } from '../../../sync/contract/resource.ts';
import { userCalls } from '../../../sync/contract/people/user.ts';
import { ApiClient, makeUncheckedCall } from '../rig/api-client.ts';
import { writeFilm } from '../rig/film.ts';

/** Puts the demo's student into a new class. Returns the school's and the teacher's account, and the ids of class and student. */
export async function createLearningClass(origin: string, name = '学习班') {
  const [admin, teacher] = [await ApiClient.signIn(origin, 'school'), await ApiClient.signIn(origin, 'teacher')];
  const { id: classId } = await makeUncheckedCall(admin, classCalls.add, { ...createBlankDraft(classResource), name });
  const { items } = await makeUncheckedCall(admin, userCalls.getList, { filter: { keyword: 'student' } });
  const studentId = items.find((one) => one.login_name === 'student')?.id ?? 0;
  await makeUncheckedCall(admin, classCalls.assign, { class_id: classId, user_ids: [studentId] });
  return { admin, teacher, classId, studentId };
}

interface FilmToAdd {
  readonly title: string;
  readonly seconds: number;
  /** Size to which the film's file is padded, in bytes. */
  readonly padBytes?: number;
  readonly fileName?: string;
  readonly more?: object;
}

/** Makes a film in the browser and adds it as courseware. */
export async function addFilm(page: Page, origin: string, teacher: ApiClient, film: FilmToAdd) {
  const { title, seconds, padBytes, fileName = 'film.webm', more } = film;
  const path = test.info().outputPath(fileName);
  await page.goto(`${origin}/login/demo`);
  await writeFilm(page, path, seconds, padBytes);
  return makeUncheckedCall(teacher, coursewareCalls.add, {
    ...createBlankDraft(coursewareResource),
    title,
    kind: 'video',
    files: [await teacher.upload(readFileSync(path), fileName)],
    durationMs: seconds * 1000,
    ...more,
  });
}

/** Publishes a course of one section with these courseware items for a class. Returns it with its version. */
export async function publishCourse(teacher: ApiClient, classId: number, title: string, items: readonly number[]) {
  const course = await makeUncheckedCall(teacher, courseCalls.add, {
    ...createBlankDraft(courseResource),
    title,
    sections: [{ sid: 1, depth: 1, title: '起动控制', items }],
    classes: [{ classId, fromMs: null, toMs: null }],
  });
  return { ...course, ...(await makeUncheckedCall(teacher, courseCalls.setStatus, { ...course, event: 'publish' })) };
}
