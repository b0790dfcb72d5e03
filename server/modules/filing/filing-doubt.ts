import type { ProfessionLevel } from '../../../sync/contract/codes.ts';
import type { FilingDoubt } from '../../../sync/contract/filing.ts';
import { fieldMeaning, type FormAnswers, type FormDesign } from '../../../sync/contract/form-design.ts';
import { zoneDay } from '../../../sync/contract/zone-time.ts';
import { zoneOfCall } from '../../http/call-zone.ts';
import { eligibility, factsOf, type RuleSet } from '../../../sync/machines/eligibility.ts';

/** Tells whether a form asks for anything that the rules use. */
export const asksForRules = (design: FormDesign): boolean =>
  fieldMeaning(design, 'birthday') !== undefined || fieldMeaning(design, 'work') !== undefined;

/** Judges eligibility by the rules of the standard, as far as the form asks for the facts. Returns null if it asks for none. */
export function judgedBy(rules: RuleSet, design: FormDesign, answers: FormAnswers, level: ProfessionLevel, nowMs: number) {
  if (!asksForRules(design)) return null;
  const { standard, version } = rules;
  return { standard, version, ...eligibility(rules, level, factsOf(design, answers), zoneDay(nowMs, zoneOfCall())) };
}

/** Returns the verdict that a reviewer has to check; '' if the rules are met or not applicable. */
export function doubtOf(rules: RuleSet, design: FormDesign, answers: FormAnswers, level: ProfessionLevel, nowMs: number): FilingDoubt {
  const judged = judgedBy(rules, design, answers, level, nowMs);
  return judged === null || judged.verdict === 'met' ? '' : judged.verdict;
}
