import { expect, test } from 'vitest';
import { createSearchMemory } from './search-memory.ts';

test('a word is searched once, and its result does not replace newer typing', () => {
  const memory = createSearchMemory('');
  expect(memory.isNews('电')).toBe(true);
  expect(memory.isNews('电')).toBe(false);
  expect(memory.isNews('电工')).toBe(true);
  expect(memory.isFromOutside('电', '电工证')).toBe(false);
  expect(memory.isFromOutside('电工', '电工证')).toBe(false);
});

test('a word from outside replaces the field’s text, unless the user is typing', () => {
  const memory = createSearchMemory('电工');
  expect(memory.isFromOutside('', '电工')).toBe(true);
  expect(memory.isFromOutside('钳工', '焊')).toBe(false);
});

test('a word whose search was cleared at once is searched again on demand', () => {
  const memory = createSearchMemory('');
  // The user left the field and pressed "clear filters" at the same moment, so the list's keyword is '' before and after.
  expect(memory.isWanted('电工', '')).toBe(true);
  expect(memory.isNews('电工')).toBe(false);
  expect(memory.isWanted('电工', '')).toBe(true);
  expect(memory.isFromOutside('电工', '电工')).toBe(false);
  expect(memory.isWanted('电工', '电工')).toBe(false);
  // The list has returned every keyword that the field reported, so a keyword cleared from outside empties the field.
  expect(memory.isFromOutside('', '电工')).toBe(true);
  expect(memory.isFromOutside('电工', '')).toBe(true);
});
