import { expect, it } from 'vitest';
import type { AnswerKey } from '../../../../sync/contract/bank/question-body.ts';
import { createBankSchool, createSingleChoice } from '../../../../tests/fixtures/server/bank-data.ts';
import { drawOptionLetters } from './option-letters.ts';

const options = ['A', 'B', 'C', 'D'].map((id) => ({ id, html: `第 ${id} 步` }));
const leftItems = ['1', '2', '3'].map((id) => ({ id, html: `左 ${id}` }));
const order = (...right: string[]): AnswerKey => ({ kind: 'order', right });
const match = (...right: string[]): AnswerKey => ({ kind: 'match', right });
/** Returns the texts of the options that a key names, in the order of the key. */
const optionsOfKey = (body: { options: { id: string; html: string }[]; key: AnswerKey }): (string | undefined)[] =>
  'right' in body.key ? body.key.right.map((id) => body.options.find((option) => option.id === id)?.html) : [];

it('drawOptionLetters draws every order equally often, and the key still names the same options', () => {
  const countByOrder = new Map<string, number>();
  for (let at = 0; at < 2400; at += 1) {
    const drawn = drawOptionLetters({ options, key: order('A', 'B', 'C', 'D') });
    expect(optionsOfKey(drawn)).toEqual(options.map(({ html }) => html));
    expect(drawn.options.map(({ id }) => id)).toEqual(['A', 'B', 'C', 'D']);
    const key = drawn.key.kind === 'order' ? drawn.key.right.join('') : '';
    countByOrder.set(key, (countByOrder.get(key) ?? 0) + 1);
  }
  expect(countByOrder.size).toBe(24);
  expect(Math.min(...countByOrder.values())).toBeGreaterThan(50);
  expect(Math.max(...countByOrder.values())).toBeLessThan(170);
});

it('drawOptionLetters shuffles the options of a matching question, and leaves the left items', () => {
  const drawings = Array.from({ length: 100 }, () => drawOptionLetters({ options: [...leftItems, ...options], key: match('A', 'B', 'A') }));
  for (const one of drawings) {
    expect(one.options.slice(0, 3)).toEqual(leftItems);
    expect(optionsOfKey(one)).toEqual(['第 A 步', '第 B 步', '第 A 步']);
  }
  expect(new Set(drawings.map((one) => one.options.at(-1)?.html)).size).toBe(4);
});

it('drawOptionLetters leaves letters that an author chose, and questions of other types', () => {
  for (const body of [
    { options, key: order('C', 'A', 'B', 'D') },
    { options: [...leftItems, ...options], key: match('B', 'A', 'D') },
    { options, key: { kind: 'choice', right: ['A'] } satisfies AnswerKey },
  ])
    expect(drawOptionLetters(body)).toBe(body);
});

it('a question keeps its option letters when it is saved again without a change', async () => {
  const { handlers, teacher, add } = await createBankSchool();
  const question = createSingleChoice('排序', { type: 9, options: options.slice(0, 2), key: order('A', 'B') });
  for (let at = 0; at < 8; at += 1) {
    const { id, version } = await add({ ...question, stem: `排序 ${at}` });
    const stored = await handlers.getById({ id }, teacher);
    expect(optionsOfKey(stored)).toEqual(['第 A 步', '第 B 步']);
    const { options: listed, key, stem } = stored;
    expect((await handlers.modify({ ...question, id, version, options: listed, key, stem }, teacher)).version).toBe(version);
  }
});
