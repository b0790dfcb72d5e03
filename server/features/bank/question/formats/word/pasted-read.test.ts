import { expect, it } from 'vitest';
import { expectLinear } from '../../../../../../tests/fixtures/expect-linear.ts';
import { isPastedText } from './pasted-read.ts';

it('isPastedText recognises numbered lines with options or answers, indented or not', () => {
  expect(isPastedText('  1. 题\n　A. 甲\nB. 乙')).toBe(true);
  expect(isPastedText('\n\n（1）题\n答：略')).toBe(true);
  expect(isPastedText('题 {=甲 ~乙}')).toBe(false);
  expect(isPastedText('  <quiz>\n1. 题\nA. 甲')).toBe(false);
});
it('isPastedText takes linear time for a file that begins with white space or brackets', async () => {
  for (const worst of ['\n', '\r', ' \n', '（\n', '\t\r\n', '\u3000\n'])
    await expectLinear(
      (size) => `（${worst.repeat(size)}x`,
      1_000,
      (head) => isPastedText(head),
    );
});
