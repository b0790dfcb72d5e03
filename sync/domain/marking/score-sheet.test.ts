import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../../tests/fixtures/expect-linear.ts';
import { computeRemainingPoints, parseScorePoint, sumDeductedPoints, getSignatureState } from './score-sheet.ts';

describe('parseScorePoint', () => {
  it('takes content, requirement and each deduction with its points', () => {
    expect(parseScorePoint('布线工艺：横平竖直入线槽，压接可靠；压接不良，每处扣 1 分；编号漏错误 每次扣2分。')).toEqual({
      content: '布线工艺',
      requirement: '横平竖直入线槽，压接可靠',
      deductions: [
        { text: '压接不良', points: 1 },
        { text: '编号漏错误', points: 2 },
      ],
    });
    expect(parseScorePoint('电路设计\n分配错误 -2\n图形符号错误（每处扣0.5分）')).toEqual({
      content: '电路设计',
      requirement: '',
      deductions: [
        { text: '分配错误', points: 2 },
        { text: '图形符号错误', points: 0.5 },
      ],
    });
    expect(parseScorePoint('通电调试：首次不成功，扣5分；再次不成功，扣10分')).toEqual({
      content: '通电调试',
      requirement: '',
      deductions: [
        { text: '首次不成功', points: 5 },
        { text: '再次不成功', points: 10 },
      ],
    });
  });

  it('leaves deductions without a fixed number of points as text', () => {
    for (const text of [
      '接线',
      '接线正确，工艺美观',
      '漏接一处扣 1～3 分',
      '漏接扣1-3分',
      '符合图样 KM-2',
      '酌情扣分',
      '每处扣 0.3 分',
      '转速 1 500 r/min',
    ])
      expect(parseScorePoint(text).deductions).toEqual([]);
    expect(parseScorePoint('接线')).toEqual({ content: '接线', requirement: '', deductions: [] });
  });

  it('keeps text that is no deduction, and the remaining points lie between 0 and the maximum', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (text) => {
        const point = parseScorePoint(text);
        for (const { points } of point.deductions) expect(points > 0 && Number.isInteger(points * 2)).toBe(true);
        if (point.deductions.length === 0 && text.trim() !== '')
          expect(`${point.content}${point.requirement}`.length > 0 || /^[\s；;。：:｜|]*$/.test(text)).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.nat(40), fc.array(fc.nat(5), { maxLength: 3 }), fc.nat(20), (maxPoints, times, other) => {
        const point = {
          deductions: [
            { text: 'a', points: 1 },
            { text: 'b', points: 2.5 },
          ],
        };
        const remainingPoints = computeRemainingPoints(maxPoints, point, { times, other });
        expect(remainingPoints).toBe(Math.max(0, maxPoints - (times[0] ?? 0) - 2.5 * (times[1] ?? 0) - other));
        expect(sumDeductedPoints(point, { times, other })).toBeGreaterThanOrEqual(other);
      }),
    );
  });
});

it('parseScorePoint takes time linear in the length, even for spaces, separators or digits only', async () => {
  for (const worst of [' ', '，', ', ', '扣', ' -', '每', '每 ', '1', '.1', '（', '分', '扣1'])
    await expectLinear(
      (size) => `甲${worst.repeat(size)}乙`,
      2_000,
      (text) => parseScorePoint(text),
    );
});

const signature = { strokes: [[1, 1, 2, 2]], signedMs: 1, points: [5, 3], veto: [1, 0] };

it.each([
  [{ points: [5, 3], veto: [] }, 'unsigned'],
  [{ points: [5, 3], veto: [0, 1], signature }, 'current'],
  [{ points: [5, 2.5], veto: [0, 1], signature }, 'earlier'],
  [{ points: [5, 3], veto: [0], signature }, 'earlier'],
  [{ points: [5, null], veto: [0, 1], signature }, 'earlier'],
] as const)('getSignatureState compares %j with the signed points', (sheet, state) => {
  expect(getSignatureState(sheet as never)).toBe(state);
});
