import type { ProfessionLevel } from '../../contract/codes.ts';
import {
  judgeEligibility,
  type Eligibility,
  type EligibilityFacts,
  type RuleSet,
  type TitleRank,
  type EligibilityVerdict,
} from './eligibility.ts';
import { padTwoDigits } from '../numbers.ts';

/** A test case of a rule set: the facts of an applicant, the day, and the expected verdict. */
export interface EligibilityCase {
  readonly name: string;
  readonly level: ProfessionLevel;
  readonly today: string;
  readonly facts: EligibilityFacts;
  readonly expected: EligibilityVerdict;
}

/** Judges the applicant of each case. `fits`: whether the verdict is the expected one. */
export const runEligibilityCases = (
  set: Pick<RuleSet, 'levels'>,
  cases: readonly EligibilityCase[],
): { readonly found: Eligibility; readonly fits: boolean }[] =>
  cases.map(({ level, facts, today, expected }) => {
    const found = judgeEligibility(set, level, facts, today);
    return { found, fits: found.verdict === expected };
  });

const today = '2026-11-22';
const none: EligibilityFacts = { work: [] };
const createBirthFacts = (birthday: string): EligibilityFacts => ({ work: [], birthday });
const createWorkFacts = (from: string, to = '至今'): EligibilityFacts => ({ work: [{ from, to }] });
const createCertificateFacts = (level: ProfessionLevel, date: string, from?: string): EligibilityFacts => ({
  certificate: { level, date },
  work: from === undefined ? [] : [{ from, to: '至今' }],
});
const createTitleFacts = (rank: TitleRank, date: string, from: string): EligibilityFacts => ({
  title: { rank, date },
  work: [{ from, to: '至今' }],
});
const addEducation = (education: string, more: EligibilityFacts = none): EligibilityFacts => ({ ...more, education });

/** Cases that follow from the text of the national standard: level, facts of the applicant, expected verdict. */
const standardCases: readonly (readonly [ProfessionLevel, EligibilityFacts, EligibilityVerdict])[] = [
  [5, createBirthFacts('2010-11-22'), 'met'],
  [5, createBirthFacts('2010-11-23'), 'notMet'],
  [5, createBirthFacts('2010-11-21'), 'met'],
  [5, createBirthFacts('2011-01-01'), 'notMet'],
  [5, createBirthFacts('1960-01-01'), 'met'],
  [5, createBirthFacts('2008-02-29'), 'met'],
  [5, none, 'missing'],
  [5, createWorkFacts('2000-01'), 'missing'],
  [4, none, 'missing'],
  [4, addEducation('初中'), 'notMet'],
  [4, addEducation('初中', createWorkFacts('2021-11')), 'met'],
  [4, addEducation('初中', createWorkFacts('2021-12')), 'notMet'],
  [4, createWorkFacts('2021-11'), 'met'],
  [4, addEducation('小学', createWorkFacts('2010-01', '2014-12')), 'met'],
  [4, addEducation('小学', createWorkFacts('2010-01', '2014-11')), 'notMet'],
  [4, addEducation('高中', createCertificateFacts(5, '2023-06-28', '2022-07')), 'met'],
  [4, addEducation('高中', createCertificateFacts(5, '2023-10-30', '2022-07')), 'met'],
  [4, addEducation('高中', createCertificateFacts(5, '2023-11-01', '2022-07')), 'notMet'],
  [4, addEducation('高中', createCertificateFacts(5, '2023-06-28', '2024-07')), 'notMet'],
  [4, addEducation('高中', createCertificateFacts(5, '2023-06-28')), 'notMet'],
  [4, addEducation('高中', createCertificateFacts(5, '', '2023-07')), 'missing'],
  [4, addEducation('高中', createCertificateFacts(3, '2023-06-28', '2023-07')), 'met'],
  [4, addEducation('中专'), 'missing'],
  [4, addEducation('技工学校'), 'missing'],
  [4, addEducation('大专'), 'missing'],
  [4, addEducation('大学本科'), 'notMet'],
  [4, addEducation('高中'), 'notMet'],
  [4, addEducation('中专', createWorkFacts('2020-01')), 'met'],
  [3, addEducation('高中', createWorkFacts('2016-11')), 'met'],
  [3, addEducation('高中', createWorkFacts('2016-12')), 'notMet'],
  [3, addEducation('高中', createWorkFacts('2000-01', '2009-12')), 'met'],
  [3, addEducation('高中', createWorkFacts('2000-01', '2009-11')), 'notMet'],
  [3, addEducation('高中', createCertificateFacts(4, '2022-10-31', '2022-01')), 'met'],
  [3, addEducation('高中', createCertificateFacts(4, '2022-11-01', '2022-01')), 'notMet'],
  [3, addEducation('高中', createCertificateFacts(5, '2012-11-01', '2017-01')), 'notMet'],
  [3, addEducation('高中', createCertificateFacts(4, '', '2018-01')), 'missing'],
  [3, addEducation('高中', createCertificateFacts(2, '2022-10-01', '2022-10')), 'met'],
  [3, addEducation('高中', createTitleFacts('初级', '2025-10-10', '2024-01')), 'met'],
  [3, addEducation('高中', createTitleFacts('初级', '2025-11-10', '2024-01')), 'notMet'],
  [3, addEducation('高中', createTitleFacts('中级', '2025-10-10', '2024-01')), 'met'],
  [3, addEducation('高中', createTitleFacts('初级', '', '2024-01')), 'missing'],
  [3, addEducation('大专', createCertificateFacts(4, '2026-01-01')), 'missing'],
  [3, addEducation('大学本科', createCertificateFacts(4, '2026-01-01')), 'missing'],
  [3, addEducation('研究生', createCertificateFacts(4, '2026-01-01')), 'missing'],
  [3, addEducation('中专', createCertificateFacts(4, '2026-01-01')), 'notMet'],
  [3, addEducation('大专', createCertificateFacts(5, '2026-01-01')), 'notMet'],
  [3, addEducation('技工学校'), 'missing'],
  [3, addEducation('中专'), 'notMet'],
  [3, addEducation('大专'), 'notMet'],
  [2, none, 'notMet'],
  [2, createWorkFacts('1990-01'), 'notMet'],
  [2, createCertificateFacts(3, '2021-10-31', '2015-01'), 'met'],
  [2, createCertificateFacts(3, '2021-11-01', '2015-01'), 'notMet'],
  [2, createCertificateFacts(4, '2010-01-01', '2005-01'), 'notMet'],
  [2, createCertificateFacts(3, '', '2005-01'), 'missing'],
  [2, createCertificateFacts(1, '2021-10-31', '2015-01'), 'met'],
  [2, createTitleFacts('中级', '2025-10-31', '2015-01'), 'met'],
  [2, createTitleFacts('初级', '2015-10-31', '2015-01'), 'notMet'],
  [1, none, 'notMet'],
  [1, createCertificateFacts(2, '2021-10-31', '2015-01'), 'met'],
  [1, createCertificateFacts(2, '2021-11-30', '2015-01'), 'notMet'],
  [1, createCertificateFacts(3, '2001-01-01', '2000-01'), 'notMet'],
  [1, createTitleFacts('高级', '2025-10-31', '2015-01'), 'met'],
  [1, createTitleFacts('中级', '2005-10-31', '2005-01'), 'notMet'],
];

/** Test cases that are shipped with the eligibility rules of 2023. */
export const eligibilityCases2023: readonly EligibilityCase[] = standardCases.map(([level, facts, expected], at) => ({
  name: `2023-${padTwoDigits(at + 1)}`,
  level,
  today,
  facts,
  expected,
}));
