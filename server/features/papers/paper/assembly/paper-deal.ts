import type { z } from 'zod';
import type { assembledVariant } from '../../../../../sync/contract/papers/assembly.ts';
import type { FairRandomSource } from '../random-source.ts';
import type { AssemblyProblem, BankTable } from './assembly-problem.ts';
import type { CandidatePool } from './candidate-pool.ts';
import { chooseUnits, shuffleAll } from './fair-choice.ts';
import type { ClassFilling } from './quota-program.ts';

/** Chooses the rows of each variant. Returns undefined if near-duplicates in several classes are needed more often than they exist. */
export function dealRows(pool: CandidatePool, filling: ClassFilling, times: number, source: FairRandomSource): number[][] | undefined {
  const needs = pool.classes.map((_, at) => (filling.shared[at] ?? 0) + times * filling.own.reduce((sum, own) => sum + (own[at] ?? 0), 0));
  const chosen = chooseUnits(pool.classes, needs, pool.isSpanning, source);
  if (!chosen) return undefined;
  const variants: number[][] = Array.from({ length: filling.own.length * times }, () => []);
  for (const [at, each] of pool.classes.entries()) {
    const rows = shuffleAll(chosen[at] ?? [], source).map((unit) => {
      const twins = each.twins.get(unit);
      return twins ? (twins[source.below(twins.length)] ?? unit) : unit;
    });
    const common = rows.splice(0, filling.shared[at] ?? 0);
    for (const [variant, mine] of variants.entries())
      mine.push(...common, ...rows.splice(0, filling.own[Math.floor(variant / times)]?.[at] ?? 0));
  }
  return variants;
}

/** Puts a variant's questions into its sections: locked ones first, the rest in random order. Sections of one type share them at random. */
export function dealSections(
  bank: BankTable,
  problem: AssemblyProblem,
  rows: readonly number[],
  locked: readonly number[],
  source: FairRandomSource,
): z.output<typeof assembledVariant> {
  const decks = Map.groupBy([...locked, ...shuffleAll(rows, source)], (row) => bank.types[row] ?? 0);
  const dealt = problem.sections.map((section) => decks.get(section.type)?.splice(0, section.count) ?? []);
  const all = dealt.flat();
  const pointsOf = dealt.flatMap((mine, at) => mine.map(() => problem.sections[at]?.pointsEach ?? 0));
  const totalPoints = pointsOf.reduce((sum, points) => sum + points, 0);
  const expected = all.reduce((sum, row, at) => sum + (bank.eases[row] ?? 0) * (pointsOf[at] ?? 0), 0);
  return {
    sections: dealt.map((mine) => ({ questionIds: mine.map((row) => bank.ids[row] ?? 0) })),
    questionCount: all.length,
    totalPoints,
    meanEase: totalPoints === 0 ? 0 : expected / totalPoints,
    usedBefore: all.filter((row) => (bank.exposures[row] ?? 0) > 0).length,
  };
}
