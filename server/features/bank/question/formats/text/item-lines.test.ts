import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../../../../../tests/fixtures/expect-linear.ts';
import { parseRubricItems, formatRubricItems } from '../answer-text.ts';
import { parseItemLines } from './item-lines.ts';

const read = (text: string) => parseRubricItems(text, () => undefined)?.map((item) => `${item.points} ${item.text}`);

describe('parseRubricItems', () => {
  it.each([
    ['1.接线正确（5分）2.试车成功（5分）', ['5 1.接线正确', '5 2.试车成功']],
    ['接线正确5分，试车成功5分，共10分', ['5 接线正确', '5 试车成功']],
    ['（1）接线正确（5分）；（2）试车成功（4.5分）。', ['5 （1）接线正确', '4.5 （2）试车成功']],
    ['接线正确得2分；试车成功得3分', ['2 接线正确', '3 试车成功']],
    ['(5分)接线正确；(3分)试车成功', ['5 接线正确', '3 试车成功']],
    ['① 接线 5 分 ② 试车 3 分', ['5 ① 接线', '3 ② 试车']],
    ['接线（5分）\n试车，得5分\n共10分', ['5 接线', '5 试车']],
    ['(2) 脱离电源\n(3) 低于60分者补考（见规程）', ['2 脱离电源', '3 低于60分者补考（见规程）']],
    ['说出三种保护（2分）', ['2 说出三种保护']],
  ])('splits %s into scoring points', (text, items) => {
    expect(read(text)).toEqual(items);
  });

  it.each(['酌情给分', '接线5分，试车5分，共12分', '每答对一点得2分，共10分', '接线正确（5分）再试车'])('refuses %s', (text) => {
    expect(read(text)).toBeUndefined();
  });

  it('reads what formatRubricItems has written', () => {
    for (const text of ['接线正确（5分）', '共', '1.接线（5分）2.试车', 'a\\（5分）'])
      expect(parseRubricItems(formatRubricItems([{ text, points: 1 }]), () => undefined)).toEqual([{ text, points: 1 }]);
  });

  it('takes linear time', async () => {
    for (const worst of ['（5分）', '5分', '（', ' ', '，', '得5', '(5'])
      await expectLinear(
        (size) => `${worst.repeat(size)}x`,
        1_000,
        (line) => parseItemLines([line]),
      );
  });
});
