import type { PaperVariant } from '../../../sync/contract/papers/paper.ts';

type Entries = PaperVariant['sections'][number];
export interface SectionPlace {
  readonly variant: number;
  readonly section: number;
}

/** Returns the variants with a changed question list in one section of one variant. */
export const changeSection = (
  variants: readonly PaperVariant[],
  { variant, section }: SectionPlace,
  change: (entries: Entries) => Entries,
): PaperVariant[] =>
  variants.map((one, v) =>
    v === variant ? { sections: one.sections.map((entries, s) => (s === section ? change(entries) : entries)) } : one,
  );

/** Moves an entry. Returns the same list if the target is out of range. */
export const moveEntry = (entries: Entries, from: number, to: number): Entries => {
  if (to < 0 || to >= entries.length) return entries;
  const next = [...entries];
  const [moved] = next.splice(from, 1);
  if (moved !== undefined) next.splice(to, 0, moved);
  return next;
};

export const listVariantIds = (variant: PaperVariant | undefined): number[] => variant?.sections.flat().map((entry) => entry.id) ?? [];

/** Returns the most questions that any two variants have in common. */
export function countSharedQuestions(variants: readonly PaperVariant[]): number {
  const sets = variants.map((variant) => new Set(listVariantIds(variant)));
  return Math.max(0, ...sets.flatMap((one, at) => sets.slice(at + 1).map((other) => one.intersection(other).size)));
}
