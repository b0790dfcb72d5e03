import { validArticleDraft, validCourseDraft, validCoursewareDraft } from '../fixtures/resource-drafts.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { classResource } from '../../../sync/contract/people/class.ts';
import { createBlankDraft } from '../../../sync/contract/resource.ts';
import { createPlainPdf } from '../../e2e/rig/plain-pdf.ts';
import { placeArrivedUpload } from '../fixtures/area-changes.ts';
import { startLearningRoom, type LearningRoom } from '../fixtures/learning-room.ts';
import type { RowReference } from '../server-fixture.ts';

const minuteMs = 60_000;
interface Told {
  readonly markIds: string[];
  readonly lessons: { readonly id: number; readonly progress: { readonly spans: [number, number][]; readonly done: boolean } }[];
}

describe('learning', () => {
  let server: LearningRoom['server'];
  let film: RowReference;
  let course: RowReference;
  let room: LearningRoom;
  const as: LearningRoom['as'] = (...asked) => room.as(...asked);
  const ok: LearningRoom['ok'] = (...asked) => room.ok(...asked);
  const other: LearningRoom['other'] = (...asked) => room.other(...asked);
  const mark: LearningRoom['mark'] = (...of) => room.mark(...of);
  beforeAll(async () => {
    room = await startLearningRoom();
    ({ server, film, course } = room);
  });

  const record = (...marks: object[]) => ok<Told>(7, '/learn/record', { courseId: course.id, marks });
  const spansOf = (told: Told) => told.lessons.find((lesson) => lesson.id === film.id)?.progress.spans;

  it('merges learned time in any order, and counts repeated records once', async () => {
    const from = server.time.nowMs - 60 * minuteMs;
    const [first, second, third] = [
      mark(1, from, minuteMs, [[0, minuteMs]]),
      mark(2, from + 2 * minuteMs, minuteMs, [[minuteMs / 2, 1.5 * minuteMs]]),
      mark(3, from + 4 * minuteMs, minuteMs, [[5 * minuteMs, 6 * minuteMs]]),
    ];
    expect(spansOf(await record(third))).toEqual([[300_000, 360_000]]);
    const told = await record(second, first, second, third);
    expect(told.markIds).toHaveLength(4);
    expect(spansOf(told)).toEqual([
      [0, 90_000],
      [300_000, 360_000],
    ]);
    expect(spansOf(await record(first, second, third))).toEqual(spansOf(told));
    const row = server.raw.prepare('SELECT learned_ms FROM learner WHERE user_id = ?').pluck().get(server.idOf('type7'));
    expect(row).toBe(150_000);
  });

  it('limits learned time by elapsed time and playing speed, and counts no minute twice', async () => {
    const from = server.time.nowMs - 40 * minuteMs;
    // The device reports that 3.5 minutes of film were watched within one minute. At most twice the elapsed time counts, plus the tolerance of the
    // timers.
    expect(spansOf(await record(mark(11, from, minuteMs, [[90_000, 300_000]])))).toEqual([
      [0, 216_000],
      [300_000, 360_000],
    ]);
    // Another device reports that film was watched within the same minute, which the earlier record has used up.
    expect(spansOf(await record(mark(12, from, minuteMs, [[400_000, 500_000]])))).toEqual([
      [0, 216_000],
      [300_000, 360_000],
    ]);
    // The clock of this device is ahead. The record's time is accepted, because no other record covers it, but at most twice that time counts.
    expect(spansOf(await record(mark(13, server.time.nowMs + 60 * minuteMs, 30_000, [[400_000, 500_000]])))).toEqual([
      [0, 216_000],
      [300_000, 360_000],
      [400_000, 463_000],
    ]);
  });

  it('is still recorded after the course was withdrawn, although the course is hidden', async () => {
    const withdrawn = await ok(6, '/course/setStatus', { ...course, event: 'withdraw' });
    expect((await as(7, '/learn/getById', { id: course.id })).code).toBe(1005);
    const told = await record(mark(21, server.time.nowMs - 20 * minuteMs, minuteMs, [[540_000, 600_000]]));
    expect(spansOf(told)?.at(-1)).toEqual([540_000, 600_000]);
    course = await ok(6, '/course/setStatus', { ...withdrawn, event: 'publish' });
    expect((await as(7, '/learn/getById', { id: course.id })).code).toBe(0);
  });

  it('is counted for teachers, and keeps its course from being removed', async () => {
    interface Figures {
      readonly people: { readonly learnedMs: number; readonly percent: number; readonly lessons: number[] }[];
      readonly sections: { readonly sid: number; readonly title: string }[];
      readonly lessons: { readonly id: number; readonly average: number; readonly started: number }[];
    }
    const figures = await ok<Figures>(6, '/course/getFigures', { id: course.id });
    expect(figures.people).toMatchObject([{ learnedMs: 399_000, percent: 33, lessons: [0, 66] }]);
    expect(figures.sections).toMatchObject([{ sid: 1, title: '第一章' }]);
    expect(figures.lessons.find((lesson) => lesson.id === film.id)).toMatchObject({ started: 1, average: 66 });
    const lesson = await ok<{ parts: number[]; people: { position: number; done: boolean }[] }>(6, '/course/getLessonFigures', {
      id: course.id,
      coursewareId: film.id,
    });
    expect([lesson.parts[0], lesson.parts[20], lesson.parts[49]]).toEqual([1, 0, 1]);
    // The stored position is where the newest record ended, even if an older record arrived later.
    expect(lesson.people).toMatchObject([{ position: 500_000, done: false }]);
    const person = await ok<{ courses: object[] }>(2, '/progress/getById', { id: server.idOf('type7') });
    expect(person.courses).toMatchObject([{ id: course.id, lessons: 2, done: 0, percent: 33, learnedMs: 399_000 }]);
    const back = await ok(6, '/course/setStatus', { ...course, event: 'withdraw' });
    expect((await as(6, '/course/remove', { id: back.id, version: back.version })).code).toBe(1002);
    course = await ok(6, '/course/setStatus', { ...back, event: 'publish' });
  });

  it('opens a course only within its window', async () => {
    const now = server.time.nowMs;
    const whole = await ok<RowReference & { classes: { classId: number }[] }>(6, '/course/getById', { id: course.id });
    const later = await ok(6, '/course/modify', {
      ...whole,
      classes: whole.classes.map((one) => ({ ...one, fromMs: now + minuteMs, toMs: now + 10 * minuteMs })),
    });
    expect((await as(7, '/learn/getById', { id: course.id })).code).toBe(1002);
    const { items } = await ok<{ items: { phase: string }[] }>(7, '/learn/myList', {});
    expect(items).toMatchObject([{ phase: 'waiting' }]);
    course = await ok(6, '/course/modify', { ...whole, ...later, classes: whole.classes });
  });

  it('validates the fields of texts, links and files of courseware', async () => {
    const add = (part: object) => as(6, '/courseware/add', { ...validCoursewareDraft, ...part });
    for (const link of [
      'http://localhost:8787/',
      'http://192.168.1.1/',
      'http://10.0.0.1',
      'javascript:alert(1)',
      'http://router',
      'http://[::1]/',
    ])
      expect((await add({ kind: 'link', link })).code, link).toBe(1001);
    expect((await add({ kind: 'link', link: 'https://www.example.org/a' })).code).toBe(0);
    expect((await add({ kind: 'video' })).code).toBe(1001);
    expect((await add({ body: '<p> </p>' })).code).toBe(1001);
    const upload = 'f'.repeat(32);
    placeArrivedUpload(server, server.idOf('type6'), upload);
    const file = await ok<{ url: string; name: string; sizeBytes: number }>(6, '/upload/takeFile', { upload, name: '图.png' });
    expect(await ok(6, '/upload/takeFile', { upload, name: '图.png' })).toMatchObject({ url: file.url });
    const { url, name, sizeBytes } = file;
    expect((await add({ kind: 'pdf', files: [{ url, name, sizeBytes }], pages: 3 })).code).toBe(1001);
    expect((await add({ kind: 'pictures', files: [{ url, name, sizeBytes }] })).code).toBe(0);
    expect((await other('/courseware/add', { ...validCoursewareDraft, kind: 'pictures', files: [{ url, name, sizeBytes }] }))?.code).toBe(
      1005,
    );
    const text = 'e'.repeat(32);
    placeArrivedUpload(server, server.idOf('type6'), text, Buffer.from('<html><script>1</script></html>'));
    expect((await as(6, '/upload/takeFile', { upload: text, name: '页.mp4' })).code).toBe(1002);
  });

  it('refuses a PDF that contains scripts', async () => {
    const upload = 'd'.repeat(32);
    placeArrivedUpload(
      server,
      server.idOf('type6'),
      upload,
      createPlainPdf(2, (page) => `Page ${page}`, 'app.alert(1)'),
    );
    expect(await as(6, '/upload/takeFile', { upload, name: '规程.pdf' })).toMatchObject({
      code: 1002,
      msg: expect.stringContaining('脚本'),
    });
    const plain = 'c'.repeat(32);
    placeArrivedUpload(
      server,
      server.idOf('type6'),
      plain,
      createPlainPdf(2, (page) => `Page ${page}`),
    );
    expect((await as(6, '/upload/takeFile', { upload: plain, name: '规程.pdf' })).code).toBe(0);
  });

  it('shows articles to their audience within their window, and records who read them', async () => {
    const now = server.time.nowMs;
    const publish = async (part: object) => {
      const article = await ok(6, '/info/add', { ...validArticleDraft, ...part });
      return ok(6, '/info/setStatus', { ...article, event: 'publish' });
    };
    const shown = await publish({ title: '给学生' });
    await publish({ title: '给教师', audiences: ['staff'] });
    await publish({ title: '还没到', fromMs: now + minuteMs });
    await publish({ title: '过了', toMs: now - minuteMs });
    const [room] = (await ok<{ items: RowReference[] }>(2, '/class/getOptions', {})).items;
    await publish({ title: '给这个班', onlyClasses: true, classIds: [room?.id ?? 0] });
    const empty = await ok(2, '/class/add', { ...createBlankDraft(classResource), name: '空班' });
    const elsewhere = await publish({ title: '给别的班', onlyClasses: true, classIds: [empty.id] });
    const { items } = await ok<{ items: { title: string }[] }>(7, '/info/myList', {});
    expect(items.map((item) => item.title).toSorted()).toEqual(['给学生', '给这个班']);
    expect((await as(7, '/info/read', { id: elsewhere.id })).code).toBe(1005);
    expect((await as(7, '/info/read', { id: shown.id })).code).toBe(0);
    await ok(7, '/info/setRead', { ids: [shown.id, elsewhere.id] });
    const readers = await ok<{ read: { id: number }[]; unread: { id: number }[] }>(6, '/info/getReaders', { id: shown.id });
    expect(readers.read.map((one) => one.id)).toEqual([server.idOf('type7')]);
    expect(readers.unread.length).toBeGreaterThan(0);
  });

  it('lets only its maker and administrators change a course', async () => {
    server.raw.prepare('UPDATE course SET maker_id = 0 WHERE id = ?').run(course.id);
    expect((await as(6, '/course/modify', { ...validCourseDraft, id: course.id, version: course.version })).code).toBe(1002);
    expect((await as(6, '/course/setStatus', { ...course, event: 'withdraw' })).code).toBe(1002);
    expect((await as(2, '/course/setStatus', { ...course, event: 'withdraw' })).code).toBe(0);
  });
});
