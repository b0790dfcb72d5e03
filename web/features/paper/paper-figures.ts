import type { BankCategories, PaperDraft } from './paper-queries.ts';

type Section = PaperDraft['sections'][number];
type Counted = Pick<Section, 'count' | 'pointsEach'>;

const number = (value: number): number => (Number.isFinite(value) ? value : 0);

export const subtotal = (section: Counted): number => number(section.count) * number(section.pointsEach);
export const totalPoints = (sections: readonly Counted[]): number => sections.reduce((sum, section) => sum + subtotal(section), 0);
export const questionCount = (sections: readonly Counted[]): number => sections.reduce((sum, section) => sum + number(section.count), 0);

/** Questions of the bank that a section may draw from; no category stands for all of them. */
export function poolSize(section: Pick<Section, 'type' | 'categories'>, bank: BankCategories): number {
  return bank
    .filter((row) => section.categories.length === 0 || section.categories.includes(row.category))
    .flatMap((row) => row.counts)
    .filter((row) => row.type === section.type)
    .reduce((sum, row) => sum + row.count, 0);
}

/**
 * Questions a section lacks when it stands alone, or together with the sections of its type that want the same
 * categories (a question serves once). What the draw itself finds short it names exactly; this is the forecast while typing.
 */
export function shortage(at: number, sections: readonly Section[], bank: BankCategories): number {
  const section = sections[at];
  if (section === undefined) return 0;
  const alone = number(section.count) - poolSize(section, bank);
  const rivals = sections.filter((other) => other.type === section.type);
  const anyOpen = rivals.some((other) => other.categories.length === 0);
  const union = { type: section.type, categories: anyOpen ? [] : [...new Set(rivals.flatMap((other) => other.categories))] };
  const together = questionCount(rivals) - poolSize(union, bank);
  return Math.max(0, alone, together);
}
