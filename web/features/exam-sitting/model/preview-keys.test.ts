import { expect, it } from 'vitest';
import { listRightLetters, toScreenKey } from './preview-keys.ts';

const letters = { A: 'C', B: 'A', C: 'B' };
const item = { options: Object.entries(letters).map(([id, letter]) => ({ id, letter, html: '' })) } as unknown as Parameters<
  typeof toScreenKey
>[0];
const question = (key: object) => ({ key }) as Parameters<typeof toScreenKey>[1];

it('toScreenKey and listRightLetters translate a key to the option letters on the screen', () => {
  expect(toScreenKey(item, question({ kind: 'order', right: ['B', 'C', 'A'] }))).toEqual({ kind: 'order', right: ['A', 'B', 'C'] });
  expect(toScreenKey(item, question({ kind: 'match', right: ['A', 'A'] }))).toEqual({ kind: 'match', right: ['C', 'C'] });
  const choice = { kind: 'choice', right: ['A'] };
  expect(toScreenKey(item, question(choice))).toBe(choice);
  expect(listRightLetters(item, question(choice))).toEqual(['C']);
  expect(listRightLetters(item, question({ kind: 'order', right: ['B', 'C', 'A'] }))).toEqual([]);
});
