import type { PaperSection, PaperVariant } from '../../../sync/contract/paper.ts';

/** What a draw goes by: two sections that are equal in it can hold the same questions. */
const ruleOf = ({ type, categories, difficulty, tags, level }: PaperSection): string =>
  JSON.stringify([type, categories, difficulty, tags, level]);

/**
 * The questions a paper keeps when its sections become others: each new section takes over from the first old one of its rule, else of its
 * type (the same title first). By the same rule all stay; by another only what was locked. What is over the count goes, locked ones last.
 */
export function keepFitting(
  before: readonly PaperSection[],
  after: readonly PaperSection[],
  variants: readonly PaperVariant[],
): PaperVariant[] {
  const open = new Set(before.keys());
  const from = after.map((section) => {
    const fits = [...open].filter((at) => before[at]?.type === section.type);
    const liking = (at: number): number =>
      (before[at]?.title === section.title ? 2 : 0) + (before[at] !== undefined && ruleOf(before[at]) === ruleOf(section) ? 1 : 0);
    const best = fits.toSorted((a, b) => liking(b) - liking(a))[0];
    if (best !== undefined) open.delete(best);
    return best;
  });
  return variants.map((variant) => ({
    sections: after.map((section, at) => {
      const old = from[at];
      const source = old === undefined ? undefined : before[old];
      if (old === undefined || source === undefined) return [];
      const entries = variant.sections[old] ?? [];
      const kept = ruleOf(source) === ruleOf(section) ? entries : entries.filter((entry) => entry.locked);
      let over = kept.length - section.count;
      return over <= 0
        ? [...kept]
        : kept
            .toReversed()
            .filter((entry) => entry.locked || over-- <= 0)
            .toReversed()
            .slice(0, section.count);
    }),
  }));
}

/** Has every section of every variant as many questions as it wants? */
export const isFull = (sections: readonly PaperSection[], variants: readonly PaperVariant[]): boolean =>
  variants.every((variant) => sections.every((section, at) => variant.sections[at]?.length === section.count));

/** Locked ones keep their places, the drawn ones fill the others. */
export function placeAround(
  before: PaperVariant['sections'][number],
  drawn: readonly number[],
  count: number,
): PaperVariant['sections'][number] {
  const queue = [...drawn];
  const made: { id: number; locked: boolean }[] = [];
  const locked = before.filter((entry) => entry.locked);
  for (let at = 0; at < count; at += 1) {
    const here = before[at]?.locked === true ? before[at] : undefined;
    const next = here === undefined ? queue.shift() : undefined;
    if (here !== undefined) made.push(here);
    else if (next !== undefined) made.push({ id: next, locked: false });
  }
  // Locked ones from behind the end of a section that was made shorter.
  const placed = new Set(made.map((entry) => entry.id));
  return [...made, ...locked.filter((entry) => !placed.has(entry.id))];
}

/** Variants that are to stay as they are, with everything in them locked for the draw of the others. */
export const heldWhole = (variants: readonly PaperVariant[], keep: readonly number[]): PaperVariant[] =>
  variants.map((variant, at) =>
    keep.includes(at) ? { sections: variant.sections.map((entries) => entries.map(({ id }) => ({ id, locked: true }))) } : variant,
  );

/** What was drawn, with the variants that were to stay as they were, their own locks included. */
export const withHeld = (made: readonly PaperVariant[], before: readonly PaperVariant[], keep: readonly number[]): PaperVariant[] =>
  made.map((variant, at) => (keep.includes(at) ? (before[at] ?? variant) : variant));
