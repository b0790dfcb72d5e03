import { expect, test } from 'vitest';
import { type Mending, untouched } from './import-rows.ts';
import { isAllSent, nextSending } from './import-sending.ts';

const input = { fileName: '电工.xlsx', content: 'eA==', category: '', mode: 'good', skipDuplicates: true } as const;
const later: Mending = { mended: new Map(), drop: new Set([3]) };

test('while nobody knows whether an import arrived, it is sent again word for word', () => {
  const first = nextSending(null, input, untouched);
  const again = nextSending(first, { ...input, mode: 'all' }, later);
  expect(again.input).toEqual(first.input);
  // Changes made after sending are not included; they stay on this PC.
  expect(isAllSent(again, later)).toBe(false);
  expect(isAllSent(again, untouched)).toBe(true);
});

test('once the first is known not to have begun, what stands now is sent', () => {
  const other = nextSending(null, { ...input, mode: 'all' }, later);
  expect(other.input).toMatchObject({ mode: 'all', drop: [3] });
  expect(isAllSent(other, later)).toBe(true);
});
