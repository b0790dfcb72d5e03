import { beforeAll, describe, expect, it } from 'vitest';
import { questionStatus } from '../../../sync/contract/codes.ts';
import { startLearningRoom, type LearningRoom } from '../fixtures/learning-room.ts';
import { requireDone, type RowReference } from '../server-fixture.ts';
import { validCourseDraft, validCoursewareDraft, validQuestionDraft } from '../fixtures/resource-drafts.ts';

const minuteMs = 60_000;

describe('lessons', () => {
  let server: LearningRoom['server'];
  let course: RowReference;
  let room: LearningRoom;
  const as: LearningRoom['as'] = (...asked) => room.as(...asked);
  const ok: LearningRoom['ok'] = (...asked) => room.ok(...asked);
  const other: LearningRoom['other'] = (...asked) => room.other(...asked);
  const mark: LearningRoom['mark'] = (...of) => room.mark(...of);
  beforeAll(async () => {
    room = await startLearningRoom();
    ({ server, course } = room);
  });

  it('a quiz returns its keys, except for questions held by an exam, and merges answers in any order', async () => {
    const question = async (stem: string) => (await ok<RowReference>(6, '/question/add', { ...validQuestionDraft, stem })).id;
    const ids = [await question('<p>一</p>'), await question('<p>二</p>'), await question('<p>三</p>')];
    server.raw.prepare(`UPDATE question SET status = ? WHERE id IN (${ids.join(',')})`).run(questionStatus.inUse);
    const add = (questionIds: number[]) => as(6, '/courseware/add', { ...validCoursewareDraft, title: '测验', kind: 'quiz', questionIds });
    expect((await add([])).code).toBe(1001);
    expect((await add([ids[0] ?? 0, ids[0] ?? 0])).code).toBe(1001);
    expect((await add([999_999])).code).toBe(1005);
    expect(await other('/courseware/add', { ...validCoursewareDraft, kind: 'quiz', questionIds: ids })).toMatchObject({ code: 1005 });
    const quiz = await requireDone<RowReference>(add(ids));
    const whole = await ok<RowReference & { classes: object[] }>(6, '/course/getById', { id: course.id });
    const given = await ok(6, '/course/add', {
      ...validCourseDraft,
      title: '有测验',
      sections: [{ sid: 1, depth: 1, title: '一', items: [quiz.id] }],
      classes: whole.classes,
    });
    await ok(6, '/course/setStatus', { ...given, event: 'publish' });

    interface Shown {
      sections: { items: { questions: { id: number; key: object }[]; questionIds: number[]; progress: { done: boolean } }[] }[];
    }
    const shown = async () => (await ok<Shown>(7, '/learn/getById', { id: given.id })).sections[0]?.items[0];
    expect((await shown())?.questions.map((each) => each.id)).toEqual(ids);
    expect((await shown())?.questions[0]?.key).toMatchObject({ kind: 'choice' });

    let count = 100;
    const answer = (at: number, minutesAgo: number, correct: boolean) => {
      const atMs = server.time.nowMs - minutesAgo * minuteMs;
      return { ...mark((count += 1), atMs, 0, [[at, at + 1]]), coursewareId: quiz.id, answers: [{ questionId: ids[at] ?? 0, correct }] };
    };
    interface Told2 {
      lessons: { progress: { spans: number[][]; done: boolean; results: { questionId: number; correct: boolean }[] } }[];
    }
    const tell = async (...marks: object[]) => (await ok<Told2>(7, '/learn/record', { courseId: given.id, marks })).lessons[0]?.progress;
    // The older answer arrives after the newer one, which another device has sent, and does not replace it.
    expect(await tell(answer(0, 1, true))).toMatchObject({ spans: [[0, 1]], done: false });
    const later = await tell(answer(0, 5, false), answer(1, 4, false), answer(1, 4, false));
    expect(later?.results.map(({ questionId, correct }) => [questionId, correct])).toEqual([
      [ids[0], true],
      [ids[1], false],
    ]);
    expect(await tell(answer(2, 3, true))).toMatchObject({ done: true, spans: [[0, 3]] });
    // A removed question is not needed to complete the lesson, but a new question is.
    const fourth = await question('<p>四</p>');
    server.raw.prepare('UPDATE question SET status = ? WHERE id = ?').run(questionStatus.inUse, fourth);
    const kept = await ok<RowReference>(6, '/courseware/getById', { id: quiz.id });
    await ok(6, '/courseware/modify', { ...kept, questionIds: [fourth, ids[1] ?? 0] });
    expect(await shown()).toMatchObject({ progress: { spans: [[1, 2]] }, questionIds: [fourth, ids[1]] });
  });

  it('the later state of a note wins in any order of arrival; other people never see the note', async () => {
    const [text] = (await ok<{ sections: { items: number[] }[] }>(6, '/course/getById', { id: course.id })).sections[0]?.items ?? [];
    const now = server.time.nowMs;
    const note = (changedMs: number, body: string, removed = false) => ({
      id: '11111111-0000-4000-8000-000000000001',
      coursewareId: text ?? 0,
      place: 12_000,
      body,
      changedMs,
      removed,
    });
    interface Notes {
      readonly notes: { readonly body: string; readonly removed: boolean; readonly changedMs: number }[];
    }
    const keep = (...notes: object[]) => ok<Notes>(7, '/learn/keepNotes', { courseId: course.id, notes });
    expect((await keep(note(now - 1_000, '新的'))).notes).toMatchObject([{ body: '新的' }]);
    expect((await keep(note(now - 5_000, '旧的'))).notes).toMatchObject([{ body: '新的' }]);
    // If the time of a note's change is ahead of the server's time, the server's time is stored.
    expect((await keep(note(now + 900_000, '改过'))).notes).toMatchObject([{ body: '改过', changedMs: now }]);
    server.time.nowMs += 1_000;
    expect((await keep(note(now + 500, '改过', true))).notes).toMatchObject([{ removed: true }]);
    expect((await ok<Notes>(7, '/learn/getById', { id: course.id })).notes).toHaveLength(1);
    expect((await other('/learn/keepNotes', { courseId: course.id, notes: [note(now, '别人')] })).code).not.toBe(0);
  });

  it('a reminder is shown until the learner continues, and a course waits for the course before it', async () => {
    interface Row {
      readonly id: number;
      readonly remindedMs: number | null;
      readonly waitsFor: { readonly id: number }[];
    }
    const mine = async (id: number) => (await ok<{ items: Row[] }>(7, '/learn/myList', {})).items.find((row) => row.id === id);
    server.time.nowMs += minuteMs;
    const learnerId = server.idOf('type7');
    expect(await ok(6, '/course/remind', { id: course.id, userIds: [learnerId, 999_999] })).toMatchObject({ reminded: 1 });
    expect((await mine(course.id))?.remindedMs).toBe(server.time.nowMs);
    server.time.nowMs += minuteMs;
    const marks = [mark(60, server.time.nowMs - 20_000, 10_000, [[590_000, 595_000]])];
    await ok(7, '/learn/record', { courseId: course.id, marks });
    expect((await mine(course.id))?.remindedMs).toBeNull();

    const whole = await ok<RowReference & { classes: object[] }>(6, '/course/getById', { id: course.id });
    const text = await ok(6, '/courseware/add', { ...validCoursewareDraft, title: '后一门的课件' });
    const draft = {
      ...validCourseDraft,
      title: '后一门',
      beforeIds: [course.id],
      sections: [{ sid: 1, depth: 1, title: '一', items: [text.id] }],
      classes: whole.classes,
    };
    const after = await ok(6, '/course/add', draft);
    const published = await ok(6, '/course/setStatus', { ...after, event: 'publish' });
    expect((await mine(after.id))?.waitsFor).toMatchObject([{ id: course.id }]);
    expect(await as(7, '/learn/getById', { id: after.id })).toMatchObject({ code: 1002, msg: expect.stringContaining('先学完') });
    // Courses that require each other could never be begun. Every such cycle is refused, however long it is.
    const third = await ok(6, '/course/add', { ...draft, title: '第三门', beforeIds: [after.id] });
    expect((await as(6, '/course/modify', { ...whole, beforeIds: [third.id] })).code).toBe(1001);
    expect((await as(6, '/course/modify', { ...whole, beforeIds: [whole.id] })).code).toBe(1001);
    server.raw.prepare('UPDATE learn_progress SET done = 1 WHERE course_id = ?').run(course.id);
    server.raw
      .prepare(
        `INSERT INTO learn_progress (user_id, course_id, courseware_id, spans, position, position_ms, learned_ms, done, updated_ms)
         SELECT ?, ?, courseware_id, '[]', 0, 0, 0, 1, 0 FROM course_item WHERE course_id = ?
         ON CONFLICT DO NOTHING`,
      )
      .run(learnerId, course.id, course.id);
    expect((await mine(after.id))?.waitsFor).toEqual([]);
    expect((await as(7, '/learn/getById', { id: after.id })).code).toBe(0);
    await ok(6, '/course/setStatus', { ...published, event: 'withdraw' });
    expect((await as(6, '/course/remind', { id: after.id, userIds: [learnerId] })).code).toBe(1002);
  });
});
