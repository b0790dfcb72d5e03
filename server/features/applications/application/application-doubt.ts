import type { ProfessionLevel } from '../../../../sync/contract/codes.ts';
import type { ApplicationDoubt } from '../../../../sync/contract/applications/application.ts';
import { findFieldByMeaning, type FormAnswers, type FormDesign } from '../../../../sync/contract/applications/form-design.ts';
import { formatZoneDay } from '../../../../sync/contract/zone-time.ts';
import { getCallZone } from '../../../http/input/call-zone.ts';
import { judgeEligibility, readEligibilityFacts, type RuleSet } from '../../../../sync/domain/applications/eligibility.ts';

/** Checks whether a form has a field that the eligibility rules use. */
export const hasEligibilityFields = (design: FormDesign): boolean =>
  findFieldByMeaning(design, 'birthday') !== undefined || findFieldByMeaning(design, 'work') !== undefined;

/** Judges eligibility by the rules that the standard sets, as far as the form asks for the facts. Returns null if it asks for none. */
export function judgeByStandard(rules: RuleSet, design: FormDesign, answers: FormAnswers, level: ProfessionLevel, nowMs: number) {
  if (!hasEligibilityFields(design)) return null;
  const { standard, version } = rules;
  return {
    standard,
    version,
    ...judgeEligibility(rules, level, readEligibilityFacts(design, answers), formatZoneDay(nowMs, getCallZone())),
  };
}

/** Returns the verdict on the applicant's eligibility that a reviewer has to check; '' if the rules are met or not applicable. */
export function deriveApplicationDoubt(
  rules: RuleSet,
  design: FormDesign,
  answers: FormAnswers,
  level: ProfessionLevel,
  nowMs: number,
): ApplicationDoubt {
  const judged = judgeByStandard(rules, design, answers, level, nowMs);
  return judged === null || judged.verdict === 'met' ? '' : judged.verdict;
}
