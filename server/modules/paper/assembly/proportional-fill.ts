import type { FairRandomSource } from '../random-source.ts';
import type { QuestionClass } from './candidate-pool.ts';

/**
 * Computes how many questions of each class a paper would take by the quotas and the bank's own mixture alone (iterative proportional fitting).
 * Fractions are rounded at random, so that each class gets its share over many draws. The program departs from this only where it must.
 */
export function fillProportionally(
  classes: readonly QuestionClass[],
  paper: { readonly wants: readonly number[]; readonly times: number },
  source: FairRandomSource,
): number[] {
  // Classes with the same cells count as one here; their least used questions are taken first.
  const alike = [...Map.groupBy(classes.keys(), (at) => (classes[at] as QuestionClass).cells).entries()];
  const stock = alike.map(([, members]) => members.reduce((sum, at) => sum + (classes[at] as QuestionClass).units.length, 0) / paper.times);
  const amounts = [...stock];
  const inCell: number[][] = paper.wants.map(() => []);
  for (const [at, [cells]] of alike.entries()) for (const cell of cells) inCell[cell]?.push(at);
  for (let round = 0; round < 12; round += 1)
    for (const [cell, members] of inCell.entries()) {
      const have = members.reduce((sum, at) => sum + (amounts[at] ?? 0), 0);
      const want = paper.wants[cell] ?? 0;
      if (have <= 0 || members.length === 0) continue;
      for (const at of members) amounts[at] = Math.min(stock[at] ?? 0, ((amounts[at] ?? 0) * want) / have);
    }
  const fill = classes.map(() => 0);
  for (const [at, [, members]] of alike.entries()) {
    const exact = amounts[at] ?? 0;
    let left = Math.floor(exact) + (source.below(1_000_000) < (exact % 1) * 1_000_000 ? 1 : 0);
    for (const member of members.toSorted((a, b) => (classes[a]?.exposure ?? 0) - (classes[b]?.exposure ?? 0))) {
      const most = Math.floor((classes[member]?.units.length ?? 0) / paper.times);
      fill[member] = Math.min(most, left);
      left -= fill[member];
    }
  }
  return fill;
}
