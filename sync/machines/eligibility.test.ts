import { describe, expect, it, test } from 'vitest';
import { eligibility, type EligibilityFacts, workMonths } from './eligibility.ts';
import { cases2023, tried } from './eligibility-cases.ts';
import { rules2023 } from './eligibility-2023.ts';

const today = '2026-11-22';
const works = (from: string, to = '至今'): EligibilityFacts => ({ work: [{ from, to }] });

describe('the rules of 2023', () => {
  it('are tried on at least sixty people', () => expect(cases2023.length).toBeGreaterThanOrEqual(60));
  it.each(cases2023.map(({ level, facts, expected, today: day }) => [level, facts, expected, day] as const))(
    'level %i of %j is %s',
    (level, facts, verdict, day) => {
      expect(eligibility(rules2023, level, facts, day).verdict).toBe(verdict);
    },
  );
  it('say what is short', () => {
    const { rules } = eligibility(rules2023, 4, works('2022-07'), today);
    expect(rules[0]?.reasons[0]?.[0]).toBe('累计工作 4 年 4 个月，还差 0 年 8 个月');
  });
});

describe('months of work', () => {
  it('count once where two jobs overlap, and not before they are over', () => {
    const work = [
      { from: '2022-07', to: '2023-06' },
      { from: '2023-01', to: '至今' },
    ];
    expect(workMonths(work, today)).toBe(52);
    expect(workMonths(work, today, '2023-06-28')).toBe(40);
    expect(workMonths([{ from: '2030-01', to: '2031-01' }], today)).toBe(0);
    expect(workMonths([{ from: '', to: '' }], today)).toBe(0);
  });
});

test('a rule set is tried on its cases: one that comes out otherwise is told from those that fit', () => {
  const stricter = {
    levels: { ...rules2023.levels, 5: [{ words: ['年满 18 周岁', 'Eighteen'], all: [{ kind: 'age', years: 18 }] }] },
  } as const;
  expect(tried(rules2023, cases2023).every(({ fits }) => fits)).toBe(true);
  const failing = tried(stricter, cases2023).flatMap(({ fits, found }, at) => (fits ? [] : [[at, found.verdict]]));
  expect(failing).toEqual([
    [0, 'notMet'],
    [2, 'notMet'],
  ]);
});
