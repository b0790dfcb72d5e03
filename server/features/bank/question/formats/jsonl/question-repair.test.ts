import { expect, it } from 'vitest';
import { expectLinear } from '../../../../../../tests/fixtures/expect-linear.ts';
import { repairStem } from './question-repair.ts';

it('repairStem removes the exam instructions before a numbered stem', () => {
  const { text, notes } = repairStem('考试结束后交卷。\n\n一、选择题：共 20 题。\n \n 12．  银河系（ ）');
  expect(text).toBe('银河系（ ）');
  expect(notes).toHaveLength(1);
});
it('repairStem leaves a numbered paragraph that follows no instructions', () => {
  expect(repairStem('材料一\n\n1. 银河系').text).toBe('材料一\n1. 银河系');
});
it('repairStem takes linear time for line breaks, spaces and numbers', async () => {
  for (const worst of ['\n', ' \n', '\n\n1. ', '\n\n1', ' ', '\u00a0', '选择题\n\n1. '])
    await expectLinear(
      (size) => `选择题${worst.repeat(size)}x`,
      2_000,
      (text) => repairStem(text),
    );
});
