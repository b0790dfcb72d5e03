import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { questionStatus } from '../../../sync/contract/codes.ts';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { paperCalls } from '../../../sync/contract/papers/paper.ts';
import { type AnswerKey, questionBody } from '../../../sync/contract/bank/question.ts';
import type { SealedPackage } from '../../../sync/contract/exams/sitting.ts';
import { decodeUtf8 } from '../../../sync/crypto/bytes.ts';
import { formatPackageBinding } from '../../../sync/crypto/canonical.ts';
import { openWithGcm } from '../../../sync/crypto/gcm.ts';
import { importReleasedKey } from '../../../sync/crypto/paper-text.ts';
import { hashQuestion } from '../../../server/features/bank/question/similarity/question-hash.ts';
import { addQuestions } from '../../../server/features/bank/question/question-adding.ts';
import { examRoomMinuteMs, createReader } from '../fixtures/exam-room.ts';
import { startTestServer } from '../server-fixture.ts';

const secret = '机密';
const options = ['A', 'B', 'C'].map((id) => ({ id, html: `选项${id}` }));
const judgement = [
  { id: 'T', html: '正确' },
  { id: 'F', html: '错误' },
];
const rubric: AnswerKey = {
  kind: 'rubric',
  reference: `<p>${secret}参考答案</p>`,
  items: [{ text: `${secret}得分点`, points: 1.5 }],
  veto: [`${secret}否决项`],
  files: 2,
};
const blanks: AnswerKey = {
  kind: 'blanks',
  blanks: [
    { mode: 'text', anyOf: [`${secret}填空`], ignoreCase: true, ignoreWidth: true },
    { mode: 'number', value: 31.4159, tolerance: 0.0271 },
  ],
};
/** One question of each type: the options, which examinees see, and the answer key, which they must not read. */
const kinds: readonly { type: number; options: readonly { id: string; html: string }[]; key: AnswerKey }[] = [
  { type: 1, options, key: { kind: 'choice', right: ['B'] } },
  { type: 2, options, key: { kind: 'choice', right: ['A', 'C'] } },
  { type: 3, options: judgement, key: { kind: 'choice', right: ['F'] } },
  { type: 4, options: [], key: blanks },
  { type: 9, options, key: { kind: 'order', right: ['C', 'A', 'B'] } },
  { type: 10, options: [...['1', '2'].map((id) => ({ id, html: `左项${id}` })), ...options], key: { kind: 'match', right: ['C', 'A'] } },
  ...[5, 6, 7, 8].map((type) => ({ type, options: [], key: rubric })),
];
/** Every property name that an opened paper may contain. A new name must be added here deliberately. */
const names =
  'planId variant version title layout shuffleQuestions shuffleOptions sections type items id stemHtml options html blankCount points files'.split(
    ' ',
  );

function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => [name, ...namesIn(each)]);
}

/**
 * Publishes two variants with all question types, each question with analysis, source, point criteria and difficulty, one hour before the
 * start.
 */
async function published() {
  const server = await startTestServer();
  const { deps, time } = server;
  const teacher = createReader(await server.callAs(6));
  const bodies = kinds.flatMap((kind) =>
    [1, 2].map((n) => {
      const blank = kind.type === 4 ? '<span data-blank="1"></span>，<span data-blank="2"></span>' : '';
      const filed = {
        analysis: `<p>${secret}解析</p>`,
        source: `${secret}来源`,
        tags: [`${secret}标签`],
        scoreHint: 7.5,
        category: '全题型',
      };
      return questionBody.parse({ ...kind, ...filed, stem: `题干 ${kind.type}-${n} ${blank}`, difficulty: 3 });
    }),
  );
  await addQuestions(
    deps.db,
    bodies.map((body) => ({ body, hash: hashQuestion(body) })),
    { userId: server.idOf('type6'), schoolId: server.schoolIds[0], skipDuplicates: false, status: questionStatus.inUse, nowMs: time.nowMs },
  );
  const sections = kinds.map(({ type }) => ({
    title: `第 ${type} 大题`,
    type,
    count: 1,
    pointsEach: 2,
    categories: ['全题型'],
    partial: true,
  }));
  const rules = { layout: 'one', shuffleQuestions: false, shuffleOptions: false, passPoints: 9.5 };
  const paper = await teacher(paperCalls.add, { name: `${secret}卷名`, sections, rules });
  await teacher(paperCalls.draw, { ...paper, seed: 3, variants: 2 });
  const examinees = [];
  for (const name of ['one', 'two']) {
    const userId = await server.addUser(8, name);
    const post = await server.callOf(userId);
    examinees.push({ userId, post, read: createReader(post) });
  }
  const startMs = time.nowMs + 60 * examRoomMinuteMs;
  const times = { startMs, durationMs: 60 * examRoomMinuteMs, entryLimitMs: 30 * examRoomMinuteMs, earliestHandInMs: 0 };
  const examineeIds = examinees.map((examinee) => examinee.userId);
  const plan = await teacher(examCalls.add, { name: '考试', paperId: paper.id, ...times, notice: '', examineeIds });
  await teacher(examCalls.publish, plan);
  return { server, examinees, planId: plan.id, startMs };
}

/** Opens a package with a content key. Rejects if the plan, variant or version of the package was changed. */
const open = async ({ planId, variant, version, sealed }: SealedPackage, contentKey: string): Promise<string> =>
  decodeUtf8(await openWithGcm(await importReleasedKey(contentKey), sealed, formatPackageBinding(planId, variant, version)));

it('a decrypted package contains no key, analysis or scoring rule of any question type', async () => {
  const { server, examinees, planId, startMs } = await published();
  const packages = await Promise.all(examinees.map((examinee) => examinee.read(examCalls.getPackage, { planId })));
  expect(packages.map((one) => one.variant)).toEqual(['A', 'B']);
  // Without its content key, a package reveals no text of the paper, and no call returns the content key before the start.
  for (const one of packages) {
    const bytes = Buffer.from(one.sealed, 'base64url').toString('latin1') + JSON.stringify({ ...one, sealed: '' });
    for (const word of ['题干', '选项A', secret, '考试']) {
      expect(bytes.includes(word)).toBe(false);
      expect(bytes.includes(Buffer.from(word).toString('latin1'))).toBe(false);
    }
  }
  for (const examinee of examinees) {
    await examinee.read(examCalls.enter, { planId, deviceId: randomUUID(), moveHere: false });
    expect((await examinee.post('/exam/release', { planId })).code).toBe(1002);
  }
  server.time.nowMs = startMs;
  const keys = [];
  for (const examinee of examinees) keys.push((await examinee.read(examCalls.release, { planId })).contentKey);
  for (const [at, one] of packages.entries()) {
    const plain = await open(one, keys[at] ?? '');
    expect(plain).toContain('题干 1-');
    for (const word of [
      secret,
      '31.4159',
      '0.0271',
      '7.5',
      '9.5',
      '1.5',
      'choice',
      'blanks',
      'rubric',
      'right',
      'anyOf',
      'order"',
      'match"',
    ])
      expect(plain).not.toContain(word);
    expect(namesIn(JSON.parse(plain)).filter((name) => !names.includes(name))).toEqual([]);
    // The content key of one variant does not open the package of the other, and a package with a changed variant or version cannot be opened.
    await expect(open(one, keys[1 - at] ?? '')).rejects.toThrow();
    await expect(open({ ...one, variant: at === 0 ? 'B' : 'A' }, keys[at] ?? '')).rejects.toThrow();
    await expect(open({ ...one, version: one.version + 1 }, keys[at] ?? '')).rejects.toThrow();
  }
});
