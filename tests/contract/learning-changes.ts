import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { articleThing } from '../../sync/contract/article.ts';
import { courseThing } from '../../sync/contract/course.ts';
import { coursewareThing } from '../../sync/contract/courseware.ts';
import type { UserType } from '../../sync/contract/roles.ts';
import { exampleOf } from '../../sync/contract/thing.ts';
import type { Ref, TestServer } from './server-fixture.ts';
import { classDraft } from './thing-drafts.ts';

type MakeCall = <T = Ref>(as: UserType | null, path: string, input: object) => Promise<T>;
const key = ({ id, version }: Ref) => ({ id, version });
export const articleDraft = exampleOf(articleThing);
export const coursewareDraft = exampleOf(coursewareThing);
export const courseDraft = exampleOf(courseThing);
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** A file of a person that has arrived piece by piece, as tus leaves it. */
export function arrived(server: TestServer, userId: number, upload: string, bytes: Buffer = png): void {
  const folder = join(server.deps.inspection.folder, 'uploads', 'resuming');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, upload), bytes);
  const kept = { id: upload, size: bytes.length, offset: bytes.length, metadata: { userId: String(userId) } };
  writeFileSync(join(folder, `${upload}.json`), JSON.stringify(kept));
}

/** A class with student 7 in it, and a published course of one text for them. */
export async function givenCourse(server: TestServer, call: MakeCall) {
  const room = await call(2, '/class/add', { ...classDraft, name: '学习班' });
  await call(2, '/class/assign', { class_id: room.id, user_ids: [server.idOf('type7')] });
  const text = await call(6, '/courseware/add', coursewareDraft);
  const draft = {
    ...courseDraft,
    sections: [{ sid: 1, depth: 1, title: '第一章', items: [text.id] }],
    classes: [{ classId: room.id, fromMs: null, toMs: null }],
  };
  const course = await call(6, '/course/add', draft);
  return { room, text, draft, course };
}

/** Every changing call of courses, learning and articles. */
export async function changeLearning(server: TestServer, call: MakeCall): Promise<void> {
  await call(6, '/shelf/addCategory', { shelf: 'course', category: '甲类' });
  await call(6, '/shelf/moveCategory', { shelf: 'course', from: '甲类', to: '乙类' });
  await call(6, '/shelf/removeCategory', { shelf: 'course', category: '乙类' });

  const upload = '0123456789abcdef0123456789abcdef';
  arrived(server, server.idOf('type6'), upload);
  await call(6, '/upload/takeFile', { upload, name: '一.png' });

  const { course, draft, text } = await givenCourse(server, call);
  const changed = await call(6, '/course/modify', { ...draft, title: '改名', ...key(course) });
  const published = await call(6, '/course/setStatus', { ...key(changed), event: 'publish' });
  await call(7, '/learn/record', {
    courseId: course.id,
    marks: [
      {
        markId: server.deps.chance.uuid(),
        coursewareId: text.id,
        fromMs: server.time.nowMs - 30_000,
        toMs: server.time.nowMs,
        spans: [[0, 20_000]],
        position: 0,
      },
    ],
  });
  await call(7, '/learn/keepNotes', {
    courseId: course.id,
    notes: [
      {
        id: server.deps.chance.uuid(),
        coursewareId: text.id,
        place: 0,
        body: '互锁',
        changedMs: server.time.nowMs,
        removed: false,
      },
    ],
  });
  await call(6, '/course/remind', { id: course.id, userIds: [server.idOf('type7')] });
  await call(6, '/course/setStatus', { ...key(published), event: 'withdraw' });
  const copy = await call(6, '/course/copy', { id: course.id, title: '副本' });
  await call(6, '/course/remove', key(copy));
  const spare = await call(6, '/courseware/add', { ...coursewareDraft, title: '备用' });
  const spare2 = await call(6, '/courseware/modify', { ...coursewareDraft, title: '备用二', ...key(spare) });
  await call(6, '/courseware/remove', key(spare2));

  const article = await call(6, '/info/add', articleDraft);
  const article2 = await call(6, '/info/modify', { ...articleDraft, title: '改过', ...key(article) });
  const shown = await call(6, '/info/setStatus', { ...key(article2), event: 'publish' });
  await call(7, '/info/setRead', { ids: [article.id] });
  const back = await call(6, '/info/setStatus', { ...key(shown), event: 'withdraw' });
  await call(6, '/info/remove', key(back));
}

interface OfFirstSchool {
  readonly deviceId: string;
  readonly question: number;
  readonly studentId: number;
  readonly text: Ref;
  readonly course: Ref;
  readonly given: Ref;
  readonly article: Ref;
  readonly shownArticle: Ref;
}

/** Every call of learning that names something by its id, with what belongs to one school. */
export function learningInputs(of: OfFirstSchool): Record<string, object> {
  const { deviceId, question, studentId, text, course, given, article, shownArticle } = of;
  const note = { id: deviceId, coursewareId: text.id, place: 0, body: '越校', changedMs: 0, removed: false };
  return {
    '/course/setStatus': { ...given, event: 'withdraw' },
    '/course/copy': { id: course.id, title: '越校' },
    '/course/getFigures': { id: course.id },
    '/course/getLessonFigures': { id: course.id, coursewareId: text.id },
    '/courseware/add': { ...coursewareDraft, kind: 'quiz', questionIds: [question] },
    '/courseware/modify': { ...coursewareDraft, ...text, kind: 'quiz', questionIds: [question] },
    '/course/remind': { id: course.id, userIds: [studentId] },
    '/courseware/getSources': { id: text.id },
    '/learn/getById': { id: course.id },
    '/learn/keepNotes': { courseId: course.id, notes: [note] },
    '/learn/record': {
      courseId: course.id,
      marks: [{ markId: deviceId, coursewareId: text.id, fromMs: 0, toMs: 1, spans: [[0, 1]], position: 0 }],
    },
    '/info/setStatus': { ...shownArticle, event: 'withdraw' },
    '/info/getReaders': { id: article.id },
    '/info/read': { id: article.id },
    '/info/setRead': { ids: [article.id] },
  };
}
