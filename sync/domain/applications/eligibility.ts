import { titleRankNames } from '../../contract/code-lists.ts';
import type { ProfessionLevel } from '../../contract/codes.ts';
import {
  type FormAnswers,
  type FormDesign,
  type FormMeaning,
  findFieldByMeaning,
  getAnswerByMeaning,
  getTableAnswer,
} from '../../contract/applications/form-design.ts';
import { parseIdNumber, isCalendarDate } from '../../contract/people/id-number.ts';
import type { BilingualLabel } from '../../contract/resource.ts';

/** A requirement of an eligibility rule. Rules are data (`eligibility-2023.ts`). The functions in this file evaluate them in browser and server. */

export type EligibilityRequirement =
  | { readonly kind: 'age'; readonly years: number }
  | { readonly kind: 'work'; readonly years: number }
  /** A certificate of this level or a higher one, and this many years of work since its date. */
  | { readonly kind: 'certificate'; readonly level: ProfessionLevel; readonly years: number }
  | { readonly kind: 'title'; readonly rank: TitleRank; readonly years: number }
  /** One of these levels of education. Staff check on the diploma whether its subject is related to the profession. */
  | { readonly kind: 'education'; readonly oneOf: readonly string[] };

export const titleRanks = titleRankNames.map(([zh]) => zh);
export type TitleRank = (typeof titleRanks)[number];

/** One way to be eligible: all its requirements must be met. */
export interface EligibilityRule {
  readonly words: BilingualLabel;
  readonly all: readonly EligibilityRequirement[];
}
export interface RuleSet {
  readonly standard: string;
  readonly version: number;
  /** Rules per level. An applicant who meets one rule of a level is eligible for it. */
  readonly levels: Readonly<Record<ProfessionLevel, readonly EligibilityRule[]>>;
}

/** Known facts of an applicant; undefined if a fact is unknown. */
export interface EligibilityFacts {
  readonly birthday?: string | undefined;
  readonly education?: string | undefined;
  readonly certificate?: { readonly level: ProfessionLevel; readonly date: string } | undefined;
  readonly title?: { readonly rank: TitleRank; readonly date: string } | undefined;
  /** Periods of work in months, such as "2022-07" to "2023-06", both included, or to 至今 (until now). */
  readonly work: readonly { readonly from: string; readonly to: string }[];
}

export type EligibilityVerdict = 'met' | 'notMet' | 'missing';
/** Result for one level. `missing` means that facts or proofs are missing. */
export interface Eligibility {
  readonly verdict: EligibilityVerdict;
  readonly rules: readonly JudgedRule[];
}
export interface JudgedRule {
  readonly words: BilingualLabel;
  readonly verdict: EligibilityVerdict;
  /** One reason per requirement of the rule, in order. */
  readonly reasons: readonly BilingualLabel[];
}

const parseMonth = (text: string): number | undefined => {
  const [, year, of] = /^(\d{4})-(\d{2})/.exec(text) ?? [];
  return year === undefined ? undefined : Number(year) * 12 + Number(of) - 1;
};

/**
 * Counts whole months of work after `since`. A month with several jobs counts once. It compares the ends of the jobs instead of looping over
 * months, because a form may list thirty jobs that each began in the year 0.
 */
export function countWorkMonths(work: EligibilityFacts['work'], today: string, since?: string): number {
  const now = (parseMonth(today) ?? 0) - 1;
  const first = since === undefined ? 0 : (parseMonth(since) ?? 0) + 1;
  const jobs = work
    .map(({ from, to }) => ({ begin: parseMonth(from), end: to === '至今' ? now : parseMonth(to) }))
    .filter((job): job is { begin: number; end: number } => job.begin !== undefined && job.end !== undefined)
    .toSorted((one, other) => one.begin - other.begin);
  let months = 0;
  let countedUntil = first - 1;
  for (const { begin, end } of jobs) {
    const last = Math.min(end, now);
    months += Math.max(0, last - Math.max(begin - 1, countedUntil));
    countedUntil = Math.max(countedUntil, last);
  }
  return months;
}

/** Counts full years between two days. A person is a year older on the birthday itself. */
const countYears = (from: string, to: string): number =>
  Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(5) < from.slice(5) ? 1 : 0);

const formatDuration = (months: number): BilingualLabel => [
  `${Math.floor(months / 12)} 年 ${months % 12} 个月`,
  `${Math.floor(months / 12)} years and ${months % 12} months`,
];

function judgeWork(months: number, years: number): { verdict: EligibilityVerdict; reason: BilingualLabel } {
  const [zh, en] = formatDuration(months);
  if (months >= years * 12) return { verdict: 'met', reason: [`累计工作 ${zh}`, `${en} of work`] };
  const [shortZh, shortEn] = formatDuration(years * 12 - months);
  return { verdict: 'notMet', reason: [`累计工作 ${zh}，还差 ${shortZh}`, `${en} of work, ${shortEn} short`] };
}

function judge(
  need: EligibilityRequirement,
  facts: EligibilityFacts,
  today: string,
): { verdict: EligibilityVerdict; reason: BilingualLabel } {
  switch (need.kind) {
    case 'age': {
      if (facts.birthday === undefined) return { verdict: 'missing', reason: ['没有出生日期', 'No date of birth'] };
      const age = countYears(facts.birthday, today);
      return {
        verdict: age >= need.years ? 'met' : 'notMet',
        reason: [`${age} 周岁，要求满 ${need.years} 周岁`, `${age} years old, ${need.years} required`],
      };
    }
    case 'work':
      return judgeWork(countWorkMonths(facts.work, today), need.years);
    case 'certificate': {
      if (facts.certificate === undefined || facts.certificate.level > need.level)
        return { verdict: 'notMet', reason: [`没有${need.level}级或更高等级的证书`, `No certificate of level ${need.level} or above`] };
      if (need.years === 0)
        return { verdict: 'met', reason: [`持${facts.certificate.level}级证书`, `Holds level ${facts.certificate.level}`] };
      if (!isCalendarDate(facts.certificate.date))
        return { verdict: 'missing', reason: ['没有证书取得日期', 'The certificate has no date'] };
      return judgeWork(countWorkMonths(facts.work, today, facts.certificate.date), need.years);
    }
    case 'title': {
      if (facts.title === undefined || titleRanks.indexOf(facts.title.rank) < titleRanks.indexOf(need.rank))
        return { verdict: 'notMet', reason: [`没有${need.rank}或更高职称`, `No title of that rank (${need.rank})`] };
      if (!isCalendarDate(facts.title.date)) return { verdict: 'missing', reason: ['没有职称取得日期', 'The title has no date'] };
      return judgeWork(countWorkMonths(facts.work, today, facts.title.date), need.years);
    }
    case 'education':
      if (facts.education === undefined) return { verdict: 'missing', reason: ['没有文化程度', 'No level of education'] };
      return need.oneOf.includes(facts.education)
        ? {
            verdict: 'missing',
            reason: [`${facts.education}，专业是否相关要看毕业证`, `The diploma shows whether the subject is related`],
          }
        : { verdict: 'notMet', reason: [`文化程度为${facts.education}`, 'The level of education does not meet the requirement'] };
  }
}

const findWorstVerdict = (verdicts: readonly EligibilityVerdict[]): EligibilityVerdict =>
  verdicts.includes('notMet') ? 'notMet' : verdicts.includes('missing') ? 'missing' : 'met';

/** Judges an applicant by every rule of the level and returns the reasons. One met rule makes the applicant eligible. */
export const judgeEligibility = (
  set: Pick<RuleSet, 'levels'>,
  level: ProfessionLevel,
  facts: EligibilityFacts,
  today: string,
): Eligibility => judgeByRules(set.levels[level], facts, today);

/** Judges an applicant's facts by the given rules of one level. */
export function judgeByRules(levelRules: readonly EligibilityRule[], facts: EligibilityFacts, today: string): Eligibility {
  const rules = levelRules.map((rule) => {
    const judged = rule.all.map((need) => judge(need, facts, today));
    return {
      words: rule.words,
      verdict: findWorstVerdict(judged.map(({ verdict }) => verdict)),
      reasons: judged.map(({ reason }) => reason),
    };
  });
  const verdicts = rules.map((rule) => rule.verdict);
  return { verdict: verdicts.includes('met') ? 'met' : verdicts.includes('missing') ? 'missing' : 'notMet', rules };
}

const levelNames: Readonly<Record<string, ProfessionLevel>> = { 一级: 1, 二级: 2, 三级: 3, 四级: 4, 五级: 5 };

/** Reads an applicant's facts from a filled form by the meaning of its fields. */
export function readEligibilityFacts(design: FormDesign, answers: FormAnswers): EligibilityFacts {
  const born =
    getAnswerByMeaning(design, answers, 'birthday') || parseIdNumber(getAnswerByMeaning(design, answers, 'idNumber')).birthday || '';
  const level = levelNames[getAnswerByMeaning(design, answers, 'certificateLevel')];
  const rank = titleRanks.find((each) => each === getAnswerByMeaning(design, answers, 'title'));
  const work = findFieldByMeaning(design, 'work');
  return {
    birthday: born === '' ? undefined : born,
    education: getAnswerByMeaning(design, answers, 'education') || undefined,
    certificate: level === undefined ? undefined : { level, date: getAnswerByMeaning(design, answers, 'certificateDate') },
    title: rank === undefined ? undefined : { rank, date: getAnswerByMeaning(design, answers, 'titleDate') },
    work: work === undefined ? [] : getTableAnswer(answers, work.key).map((row) => ({ from: row['from'] ?? '', to: row['to'] ?? '' })),
  };
}

/** Fields of a form that answer each kind of requirement. The reason is shown at the first of these fields that the form contains. */
const askedBy: Readonly<Record<EligibilityRequirement['kind'], readonly FormMeaning[]>> = {
  age: ['birthday', 'idNumber'],
  work: ['work'],
  certificate: ['certificateLevel', 'recognition'],
  title: ['title'],
  education: ['education'],
};

export interface FieldEligibilityReason {
  readonly rule: BilingualLabel;
  readonly verdict: EligibilityVerdict;
  readonly reason: BilingualLabel;
}

/** Groups the reasons by the form field that they concern. If the applicant meets a rule, only the reasons of that rule are returned. */
export function groupReasonsByField(
  levelRules: readonly EligibilityRule[],
  design: FormDesign,
  facts: EligibilityFacts,
  today: string,
): Map<string, FieldEligibilityReason[]> {
  const judgement = judgeByRules(levelRules, facts, today);
  const reasonsByField = new Map<string, FieldEligibilityReason[]>();
  for (const [index, rule] of levelRules.entries()) {
    const judged = judgement.rules[index];
    if (judged === undefined || (judgement.verdict === 'met' && judged.verdict !== 'met')) continue;
    for (const need of rule.all) {
      const meaning = askedBy[need.kind].find((each) => findFieldByMeaning(design, each) !== undefined);
      const key = meaning === undefined ? undefined : findFieldByMeaning(design, meaning)?.key;
      const { verdict, reason } = judge(need, facts, today);
      if (key !== undefined) reasonsByField.set(key, [...(reasonsByField.get(key) ?? []), { rule: rule.words, verdict, reason }]);
    }
  }
  return reasonsByField;
}
