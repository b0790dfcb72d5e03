import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { markerGroupCalls } from '../../../sync/contract/exams/exam-place.ts';
import { paperCalls } from '../../../sync/contract/papers/paper.ts';
import { type AnswerKey, questionCalls } from '../../../sync/contract/bank/question.ts';
import { userCalls } from '../../../sync/contract/people/user.ts';
import { splitLongAnswer } from '../../../sync/engine/ops/long-answer.ts';
import { readServerKeys } from '../../../server/answer-log/log/server-keys.ts';
import { createHandIn } from '../../device/hand-in.ts';
import { DeviceStream, type OpToWrite } from '../../device/sealed-stream.ts';
import { ApiClient } from '../rig/api-client.ts';
import { isLanding } from '../rig/landing.ts';
import type { BrowserTestServer } from '../rig/server-process.ts';

/** Number of examinees. */
export const examineeCount = isLanding ? 10 : 30;
export const passPoints = 20;
export const formatLoginName = (n: number): string => `examinee${String(n + 1).padStart(2, '0')}`;
const blank = (n: number): string => `<span data-blank="${n}"></span>`;
const choices = ['A', 'B', 'C', 'D'];

const rubric: AnswerKey = {
  kind: 'rubric',
  reference: '<p>见教材第三章。</p>',
  items: [
    { text: '要点一', points: 3 },
    { text: '要点二', points: 3 },
  ],
  veto: ['带电操作'],
};
const choice = (...right: string[]): AnswerKey => ({ kind: 'choice', right });

/** Items of the paper with their points. Every question type occurs. */
export const examItems = [
  { title: '单选题', type: 1, points: 2, stem: '低压断路器不能保护的是', key: choice('B'), partial: false },
  { title: '单选题二', type: 1, points: 2, stem: '测量绝缘电阻用的是', key: choice('A'), partial: false },
  { title: '多选题', type: 2, points: 2, stem: '安全用具有', key: choice('A', 'C'), partial: true },
  { title: '判断题', type: 3, points: 1, stem: '停电后应先验电再接地。', key: choice('T'), partial: false },
  {
    title: '填空题',
    type: 4,
    points: 2,
    stem: `线电压${blank(1)}伏，频率${blank(2)}赫。`,
    key: {
      kind: 'blanks',
      blanks: [
        { mode: 'text', anyOf: ['380', '三百八十'], ignoreCase: true, ignoreWidth: true },
        { mode: 'number', value: 50, tolerance: 0.5 },
      ],
    } satisfies AnswerKey,
    partial: true,
  },
  { title: '简答题', type: 5, points: 6, stem: '说明正反转控制电路的保护。', key: rubric, partial: false },
  { title: '实操题', type: 6, points: 6, stem: '安装并调试正反转控制电路。', key: rubric, partial: false },
  { title: '论文答辩', type: 7, points: 6, stem: '技术总结答辩。', key: rubric, partial: false },
  { title: '综合评审', type: 8, points: 6, stem: '写一份检修方案。', key: rubric, partial: false },
] as const;
/** Item ids of the written answers, and of the performance tasks. */
export const [writtenItems, performedItems] = [
  ['6', '9'],
  ['7', '8'],
];

/**
 * Returns the answers of examinee `n`; the last leaves the essay empty. The texts contain the number of the examinee, so that the test knows the
 * writer, whom the pages do not name.
 */
export function createExamineeAnswers(n: number): Record<string, string[]> {
  return {
    1: [['B'], ['C'], ['A']][n % 3] ?? [],
    2: [n % 4 === 0 ? 'D' : 'A'],
    3: [['A', 'C'], ['A'], ['A', 'B'], ['A', 'C'], ['C']][n % 5] ?? [],
    4: [n % 6 === 0 ? 'F' : 'T'],
    5:
      [
        ['380', '50'],
        ['３８０', '49'],
        ['220', '50.3'],
        ['三百八十', '50.0'],
      ][n % 4] ?? [],
    6: [...splitLongAnswer(`熔断器作短路保护，热继电器作过载保护。编号${n}止`)],
    ...(n < examineeCount - 1 && { 9: [...splitLongAnswer(`先停电、验电、接地，再拆检触头。编号${n}止`)] }),
  };
}
export const findWriter = (answer: string): number => Number(/编号(\d+)止/.exec(answer)?.[1]);

/**
 * Computes the points for the items that the server marks by itself, by the rules of the specification. `corrected`: the answer key of item 1 has
 * been corrected.
 */
export function computeObjectivePoints(n: number, corrected: boolean): number {
  const given = createExamineeAnswers(n);
  const first = given[1]?.[0] === 'B' || (corrected && given[1]?.[0] === 'C') ? 2 : 0;
  const second = given[2]?.[0] === 'A' ? 2 : 0;
  const several = { AC: 2, A: 1, C: 1, AB: 0 }[(given[3] ?? []).join('')] ?? 0;
  const judged = given[4]?.[0] === 'T' ? 1 : 0;
  const blanks = [2, 1, 1, 2][n % 4] ?? 0;
  return first + second + several + judged + blanks;
}

interface CreatedPlan {
  readonly planId: number;
  readonly startMs: number;
  readonly endMs: number;
}

/** Publishes the plan for all examinees. Its markers are a leader and three others; each written answer is marked twice. */
export async function runResultsExam(
  { origin }: BrowserTestServer,
  name: string,
  times: { startsInMs: number; durationMs: number },
): Promise<CreatedPlan> {
  const teacher = await ApiClient.signIn(origin, 'teacher');
  const school = await ApiClient.signIn(origin, 'school');
  for (const { title, type, stem, key } of examItems) {
    const options =
      type === 3
        ? [
            { id: 'T', html: '正确' },
            { id: 'F', html: '错误' },
          ]
        : type < 3
          ? choices.map((id) => ({ id, html: `${stem}之${id}` }))
          : [];
    const made = await teacher.call(questionCalls.add, {
      type,
      stem: `<p>${stem}（${name}）</p>`,
      options,
      key: structuredClone(key),
      analysis: '',
      difficulty: 2,
      category: `${name}${title}`,
      source: '',
    });
    const { changed } = await teacher.call(questionCalls.setStatus, { items: [{ id: made.id, version: made.version }], event: 'submit' });
    await school.call(questionCalls.setStatus, { items: changed.map(({ id, version }) => ({ id, version })), event: 'approve' });
  }
  const sections = examItems.map(({ title, type, points, partial }) => ({
    title,
    type,
    count: 1,
    pointsEach: points,
    categories: [`${name}${title}`],
    partial,
  }));
  const rules = { layout: 'one' as const, shuffleQuestions: false, shuffleOptions: false, passPoints };
  const paper = await teacher.call(paperCalls.draw, await teacher.call(paperCalls.add, { name: `${name}试卷`, sections, rules }));
  const { items: examinees } = await teacher.call(userCalls.getExamUserList, { pageSize: 200, sort: 'login_name' });
  const users = Array.from({ length: examineeCount }, (_, n) => examinees.find((each) => each.login_name === formatLoginName(n))?.id ?? 0);
  const { items: markers } = await school.call(userCalls.getList, { pageSize: 200, filter: { user_type: 4 } });
  const idOf = (login: string) => markers.find((each) => each.login_name === login)?.id ?? 0;
  const group = await school.call(markerGroupCalls.add, {
    name: `${name}组`,
    leaderId: idOf('marker'),
    members: ['marker2', 'marker3', 'marker4'].map((login) => ({ userId: idOf(login), quota: 0 })),
    twice: true,
    tolerance: 1,
    note: '',
  });
  const startMs = Date.now() + times.startsInMs;
  const plan = await teacher.call(examCalls.add, {
    name,
    paperId: paper.id,
    startMs,
    durationMs: times.durationMs,
    entryLimitMs: times.durationMs,
    earliestHandInMs: 0,
    notice: '',
    examineeIds: users,
    markerGroupIds: [group.id],
  });
  await teacher.call(examCalls.publish, plan);
  return { planId: plan.id, startMs, endMs: startMs + times.durationMs };
}

/** Simulates a PC without a browser. Its ops are sealed and chained like those of a browser. */
export class SealedSittingClient {
  readonly #client: ApiClient;
  readonly #open: (epoch: number) => Promise<DeviceStream>;
  #stream: DeviceStream | undefined;

  private constructor(client: ApiClient, open: (epoch: number) => Promise<DeviceStream>) {
    this.#client = client;
    this.#open = open;
  }

  static async begin(server: BrowserTestServer, planId: number, login: string): Promise<SealedSittingClient> {
    const keys = await readServerKeys(join(server.dataDir, 'keys.json'));
    const client = await ApiClient.signIn(server.origin, login);
    const { user } = await client.call(userCalls.getInfo, {});
    const grant = await client.call(examCalls.enter, { planId, deviceId: randomUUID(), moveHere: false });
    return new SealedSittingClient(client, (epoch) => DeviceStream.open(keys, user.id, Date.now(), grant.attemptId, epoch));
  }

  async answer(answers: Readonly<Record<string, string[]>>): Promise<void> {
    this.#stream = await this.#open(1);
    const set = Object.entries(answers).map(([i, v]): OpToWrite => ({ type: 'answer.set@1', payload: { i, v } }));
    await this.#push(this.#stream, [{ type: 'attempt.enter@1', payload: {} }, ...set]);
    await this.#push(this.#stream, [await createHandIn([this.#stream])]);
  }

  /** Sends an answer after the hand-in, from another tab of the same PC. */
  async answerLate(i: string, v: string[]): Promise<void> {
    const tab = await this.#open(1);
    tab.raiseLamport(this.#stream?.lamport ?? 0);
    await this.#push(tab, [{ type: 'answer.set@1', payload: { i, v } }]);
  }

  async #push(stream: DeviceStream, ops: readonly OpToWrite[]): Promise<void> {
    const { code, msg } = await this.#client.send('/sync/push', stream.push(ops));
    if (code !== 0) throw new Error(msg);
  }
}
