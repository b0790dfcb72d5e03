import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { eligibility, eligibilityBy, factsOf, reasonsByField, type EligibilityFacts, workMonths } from './eligibility.ts';
import { cases2023, tried } from './eligibility-cases.ts';
import { rules2023 } from './eligibility-2023.ts';
import { shownFields } from './form-rules.ts';
import { newField, shippedForms } from './shipped-forms.ts';

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

  test('25.2: months of work are told from the ends of the jobs, however long ago they began', () => {
    // A loop over each month would take minutes.
    const work = Array.from({ length: 30 }, () => ({ from: '0000-01', to: '9999-12' }));
    for (let need = 0; need < 10_000; need += 1) workMonths(work, today);
    expect(workMonths(work, '2026-11-01')).toBe(2026 * 12 + 10);
  });

  test('25.2: months are counted as if one looked at each', () => {
    const text = (at: number): string => `${2000 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
    const job = fc.record({ from: fc.nat(40), to: fc.nat(40) });
    fc.assert(
      fc.property(fc.array(job, { maxLength: 5 }), fc.nat(45), fc.option(fc.nat(45), { nil: undefined }), (jobs, now, since) => {
        const worked = Array.from({ length: now }, (_, at) => at).filter(
          (at) => (since === undefined || at > since) && jobs.some(({ from, to }) => from <= at && at <= to),
        );
        const work = jobs.map(({ from, to }) => ({ from: text(from), to: text(to) }));
        expect(workMonths(work, `${text(now)}-01`, since === undefined ? undefined : `${text(since)}-15`)).toBe(worked.length);
      }),
    );
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

describe('beside the fields of a form', () => {
  const design = shippedForms[0]?.design ?? [];
  const told = (level: 1 | 2 | 3 | 4 | 5, answers: Record<string, string | { from: string; to: string }[]>) => {
    const asked = shownFields(design, answers);
    const found = reasonsByField(rules2023.levels[level], asked, factsOf(design, answers), today);
    return Object.fromEntries([...found].map(([key, all]) => [key, all.map(({ verdict, reason }) => `${verdict} ${reason[0]}`)]));
  };

  it('each reason stands where it is answered', () => {
    expect(told(4, { recognition: '首次认定', education: '中专', work: [{ from: '2022-07', to: '至今' }] })).toEqual({
      work: ['notMet 累计工作 4 年 4 个月，还差 0 年 8 个月'],
      // An applicant for promotion is asked for a certificate. For others the reason is shown at the field that selects promotion.
      recognition: ['notMet 没有5级或更高等级的证书'],
      education: ['missing 中专，专业是否相关要看毕业证'],
    });
    expect(told(4, { recognition: '晋级', certificateLevel: '五级' })['certificateLevel']).toEqual(['missing 没有证书取得日期']);
    expect(told(5, { birthday: '2012-01-01' })).toEqual({ birthday: ['notMet 14 周岁，要求满 16 周岁'] });
  });

  it('where a rule is met, only that is told', () => {
    expect(told(4, { recognition: '首次认定', education: '初中', work: [{ from: '2020-01', to: '至今' }] })).toEqual({
      work: ['met 累计工作 6 年 10 个月'],
    });
  });

  it.each(cases2023.map((one) => [one.name, one] as const))(
    'and says as much as the whole rules do: %s',
    (_name, { level, facts, today: day }) => {
      const rules = rules2023.levels[level];
      const { verdict } = eligibilityBy(rules, facts, day);
      const all = [
        ...reasonsByField(rules, [...design, newField('text', 'title', '职称', { meaning: 'title' })], facts, day).values(),
      ].flat();
      const said = [...new Set(all.map((one) => one.verdict))];
      expect(said).toEqual(verdict === 'met' ? ['met'] : expect.arrayContaining([verdict]));
    },
  );
});
