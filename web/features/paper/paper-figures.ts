import { difficulty, type DifficultyCode, sectionType, type SectionTypeCode } from '../../../sync/contract/codes.ts';
import type { BankCategories, PaperFormDraft } from './paper-queries.ts';

type Section = PaperFormDraft['sections'][number];
type CountedSection = Pick<Section, 'count' | 'pointsEach'>;

const number = (value: number): number => (Number.isFinite(value) ? value : 0);

/** Points of a section. A field that is empty while it is edited counts 0. */
export const computeSubtotal = (section: CountedSection): number => number(section.count) * number(section.pointsEach);
export const computeTotalPoints = (sections: readonly CountedSection[]): number =>
  sections.reduce((sum, section) => sum + computeSubtotal(section), 0);
export const countSectionQuestions = (sections: readonly CountedSection[]): number =>
  sections.reduce((sum, section) => sum + number(section.count), 0);

/** Counts the questions that a section may draw from. A section without categories draws from all. */
export function countPoolQuestions(section: Pick<Section, 'type' | 'categories'>, bank: BankCategories): number {
  return bank
    .filter((row) => section.categories.length === 0 || section.categories.includes(row.category))
    .flatMap((row) => row.counts)
    .filter((row) => row.type === section.type)
    .reduce((sum, row) => sum + row.count, 0);
}

/**
 * Estimates how many questions a section lacks, alone or together with the sections of its type and the same categories (each question is used once).
 * This is a forecast while typing; the draw itself reports exact shortages.
 */
export function estimateShortage(at: number, sections: readonly Section[], bank: BankCategories): number {
  const section = sections[at];
  if (section === undefined) return 0;
  const alone = number(section.count) - countPoolQuestions(section, bank);
  const rivals = sections.filter((other) => other.type === section.type);
  const anyOpen = rivals.some((other) => other.categories.length === 0);
  const union = { type: section.type, categories: anyOpen ? [] : [...new Set(rivals.flatMap((other) => other.categories))] };
  const together = countSectionQuestions(rivals) - countPoolQuestions(union, bank);
  return Math.max(0, alone, together);
}

const ease: Readonly<Record<DifficultyCode, number>> = { [difficulty.easy]: 0.85, [difficulty.medium]: 0.65, [difficulty.hard]: 0.45 };
/** Returns the share of right answers expected for a question, by its difficulty. Results of past exams are not used yet. */
export const getQuestionEase = (question: { readonly difficulty: DifficultyCode }): number => ease[question.difficulty];

/** Computes the mean ease of the questions, weighted by points; null if there are no questions. */
export function computeMeanEase(
  sections: readonly { readonly pointsEach: number }[],
  questions: readonly (readonly { readonly difficulty: DifficultyCode }[])[],
): number | null {
  let points = 0;
  let expected = 0;
  for (const [at, list] of questions.entries())
    for (const question of list) {
      const each = sections[at]?.pointsEach ?? 0;
      points += each;
      expected += each * getQuestionEase(question);
    }
  return points === 0 ? null : expected / points;
}

/** Computes the mean ease that a difficulty mix asks for; null if the mix is empty. */
export function computeTargetEase(mix: { readonly easy: number; readonly medium: number; readonly hard: number } | null): number | null {
  if (mix === null) return null;
  const sum = mix.easy + mix.medium + mix.hard;
  return sum === 0 ? null : (mix.easy * ease[1] + mix.medium * ease[2] + mix.hard * ease[3]) / sum;
}

/** Usual minutes a question, by section type: 160 single-choice and 40 judgement questions take 90 minutes. */
const minutesEach: Readonly<Record<SectionTypeCode, number>> = {
  [sectionType.unlimited]: 1,
  [sectionType.single]: 0.5,
  [sectionType.multiple]: 1,
  [sectionType.judgement]: 0.25,
  [sectionType.fillIn]: 1,
  [sectionType.questionAnswer]: 6,
  [sectionType.practical]: 30,
  [sectionType.thesisDefence]: 20,
  [sectionType.comprehensiveReview]: 20,
  [sectionType.ordering]: 1.5,
  [sectionType.matching]: 1.5,
};
/** Estimates the minutes to answer these sections. */
export const estimateMinutes = (sections: readonly { readonly type: SectionTypeCode; readonly count: number }[]): number =>
  Math.ceil(sections.reduce((sum, section) => sum + minutesEach[section.type] * number(section.count), 0));
