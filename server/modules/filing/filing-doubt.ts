import type { ProfessionLevel } from '../../../sync/contract/codes.ts';
import type { FilingDoubt } from '../../../sync/contract/filing.ts';
import { fieldMeaning, type FormAnswers, type FormDesign } from '../../../sync/contract/form-design.ts';
import { eligibility, factsOf, type RuleSet } from '../../../sync/machines/eligibility.ts';

/** The day it is in Beijing, as everything of an exam is dated. */
export const dayOf = (ms: number): string => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 10);

/** What the standard's rules say, as far as the form tells what they ask about. */
export function judgedBy(rules: RuleSet, design: FormDesign, answers: FormAnswers, level: ProfessionLevel, nowMs: number) {
  if (fieldMeaning(design, 'birthday') === undefined && fieldMeaning(design, 'work') === undefined) return null;
  const { standard, version } = rules;
  return { standard, version, ...eligibility(rules, level, factsOf(design, answers), dayOf(nowMs)) };
}

/** What a reviewer has to look at. */
export function doubtOf(rules: RuleSet, design: FormDesign, answers: FormAnswers, level: ProfessionLevel, nowMs: number): FilingDoubt {
  const judged = judgedBy(rules, design, answers, level, nowMs);
  return judged === null || judged.verdict === 'met' ? '' : judged.verdict;
}
