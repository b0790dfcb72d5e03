import type { PaperQuestionFacts } from '../question/question-draw-reads.ts';

export type Difference = 'point' | 'scope' | 'category' | 'difficulty' | 'level';

const weights: Readonly<Record<Difference, number>> = { scope: 8, category: 6, difficulty: 5, level: 4, point: 2 };

const scopeOf = (code: string): string => code.replace(/-\d{3}$/, '');

/** In what a question isn't the equal of another of its type. */
export function differences(one: PaperQuestionFacts, other: PaperQuestionFacts): Difference[] {
  const differs: Difference[] = [];
  if (scopeOf(one.pointCode) !== scopeOf(other.pointCode)) differs.push('scope');
  else if (one.pointCode !== other.pointCode) differs.push('point');
  if (one.category !== other.category) differs.push('category');
  if (one.difficulty !== other.difficulty) differs.push('difficulty');
  if (one.level !== other.level) differs.push('level');
  return differs;
}

/** Nearest first; among equals the one that was used least. */
export function byNearness(to: PaperQuestionFacts, candidates: readonly PaperQuestionFacts[]) {
  const distance = (differs: readonly Difference[]): number => differs.reduce((sum, each) => sum + weights[each], 0);
  return candidates
    .map((candidate) => ({ ...candidate, differs: differences(to, candidate) }))
    .toSorted((a, b) => distance(a.differs) - distance(b.differs) || a.usedCount - b.usedCount || a.id - b.id);
}
