import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { questionCalls } from '../../../sync/contract/bank/question.ts';
import { questionStatus, sectionType } from '../../../sync/contract/codes.ts';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { paperCalls } from '../../../sync/contract/papers/paper.ts';
import { openPaper } from '../../../sync/crypto/paper-package.ts';
import { importReleasedKey } from '../../../sync/crypto/paper-text.ts';
import { splitLeftItems } from '../../../sync/domain/papers/left-items.ts';
import { scoreCalls } from '../../../sync/contract/marking/score.ts';
import { createHandIn } from '../../device/hand-in.ts';
import { DeviceStream } from '../../device/sealed-stream.ts';
import { createReader, examRoomMinuteMs } from '../fixtures/exam-room.ts';
import { startTestServer } from '../server-fixture.ts';

const letters = ['A', 'B', 'C', 'D', 'E', 'F'];
const count = 20;
const common = { analysis: '', difficulty: 2, category: '顺序', source: '', bank: 'school', submit: true };

/** Makes an ordering question as the editor and Moodle send it, with the options in the right order. The text of an option contains its place. */
const ordering = (n: number) => ({
  ...common,
  type: sectionType.ordering,
  stem: `把第 ${n} 组步骤排成正确的顺序`,
  options: letters.map((id, at) => ({ id, html: `步骤 ${at + 1}` })),
  key: { kind: 'order', right: letters },
});
const matching = (n: number) => ({
  ...common,
  type: sectionType.matching,
  stem: `连接第 ${n} 组`,
  options: [
    ...letters.slice(0, 3).map((_, at) => ({ id: String(at + 1), html: `左 ${at + 1}` })),
    ...letters.slice(0, 4).map((id, at) => ({ id, html: `右 ${at + 1}` })),
  ],
  key: { kind: 'match', right: letters.slice(0, 3) },
});

/** Publishes an exam with twenty questions of each type, whose authors typed them in the right order. */
async function publishedExam() {
  const server = await startTestServer();
  const { time } = server;
  const school = createReader(await server.callAs(2));
  for (let n = 1; n <= count; n += 1) for (const question of [ordering(n), matching(n)]) await school(questionCalls.add, question);
  const teacher = createReader(await server.callAs(6));
  const listed = await school(questionCalls.getList, { filter: { bank: 'school', status: questionStatus.inUse }, pageSize: 100 });
  expect(listed.total).toBe(2 * count);
  const section = (title: string, type: number) => ({ title, type, count, pointsEach: 3, categories: [], partial: true });
  const rules = { layout: 'one', shuffleQuestions: true, shuffleOptions: true, passPoints: 60 };
  const sections = [section('排序题', sectionType.ordering), section('匹配题', sectionType.matching)];
  const paper = await teacher(paperCalls.add, { name: '卷', sections, rules });
  await teacher(paperCalls.draw, { ...paper, seed: 5 });
  const userId = await server.addUser(8, 'one');
  const post = await server.callOf(userId);
  const startMs = time.nowMs + 60 * examRoomMinuteMs;
  const times = { startMs, durationMs: 60 * examRoomMinuteMs, entryLimitMs: 30 * examRoomMinuteMs, earliestHandInMs: 0 };
  const plan = await teacher(examCalls.add, { name: '考试', paperId: paper.id, ...times, notice: '', examineeIds: [userId] });
  await teacher(examCalls.publish, plan);
  return { server, teacher, me: createReader(post), userId, planId: plan.id, startMs };
}

/** Opens the package as the examinee's PC does once the exam has started. */
async function openedPaper({ server, me, planId, startMs }: Awaited<ReturnType<typeof publishedExam>>) {
  const sealed = await me(examCalls.getPackage, { planId });
  const grant = await me(examCalls.enter, { planId, deviceId: randomUUID(), moveHere: false });
  server.time.nowMs = startMs;
  const content = await openPaper(sealed, await importReleasedKey((await me(examCalls.release, { planId })).contentKey));
  return { grant, items: content.sections.map((section) => section.items) };
}

/** Returns the ids of the options, sorted by the places in their texts. */
const idsByPlace = (options: readonly { id: string; html: string }[]): string[] =>
  options.toSorted((one, two) => Number(one.html.slice(-1)) - Number(two.html.slice(-1))).map(({ id }) => id);

it('a package reveals neither the right order nor the right pairs of ordering and matching questions', { timeout: 60_000 }, async () => {
  const { items } = await openedPaper(await publishedExam());
  const [orders = [], pairs = []] = items;
  expect([orders.length, pairs.length]).toEqual([count, count]);
  // If the package is shuffled, its order equals the answer key by chance only: in 1 of 720 orderings and 1 of 24 matchings.
  const isInOrder = (options: readonly { id: string; html: string }[]) =>
    idsByPlace(options).join() === letters.slice(0, options.length).join();
  expect(orders.filter(({ options }) => isInOrder(options)).length).toBeLessThan(3);
  expect(pairs.filter(({ options }) => isInOrder(splitLeftItems(options).options)).length).toBeLessThan(8);
  // The questions are not all shuffled in the same way, and every option moves.
  const all = new Set(orders.map(({ options }) => idsByPlace(options).join('')));
  expect(all.size).toBeGreaterThan(15);
  for (const place of letters.keys()) expect(new Set([...all].map((order) => order[place])).size).toBeGreaterThan(2);
  // The letters are in alphabetical order, so they do not reveal the right order either.
  for (const { options } of orders) expect(options.map(({ id }) => id)).toEqual(letters);
  expect(JSON.stringify(items)).not.toMatch(/right|key|match"|order"/);
});

it('a right order scores fully and a wrong one nothing; right pairs score their share', { timeout: 60_000 }, async () => {
  const exam = await publishedExam();
  const { server, teacher, me, userId, planId, startMs } = exam;
  const { grant, items } = await openedPaper(exam);
  const [orders = [], pairs = []] = items;
  const stream = await DeviceStream.open(server.deps.keys, userId, startMs, grant.attemptId);
  const answer = (item: { id: string } | undefined, v: string[]) => ({ type: 'answer.set@1', payload: { i: item?.id ?? '', v } });
  const order = idsByPlace(orders[0]?.options ?? []);
  const swapped = idsByPlace(orders[1]?.options ?? []);
  const pairsOf = (at: number) => idsByPlace(splitLeftItems(pairs[at]?.options ?? []).options).slice(0, 3);
  const ops = [
    answer(orders[0], order),
    answer(orders[1], [...swapped.slice(1, 2), ...swapped.slice(0, 1), ...swapped.slice(2)]),
    answer(orders[2], idsByPlace(orders[2]?.options ?? []).slice(0, 5)),
    answer(pairs[0], pairsOf(0)),
    answer(pairs[1], [pairsOf(1)[0] ?? '', '', pairsOf(1)[2] ?? '']),
    answer(pairs[2], ['', pairsOf(2)[0] ?? '', '']),
  ];
  expect((await server.post('/sync/push', stream.push(ops))).code).toBe(0);
  expect((await server.post('/sync/push', stream.push([await createHandIn([stream])]))).code).toBe(0);
  server.time.nowMs = startMs + 66 * examRoomMinuteMs;
  await teacher(examCalls.releaseScores, { id: planId });
  const score = await me(examCalls.myScore, { planId });
  const points = score.sections.map((section) => section.items.slice(0, 3).map((item) => item.points));
  expect(points).toEqual([
    [3, 0, 0],
    [3, 2, 0],
  ]);
  expect(score.points).toBe(8);

  // Staff see how difficult a question was. They may accept another order as correct, but not an incomplete one.
  const { items: analysed } = await teacher(scoreCalls.getAnalysis, { planId });
  expect(analysed.slice(0, 2).map(({ ease, options }) => [ease, options])).toEqual([
    [1, []],
    [0, []],
  ]);
  const matched = (...counts: number[]) => counts.map((each, at) => ({ id: String(at + 1), count: each, mean: each === 0 ? null : 8 }));
  expect(analysed.slice(count, count + 2).map(({ ease, options }) => [ease, options])).toEqual([
    [1, matched(1, 1, 1)],
    [2 / 3, matched(1, 0, 1)],
  ]);
  const second = { planId, questionId: analysed[1]?.questionId ?? 0 };
  const corrected = (right: string[]) => ({ ...second, correction: { kind: 'keys', keys: [{ kind: 'order', right }] } });
  const given = [...swapped.slice(1, 2), ...swapped.slice(0, 1), ...swapped.slice(2)];
  const { changed } = await teacher(scoreCalls.previewCorrection, corrected(given));
  expect(changed.map(({ before, after }) => [before, after])).toEqual([[8, 11]]);
  const staff = await server.callAs(6);
  for (const right of [given.slice(1), [...given.slice(1), given[1] ?? ''], ['Z', ...given.slice(1)]])
    expect(await staff(scoreCalls.previewCorrection.path, corrected(right))).toMatchObject({
      data: { fields: [{ path: 'correction.keys.0' }] },
    });
});
