import { expect, it } from 'vitest';
import { sectionType } from '../../../../sync/contract/codes.ts';
import type { StoredQuestion } from '../../bank/question/question-reads.ts';
import { freezePaper, listFreezeWarnings, maxPaperTextLength, listPublishObstacles } from './paper-freeze.ts';

const section = {
  title: '一、单选题',
  type: sectionType.single,
  count: 60,
  pointsEach: 1,
  partial: false,
  categories: [],
  difficulty: null,
  tags: [],
  level: null,
};
const ids = Array.from({ length: 60 }, (_, at) => at + 1);
const paper = {
  sections: [section],
  rules: { layout: 'one', shuffleQuestions: false, shuffleOptions: false },
  variants: [{ sections: [ids.map((id) => ({ id, locked: false }))] }],
} as unknown as Parameters<typeof freezePaper>[0];
const uploads = { dataAddress: async () => 'missing' } as unknown as Parameters<typeof freezePaper>[2];
const name = { planId: 1, variant: 'A', at: 0, version: 1, title: '理论' };
const question = (stem: string) =>
  ({ stem, options: [{ id: 'a', html: '甲' }], key: { kind: 'choice', right: ['a'] } }) as unknown as StoredQuestion;

it('typesets no more than fits into a paper, lets others go on meanwhile, and says why it is not published', async () => {
  const wide = `$\\begin{matrix}${'&'.repeat(700)}\\end{matrix}$`;
  const frozen = async (stem: string) => {
    let othersTurns = 0;
    const other = setInterval(() => (othersTurns += 1), 0);
    const made = await freezePaper(paper, new Map(ids.map((id) => [id, question(stem)])), uploads, name);
    clearInterval(other);
    return { made, othersTurns };
  };
  const plain = await frozen('电流的单位是 $I$');
  expect(listPublishObstacles(plain.made)).toEqual([]);
  expect(plain.made.content.sections[0]?.items).toHaveLength(60);

  const { made, othersTurns } = await frozen(wide.repeat(25));
  expect(made.textLength).toBeGreaterThan(maxPaperTextLength);
  expect(JSON.stringify(made.content).length).toBeLessThan(3 * maxPaperTextLength);
  expect(listPublishObstacles(made).map((each) => each['zh-CN'])).toEqual([expect.stringContaining('20.0 MB')]);
  expect(othersTurns).toBeGreaterThan(0);
});

it('25.14: marks and names questions whose options speak of others when the paper shuffles options', async () => {
  const speaking = {
    ...question('题'),
    options: [
      { id: 'a', html: '甲' },
      { id: 'b', html: '以上都是' },
    ],
  } as unknown as StoredQuestion;
  const questions = new Map(ids.map((id) => [id, id === 7 ? speaking : question('题')]));
  const shuffling = { ...paper, rules: { ...paper.rules, shuffleOptions: true } };
  const frozen = await freezePaper(shuffling, questions, uploads, name);
  expect(frozen.content.sections[0]?.items.filter((item) => item.optionsInOrder).map((item) => item.id)).toEqual(['7']);
  expect(listFreezeWarnings(frozen).map((each) => each.en)).toEqual([
    'Question 7 has an option that refers to other options; its options are not shuffled',
  ]);
  expect(listFreezeWarnings(await freezePaper(paper, questions, uploads, name))).toEqual([]);
});
