import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  judgeEligibility,
  judgeByRules,
  readEligibilityFacts,
  groupReasonsByField,
  type EligibilityFacts,
  countWorkMonths,
} from './eligibility.ts';
import { eligibilityCases2023, runEligibilityCases } from './eligibility-cases.ts';
import { eligibilityRules2023 } from './eligibility-2023.ts';
import { listShownFields } from './form-rules.ts';
import { createFormField, shippedForms } from './shipped-forms.ts';

const today = '2026-11-22';
const works = (from: string, to = '至今'): EligibilityFacts => ({ work: [{ from, to }] });

describe('the eligibility rules of 2023', () => {
  it('have at least sixty test cases', () => expect(eligibilityCases2023.length).toBeGreaterThanOrEqual(60));
  it.each(eligibilityCases2023.map(({ level, facts, expected, today: day }) => [level, facts, expected, day] as const))(
    'judge level %i for the facts %j as %s',
    (level, facts, verdict, day) => {
      expect(judgeEligibility(eligibilityRules2023, level, facts, day).verdict).toBe(verdict);
    },
  );
  it('state in the reason how many months of work are missing', () => {
    const { rules } = judgeEligibility(eligibilityRules2023, 4, works('2022-07'), today);
    expect(rules[0]?.reasons[0]?.[0]).toBe('累计工作 4 年 4 个月，还差 0 年 8 个月');
  });
});

describe('countWorkMonths', () => {
  it('counts overlapping jobs once and no future months', () => {
    const work = [
      { from: '2022-07', to: '2023-06' },
      { from: '2023-01', to: '至今' },
    ];
    expect(countWorkMonths(work, today)).toBe(52);
    expect(countWorkMonths(work, today, '2023-06-28')).toBe(40);
    expect(countWorkMonths([{ from: '2030-01', to: '2031-01' }], today)).toBe(0);
    expect(countWorkMonths([{ from: '', to: '' }], today)).toBe(0);
  });

  test('counts very long jobs without iterating over their months', () => {
    // These calls take minutes if `countWorkMonths` loops over single months; the test then runs into its time limit.
    const work = Array.from({ length: 30 }, () => ({ from: '0000-01', to: '9999-12' }));
    for (let need = 0; need < 10_000; need += 1) countWorkMonths(work, today);
    expect(countWorkMonths(work, '2026-11-01')).toBe(2026 * 12 + 10);
  });

  test('gives the same number as a check of each month', () => {
    const text = (at: number): string => `${2000 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
    const job = fc.record({ from: fc.nat(40), to: fc.nat(40) });
    fc.assert(
      fc.property(fc.array(job, { maxLength: 5 }), fc.nat(45), fc.option(fc.nat(45), { nil: undefined }), (jobs, now, since) => {
        const worked = Array.from({ length: now }, (_, at) => at).filter(
          (at) => (since === undefined || at > since) && jobs.some(({ from, to }) => from <= at && at <= to),
        );
        const work = jobs.map(({ from, to }) => ({ from: text(from), to: text(to) }));
        expect(countWorkMonths(work, `${text(now)}-01`, since === undefined ? undefined : `${text(since)}-15`)).toBe(worked.length);
      }),
    );
  });
});

test('runEligibilityCases lists the cases whose verdict differs from the expected one', () => {
  const stricter = {
    levels: { ...eligibilityRules2023.levels, 5: [{ words: ['年满 18 周岁', 'Eighteen'], all: [{ kind: 'age', years: 18 }] }] },
  } as const;
  expect(runEligibilityCases(eligibilityRules2023, eligibilityCases2023).every(({ fits }) => fits)).toBe(true);
  const failing = runEligibilityCases(stricter, eligibilityCases2023).flatMap(({ fits, found }, at) => (fits ? [] : [[at, found.verdict]]));
  expect(failing).toEqual([
    [0, 'notMet'],
    [2, 'notMet'],
  ]);
});

describe('groupReasonsByField', () => {
  const design = shippedForms[0]?.design ?? [];
  const reasonsFor = (level: 1 | 2 | 3 | 4 | 5, answers: Record<string, string | { from: string; to: string }[]>) => {
    const asked = listShownFields(design, answers);
    const found = groupReasonsByField(eligibilityRules2023.levels[level], asked, readEligibilityFacts(design, answers), today);
    return Object.fromEntries([...found].map(([key, all]) => [key, all.map(({ verdict, reason }) => `${verdict} ${reason[0]}`)]));
  };

  it('puts each reason at the field that answers it', () => {
    expect(reasonsFor(4, { recognition: '首次认定', education: '中专', work: [{ from: '2022-07', to: '至今' }] })).toEqual({
      work: ['notMet 累计工作 4 年 4 个月，还差 0 年 8 个月'],
      // Only applicants for promotion have a field for their certificate. For the others, the reason stands at the field that selects promotion.
      recognition: ['notMet 没有5级或更高等级的证书'],
      education: ['missing 中专，专业是否相关要看毕业证'],
    });
    expect(reasonsFor(4, { recognition: '晋级', certificateLevel: '五级' })['certificateLevel']).toEqual(['missing 没有证书取得日期']);
    expect(reasonsFor(5, { birthday: '2012-01-01' })).toEqual({ birthday: ['notMet 14 周岁，要求满 16 周岁'] });
  });

  it('shows only the rule that is met, if there is one', () => {
    expect(reasonsFor(4, { recognition: '首次认定', education: '初中', work: [{ from: '2020-01', to: '至今' }] })).toEqual({
      work: ['met 累计工作 6 年 10 个月'],
    });
  });

  it.each(eligibilityCases2023.map((one) => [one.name, one] as const))(
    'gives the same verdict as the complete rules: %s',
    (_name, { level, facts, today: day }) => {
      const rules = eligibilityRules2023.levels[level];
      const { verdict } = judgeByRules(rules, facts, day);
      const all = [
        ...groupReasonsByField(rules, [...design, createFormField('text', 'title', '职称', { meaning: 'title' })], facts, day).values(),
      ].flat();
      const verdicts = [...new Set(all.map((one) => one.verdict))];
      expect(verdicts).toEqual(verdict === 'met' ? ['met'] : expect.arrayContaining([verdict]));
    },
  );
});
