import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TextNote } from '../../sync/contract/marking/text-note.ts';
import { sortByTextOrder, moveByLetter, getNoteQuote, splitByNotes } from './text-notes.ts';

const note = (from: number, to: number): TextNote => ({ from, to, kind: 'right', text: '' });

test('splitByNotes splits an answer into parts that join to it, each with the notes that cover it', () => {
  const cases = fc.string({ unit: 'grapheme', maxLength: 40 }).chain((answer) =>
    fc.record({
      answer: fc.constant(answer),
      notes: fc.array(
        fc.tuple(fc.nat(answer.length), fc.nat(answer.length)).map(([a, b]) => note(Math.min(a, b), Math.max(a, b))),
        { maxLength: 6 },
      ),
    }),
  );
  fc.assert(
    fc.property(cases, ({ answer, notes }) => {
      const stretches = splitByNotes(answer, notes);
      expect(stretches.map(({ text }) => text).join('')).toBe(answer);
      let from = 0;
      for (const { text, notes: on } of stretches) {
        for (const [index, each] of notes.entries()) expect(on.includes(index)).toBe(each.from <= from && each.to >= from + text.length);
        from += text.length;
      }
      for (const [index, each] of notes.entries())
        if (each.from < each.to) expect(stretches.filter(({ ends }) => ends.includes(index))).toHaveLength(1);
    }),
  );
});

test('getNoteQuote shortens a quote, and sortByTextOrder sorts notes by their place in the text', () => {
  expect(getNoteQuote('熔断器作短路保护', note(0, 3))).toBe('熔断器');
  expect([...getNoteQuote('一'.repeat(60), note(0, 60))].length).toBeLessThanOrEqual(24);
  expect(sortByTextOrder([note(5, 6), note(0, 9), note(0, 2)]).map(({ from, to }) => [from, to])).toEqual([
    [0, 2],
    [0, 9],
    [5, 6],
  ]);
});

test('moveByLetter moves by whole characters', () => {
  const answer = '接𠮷点';
  const on = [0, 1, 3, 4];
  for (const [at, from] of on.entries()) {
    expect(moveByLetter(answer, from, 1)).toBe(on[at + 1] ?? 4);
    expect(moveByLetter(answer, from, -1)).toBe(on[at - 1] ?? 0);
  }
});
