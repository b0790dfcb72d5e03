import { listRightOptions, listRightTexts, type DrawnItem } from './independent-score.ts';
import type { SourceQuestion } from './question-source.ts';

/** Chooses an answer at random: mostly right, sometimes half right, sometimes wrong. So every rule of marking is used. */
export function chooseAnswer(item: DrawnItem, sources: readonly SourceQuestion[], random: () => number): string[] {
  const luck = random();
  if (item.key.kind === 'blanks') {
    return item.key.blanks.map((rule, at) =>
      luck < 0.6 || (luck < 0.8 && at === 0) ? (listRightTexts(rule)[0] ?? '') : `不会${Math.floor(random() * 1000)}`,
    );
  }
  const right = listRightOptions(item, sources);
  if (luck < 0.6) return right.toSorted();
  if (right.length > 1 && luck < 0.8) return right.slice(0, 1);
  const wrong = item.options.map((option) => option.id).filter((id) => !right.includes(id));
  return [wrong[Math.floor(random() * wrong.length)] ?? right[0] ?? 'A'];
}
