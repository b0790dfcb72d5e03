import type { PaperSection, PaperVariant } from '../../../../sync/contract/papers/paper.ts';

/** Identifies a section's rule: sections with the same rule can hold the same questions. */
const buildRuleKey = ({ type, categories, difficulty, tags, level }: PaperSection): string =>
  JSON.stringify([type, categories, difficulty, tags, level]);

/**
 * Keeps a paper's questions when its sections change. Each new section takes over the questions of an old section of its type, preferably
 * one with its title, then one with its rule. If the rule is the same, all questions stay; otherwise only the locked ones. Surplus questions are
 * dropped, locked ones last.
 */
export function keepFittingQuestions(
  before: readonly PaperSection[],
  after: readonly PaperSection[],
  variants: readonly PaperVariant[],
): PaperVariant[] {
  const open = new Set(before.keys());
  const from = after.map((section) => {
    const candidates = [...open].filter((at) => before[at]?.type === section.type);
    const rateLikeness = (at: number): number =>
      (before[at]?.title === section.title ? 2 : 0) +
      (before[at] !== undefined && buildRuleKey(before[at]) === buildRuleKey(section) ? 1 : 0);
    const best = candidates.toSorted((a, b) => rateLikeness(b) - rateLikeness(a))[0];
    if (best !== undefined) open.delete(best);
    return best;
  });
  return variants.map((variant) => ({
    sections: after.map((section, at) => {
      const sourceIndex = from[at];
      const source = sourceIndex === undefined ? undefined : before[sourceIndex];
      if (sourceIndex === undefined || source === undefined) return [];
      const entries = variant.sections[sourceIndex] ?? [];
      const keptEntries = buildRuleKey(source) === buildRuleKey(section) ? entries : entries.filter((entry) => entry.locked);
      let surplus = keptEntries.length - section.count;
      return surplus <= 0
        ? [...keptEntries]
        : keptEntries
            .toReversed()
            .filter((entry) => entry.locked || surplus-- <= 0)
            .toReversed()
            .slice(0, section.count);
    }),
  }));
}

/** Tells whether every section of every variant has as many questions as it wants. */
export const isPaperFull = (sections: readonly PaperSection[], variants: readonly PaperVariant[]): boolean =>
  variants.every((variant) => sections.every((section, at) => variant.sections[at]?.length === section.count));

/** Combines locked questions, which keep their places in the section, with drawn ones that fill its other places. */
export function combineWithLocked(
  before: PaperVariant['sections'][number],
  drawnIds: readonly number[],
  count: number,
): PaperVariant['sections'][number] {
  const queue = [...drawnIds];
  const entries: { id: number; locked: boolean }[] = [];
  const locked = before.filter((entry) => entry.locked);
  for (let at = 0; at < count; at += 1) {
    const lockedEntry = before[at]?.locked === true ? before[at] : undefined;
    const drawnId = lockedEntry === undefined ? queue.shift() : undefined;
    if (lockedEntry !== undefined) entries.push(lockedEntry);
    else if (drawnId !== undefined) entries.push({ id: drawnId, locked: false });
  }
  // Append locked questions whose place lies beyond the end of a shortened section.
  const placedIds = new Set(entries.map((entry) => entry.id));
  return [...entries, ...locked.filter((entry) => !placedIds.has(entry.id))];
}

/** Locks all questions of the variants listed in `keep`, so that the draw of the other variants leaves them alone. */
export const lockVariants = (variants: readonly PaperVariant[], keep: readonly number[]): PaperVariant[] =>
  variants.map((variant, at) =>
    keep.includes(at) ? { sections: variant.sections.map((entries) => entries.map(({ id }) => ({ id, locked: true }))) } : variant,
  );

/** Returns the drawn variants, with the variants listed in `keep` as they were before the draw, including their own locks. */
export const restoreLockedVariants = (
  made: readonly PaperVariant[],
  before: readonly PaperVariant[],
  keep: readonly number[],
): PaperVariant[] => made.map((variant, at) => (keep.includes(at) ? (before[at] ?? variant) : variant));
