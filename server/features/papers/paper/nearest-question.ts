import type { PaperBlueprint } from '../../../../sync/contract/papers/assembly.ts';
import type { PaperQuestionFacts } from '../../bank/question/question-draw-reads.ts';
import type { ScopeTable } from './assembly/assembly-problem.ts';

export type QuestionDifference = 'quota' | 'point' | 'scope' | 'category' | 'difficulty' | 'level';

const weights: Readonly<Record<QuestionDifference, number>> = { quota: 50, scope: 8, category: 6, difficulty: 5, level: 4, point: 2 };

const getScope = (code: string): string => code.replace(/-\d{3}$/, '');

/** Lists the attributes in which two questions of one type differ. */
export function listDifferences(one: PaperQuestionFacts, other: PaperQuestionFacts): QuestionDifference[] {
  const differs: QuestionDifference[] = [];
  if (getScope(one.pointCode) !== getScope(other.pointCode)) differs.push('scope');
  else if (one.pointCode !== other.pointCode) differs.push('point');
  if (one.category !== other.category) differs.push('category');
  if (one.difficulty !== other.difficulty) differs.push('difficulty');
  if (one.level !== other.level) differs.push('level');
  return differs;
}

type Quotas = Pick<PaperBlueprint, 'scopeDepth' | 'importance' | 'difficulty'>;

/** Builds a test that tells whether two questions of one type count in the same quotas of a blueprint. */
export function createQuotaComparison({ points }: Pick<ScopeTable, 'points'>, { scopeDepth, importance, difficulty }: Quotas) {
  const known = new Map(points.map((point) => [point.code, point]));
  const describePlace = (question: PaperQuestionFacts): string => {
    const point = known.get(question.pointCode);
    return JSON.stringify([
      scopeDepth === 0 ? '' : point?.scope.split('-').slice(0, scopeDepth),
      importance === null ? '' : point?.importance,
      difficulty === null ? '' : question.difficulty,
    ]);
  };
  return (one: PaperQuestionFacts, other: PaperQuestionFacts): boolean => describePlace(one) === describePlace(other);
}

/** Sorts candidates by nearness to a question; equally near ones by least use. */
export function sortByNearness(
  to: PaperQuestionFacts,
  candidates: readonly PaperQuestionFacts[],
  hasSameQuotas: (one: PaperQuestionFacts, other: PaperQuestionFacts) => boolean = () => true,
) {
  const computeDistance = (differs: readonly QuestionDifference[]): number => differs.reduce((sum, each) => sum + weights[each], 0);
  return candidates
    .map((candidate) => ({
      ...candidate,
      differs: [...(hasSameQuotas(to, candidate) ? [] : (['quota'] as const)), ...listDifferences(to, candidate)],
    }))
    .toSorted((a, b) => computeDistance(a.differs) - computeDistance(b.differs) || a.usedCount - b.usedCount || a.id - b.id);
}
