import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { requireDone, startTestServer } from '../server-fixture.ts';
import { validateBytes } from '../../fixtures/questions/row-digest.ts';

interface Written {
  readonly fileName: string;
  readonly content: string;
}
const question = (stem: string, right: string) => ({
  type: 1,
  stem,
  options: ['甲', '乙'].map((html, at) => ({ id: 'AB'[at], html })),
  key: { kind: 'choice', right: [right] },
  analysis: '机密解析',
  difficulty: 2,
  category: '',
  source: '',
  submit: true,
});
const section = {
  title: '一、单选题',
  type: 1,
  count: 2,
  pointsEach: 5,
  partial: false,
  categories: [],
  difficulty: null,
  tags: [],
  level: null,
};
const rules = { layout: 'one', shuffleQuestions: false, shuffleOptions: false, passPoints: 6, minutes: 60, bank: 'school', maxShared: 0 };

async function school() {
  const server = await startTestServer();
  const [maker, keeper] = [await server.callAs(6), await server.callAs(2)];
  const questions = [];
  for (const [stem, right] of [
    ['停电检修前先做', 'A'],
    ['再做', 'B'],
  ] as const)
    questions.push(await requireDone<{ id: number; version: number }>(keeper('/question/add', question(stem, right))));
  const paper = await requireDone<{ id: number; version: number }>(
    maker('/paper/add', { name: '月考', kind: 'exam', category: '', sections: [section], rules }),
  );
  const variants = [{ sections: [questions.map(({ id }) => ({ id, locked: false }))] }];
  await requireDone(maker('/paper/choose', { ...paper, variants }));
  return { server, maker, paper };
}
const text = (file: Written) =>
  Object.values(unzipSync(new Uint8Array(Buffer.from(file.content, 'base64'))))
    .map((part) => strFromU8(part))
    .join('\n');

it('exportWord contains no trace of an answer; exportWordKeys contains the answers', async () => {
  const { maker, paper } = await school();
  const plain = await requireDone<Written>(maker('/paper/exportWord', { id: paper.id, variant: 'A' }));
  expect(text(plain)).toContain('甲学院');
  expect(text(plain)).toContain('停电检修前先做');
  expect(text(plain)).not.toMatch(/机密|答案|wenkao/);
  const keyed = await requireDone<Written>(maker('/paper/exportWordKeys', { id: paper.id, variant: 'A' }));
  const { rows } = await validateBytes('a.docx', new Uint8Array(Buffer.from(keyed.content, 'base64')));
  expect(rows.map((row) => [row.question?.stem, row.question?.key, row.question?.analysis])).toEqual([
    ['停电检修前先做', { kind: 'choice', right: ['A'] }, '机密解析'],
    ['再做', { kind: 'choice', right: ['B'] }, '机密解析'],
  ]);
  expect((await maker('/paper/exportWord', { id: paper.id, variant: 'B' })).code).toBe(1005);
  const empty = await requireDone<{ id: number }>(
    maker('/paper/add', { name: '空卷', kind: 'exam', category: '', sections: [section], rules }),
  );
  expect((await maker('/paper/exportWord', { id: empty.id, variant: 'A' })).code).toBe(1002);
});
