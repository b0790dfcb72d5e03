import { createCanvas } from '@napi-rs/canvas';
import type { CallOutput } from '../../sync/contract/call.ts';
import { markerGroupCalls } from '../../sync/contract/exams/exam-place.ts';
import { examCalls } from '../../sync/contract/exams/exam.ts';
import { cardCalls } from '../../sync/contract/marking/card.ts';
import { paperCalls } from '../../sync/contract/papers/paper.ts';
import { userCalls } from '../../sync/contract/people/user.ts';
import { formatCardCode } from '../../sync/domain/answer-card/card-code.ts';
import { type CardLayout, type CardPage, layOutCard } from '../../sync/domain/answer-card/card-layout.ts';
import { createApprovedQuestion } from '../e2e/exam/written-exam.ts';
import { ApiClient } from '../e2e/rig/api-client.ts';
import { type BubbleInk, drawPage, type Scene } from '../fixtures/answer-card/synthetic-page.ts';

/**
 * Id of an exam whose answer cards were scanned, and ids of three scans that a person must look at. Addresses in `screen-list.ts` contain
 * these names in braces in place of the ids.
 */
export interface CardRoom {
  readonly cards: number;
  readonly doubtfulCard: number;
  readonly unreadableCard: number;
  readonly twinCard: number;
}

const minuteMs = 60_000;
const pixelsPerMm = 200 / 25.4;
const scanner: Scene = {
  random: () => 0.5,
  pixelsPerMm,
  degrees: 0,
  tilt: [0, 0],
  noise: 3,
  shadow: 1,
  gradient: 0.97,
  table: 1,
  marginMm: 0,
  blurs: 1,
  black: 0.12,
};

/**
 * Scans cards of six of the eight examinees: two complete ones, a doubtful one, an unreadable one, two scans of the same page, and a card
 * of another exam.
 */
export async function scanCards(origin: string): Promise<CardRoom> {
  const { teacher, marker } = { teacher: await ApiClient.signIn(origin, 'teacher'), marker: await ApiClient.signIn(origin, 'marker') };
  const { planId, userIds } = await publishCardExam(origin, teacher);
  const { variants } = await teacher.call(examCalls.getAnswerCards, { planId, boxes: true });
  const layout = layOutCard(variants[0]?.sections ?? []);
  const files: [string, Buffer][] = [
    ['扫描_0001.jpg', drawCard(layout, planId, userIds[0], 'fill')],
    ['扫描_0002.jpg', drawCard(layout, planId, userIds[1], 'fill')],
    ['扫描_0003.jpg', drawCard(layout, planId, userIds[2], 'tick')],
    ['扫描_0004.jpg', drawCard(layout, planId, userIds[3], 'fill', { marginMm: -17 })],
    ['扫描_0005.jpg', drawCard(layout, planId, userIds[4], 'fill', { degrees: 2 })],
    ['扫描_0006.jpg', drawCard(layout, planId, userIds[4], 'fill', { degrees: -3 })],
    ['扫描_0007.jpg', drawCard(layout, planId + 1, userIds[5], 'fill')],
  ];
  const urls: string[] = [];
  for (const [name, bytes] of files) urls.push(await marker.uploadByForm(bytes, name));
  await marker.call(cardCalls.addScans, { planId, urls });
  let list: CallOutput<typeof cardCalls.getScans>;
  do {
    await new Promise((resolve) => setTimeout(resolve, 300));
    list = await marker.call(cardCalls.getScans, { planId });
  } while (list.reading || list.scans.some(({ state }) => state === 'waits'));
  const find = (state: string): number => list.scans.find((scan) => scan.state === state)?.scanId ?? 0;
  return { cards: planId, doubtfulCard: find('doubtful'), unreadableCard: find('unreadable'), twinCard: find('twice') };
}

/** Publishes an exam of 20 rows of bubbles and a written question that begins at once. */
async function publishCardExam(origin: string, teacher: ApiClient): Promise<{ planId: number; userIds: number[] }> {
  const school = await ApiClient.signIn(origin, 'school');
  const key = {
    kind: 'rubric' as const,
    reference: '<p>短路、过载、失压、欠压保护，以及接触器联锁。</p>',
    items: [
      { text: '主电路的短路与过载保护', points: 5 },
      { text: '控制电路的失压与欠压保护', points: 5 },
    ],
    veto: [],
  };
  const stem = '<p>说明接触器联锁正反转控制电路中各有哪些保护。</p>';
  await createApprovedQuestion({ teacher, school }, { category: '答题卡简答', type: 5, stem, key });
  const section = (title: string, type: 1 | 3 | 5, count: number, pointsEach: number, categories: string[]) => ({
    title,
    type,
    count,
    pointsEach,
    categories,
    partial: false,
  });
  const wide = ['电工基础', '电机与变压器', '低压电器与控制', '测量与安全'];
  const draft = await teacher.call(paperCalls.add, {
    name: '电工四级理论知识（答题卡）',
    sections: [
      section('一、单项选择题', 1, 15, 4, wide),
      section('二、判断题', 3, 10, 3, wide),
      section('三、简答题', 5, 1, 10, ['答题卡简答']),
    ],
    rules: { layout: 'one', shuffleQuestions: false, shuffleOptions: false, passPoints: 60 },
  });
  const paper = await teacher.call(paperCalls.draw, draft);
  const { items: markers } = await school.call(userCalls.getList, { pageSize: 200, filter: { user_type: 4 } });
  const idOf = (login: string): number => markers.find((each) => each.login_name === login)?.id ?? 0;
  const group = await school.call(markerGroupCalls.add, {
    name: '答题卡阅卷组',
    leaderId: idOf('marker2'),
    members: ['marker', 'marker3'].map((login) => ({ userId: idOf(login), quota: 0 })),
    twice: false,
    tolerance: 1,
    note: '',
  });
  const { items: people } = await teacher.call(userCalls.getExamUserList, { pageSize: 200, sort: 'login_name' });
  const userIds = people.slice(0, 8).map(({ id }) => id);
  const plan = await teacher.call(examCalls.add, {
    name: '电工四级理论知识 12 月批次',
    paperId: paper.id,
    startMs: Date.now() + 1500,
    durationMs: minuteMs,
    entryLimitMs: minuteMs,
    earliestHandInMs: 0,
    notice: '',
    examineeIds: userIds,
    markerGroupIds: [group.id],
  });
  await teacher.call(examCalls.publish, plan);
  await new Promise((resolve) => setTimeout(resolve, 2000));
  return { planId: plan.id, userIds };
}

/**
 * Draws the first page of a card as a JPEG file. Every row has one filled bubble, except that `third` decides the mark in the third row.
 * The boxes contain handwriting.
 */
function drawCard(
  layout: CardLayout,
  planId: number,
  userId: number | undefined,
  third: BubbleInk['look'],
  scene: Partial<Scene> = {},
): Buffer {
  const [page] = layout.pages;
  if (page === undefined || userId === undefined) throw new Error('a card has a page and an examinee');
  const inks = page.rows.flatMap(({ bubbles }, at): BubbleInk[] => {
    const bubble = bubbles[(at * 7 + userId) % bubbles.length];
    return bubble === undefined ? [] : [{ bubble, look: at === 2 ? third : 'fill', ink: 0.85 }];
  });
  const code = formatCardCode({ planId, userId, page: 1, pages: layout.pages.length, layout: layout.hash });
  const { width, height, data } = drawPage(page, code, inks, { ...scanner, ...scene });
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const pixels = context.createImageData(width, height);
  data.forEach((grey, at) => pixels.data.set([grey, grey, grey, 255], at * 4));
  context.putImageData(pixels, 0, 0);
  if (Object.keys(scene).length === 0) writeAnswers(context, page);
  return canvas.toBuffer('image/jpeg', 90);
}

/** Writes an answer into each box of an answer card's page. */
function writeAnswers(context: ReturnType<ReturnType<typeof createCanvas>['getContext']>, page: CardPage): void {
  context.font = `italic ${5 * pixelsPerMm}px "KaiTi", "Noto Serif CJK SC", serif`;
  const lines = ['1. 主电路：熔断器短路保护，热继电器过载保护', '2. 控制电路：接触器线圈失压、欠压保护', '3. 正反转接触器互相联锁'];
  for (const { xMm, yMm, widthMm, heightMm } of page.boxes) {
    // Covers the dashes that `drawPage` draws in place of handwriting.
    context.fillStyle = '#f5f5f5';
    context.fillRect((xMm + 1) * pixelsPerMm, (yMm + 1) * pixelsPerMm, (widthMm - 2) * pixelsPerMm, (heightMm - 2) * pixelsPerMm);
    context.fillStyle = '#333';
    lines.forEach((line, at) => context.fillText(line, (xMm + 5) * pixelsPerMm, (yMm + 12 + at * 11) * pixelsPerMm));
  }
}
