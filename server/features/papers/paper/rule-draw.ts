import {
  difficulty as difficultyCode,
  paperDifficulty,
  type DifficultyCode,
  type PaperDifficultyCode,
  type ProfessionLevel,
} from '../../../../sync/contract/codes.ts';
import type { PaperSection, PaperVariant } from '../../../../sync/contract/papers/paper.ts';
import { lockVariants, combineWithLocked, restoreLockedVariants } from './paper-fit.ts';
import { createSeededSource } from './random-source.ts';
import { drawSections, shuffleLazily, type SectionRequest, type SectionShortage } from './section-draw.ts';

/** Attributes of a question that a section's rule of selection can ask for. */
export interface RuleCandidate {
  readonly id: number;
  readonly type: number;
  readonly category: string;
  readonly hash: string;
  readonly difficulty: DifficultyCode;
  readonly level: ProfessionLevel | null;
  readonly tags: readonly string[];
}

export interface RuleDrawRequest {
  readonly sections: readonly PaperSection[];
  /** Present content of each variant (parallel paper A, B, C or D); locked questions keep their places. */
  readonly variants: readonly PaperVariant[];
  /** Indexes of the `variants` that the draw leaves as they are. */
  readonly unchangedVariants?: readonly number[];
  readonly maxShared: number;
  readonly seed: number;
}
export interface RuleShortage extends SectionShortage {
  readonly variant: number;
}
export type RuleDraw =
  | { readonly kind: 'drawn'; readonly variants: readonly PaperVariant[] }
  | { readonly kind: 'short'; readonly shortages: readonly RuleShortage[] };

/**
 * Draws every variant by its sections' rules, around the locked questions. A variant repeats questions of another variant only if nothing else is
 * left, and shares at most `maxShared` with each. `candidates` ascend by id and include the locked questions.
 */
export function drawByRules(wish: RuleDrawRequest, candidates: readonly RuleCandidate[]): RuleDraw {
  const candidateById = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const finishedVariants: PaperVariant[] = [];
  const { unchangedVariants = [] } = wish;
  const lockedVariants = lockVariants(wish.variants, unchangedVariants);
  for (const [at, variant] of lockedVariants.entries()) {
    if (unchangedVariants.includes(at)) {
      finishedVariants.push(variant);
      continue;
    }
    const lockedEntries = variant.sections.map((entries) => entries.filter((entry) => entry.locked));
    const lockedIds = new Set(lockedEntries.flatMap((entries) => entries.map((entry) => entry.id)));
    const hashes = new Set([...lockedIds].map((id) => candidateById.get(id)?.hash));
    const idsElsewhere = new Set([
      ...finishedVariants.flatMap(listQuestionIds),
      ...lockedVariants
        .slice(at + 1)
        .flatMap((later) => later.sections.flatMap((entries) => entries.flatMap((entry) => (entry.locked ? entry.id : [])))),
    ]);
    const parts = wish.sections.flatMap((section, index) => splitSection(section, index, lockedEntries[index] ?? [], candidateById));
    const freshCandidates = candidates.filter((candidate) => !hashes.has(candidate.hash));
    const draw = (pool: readonly RuleCandidate[]) => drawSections(...groupIntoClasses(parts, pool), wish.seed + at, idsElsewhere);
    const unsharedDraw = draw(freshCandidates.filter((candidate) => !idsElsewhere.has(candidate.id)));
    const drawing = unsharedDraw.kind === 'short' && wish.maxShared > 0 ? draw(freshCandidates) : unsharedDraw;
    const fault = (): RuleDraw => ({
      kind: 'short',
      shortages: toSectionShortages(unsharedDraw.kind === 'short' ? unsharedDraw.shortages : [], parts, wish, lockedEntries, at),
    });
    if (drawing.kind === 'short')
      return { kind: 'short', shortages: toSectionShortages(drawing.shortages, parts, wish, lockedEntries, at) };
    const source = createSeededSource(wish.seed + at);
    const newVariant = {
      sections: wish.sections.map((section, index) => {
        const own = parts.flatMap((part, number) => (part.section === index ? [drawing.sections[number] ?? []] : []));
        // Each part of a section has one difficulty; shuffle the questions of all its parts together.
        const ids = own.length > 1 ? [...shuffleLazily(own.flat(), source)] : own.flat();
        return combineWithLocked(variant.sections[index] ?? [], ids, section.count);
      }),
    };
    const newIds = new Set(listQuestionIds(newVariant));
    const others = [...finishedVariants, ...lockedVariants.filter((_, other) => other > at && unchangedVariants.includes(other))];
    if (others.some((other) => listQuestionIds(other).filter((id) => newIds.has(id)).length > wish.maxShared)) return fault();
    finishedVariants.push(newVariant);
  }
  return { kind: 'drawn', variants: restoreLockedVariants(finishedVariants, wish.variants, unchangedVariants) };
}

const listQuestionIds = (variant: PaperVariant): number[] => variant.sections.flatMap((entries) => entries.map((entry) => entry.id));

interface Part extends SectionRequest {
  readonly section: number;
  readonly takes: (candidate: RuleCandidate) => boolean;
}

/** Applies the paper's difficulty to every section that states no mix of difficulties of its own. */
export const applyPaperDifficulty = (sections: readonly PaperSection[], code: PaperDifficultyCode = paperDifficulty.all): PaperSection[] =>
  sections.map((section) => {
    if (code === paperDifficulty.all || (section.difficulty !== null && Object.values(section.difficulty).some((share) => share > 0)))
      return section;
    const toShare = (one: DifficultyCode): number => Number(one === code);
    const { easy, medium, hard } = difficultyCode;
    return { ...section, difficulty: { easy: toShare(easy), medium: toShare(medium), hard: toShare(hard) } };
  });

/** Tells whether a question of the section's type fits its rule. */
export const isAllowedByRule = (section: PaperSection, candidate: RuleCandidate): boolean =>
  (section.categories.length === 0 ||
    section.categories.some((one) => candidate.category === one || candidate.category.startsWith(`${one}/`))) &&
  (section.tags.length === 0 || section.tags.some((tag) => candidate.tags.includes(tag))) &&
  (section.level === null || candidate.level === section.level);

/** Splits a section into one part for each difficulty, or into a single part if it has no mix of difficulties. Locked questions are subtracted. */
function splitSection(
  section: PaperSection,
  index: number,
  lockedEntries: readonly { id: number }[],
  candidateById: ReadonlyMap<number, RuleCandidate>,
): Part[] {
  const isAllowed = (candidate: RuleCandidate): boolean => isAllowedByRule(section, candidate);
  const createPart = (count: number, takes: Part['takes']): Part => ({ section: index, type: section.type, count, categories: [], takes });
  const { difficulty: mix } = section;
  if (mix === null || mix.easy + mix.medium + mix.hard === 0)
    return [createPart(Math.max(0, section.count - lockedEntries.length), isAllowed)];
  const codes = [difficultyCode.easy, difficultyCode.medium, difficultyCode.hard] as const;
  const wants = splitProportionally(section.count, [mix.easy, mix.medium, mix.hard]);
  for (const { id } of lockedEntries) {
    const ownCode = codes.findIndex((code) => code === candidateById.get(id)?.difficulty);
    const at = ownCode >= 0 && (wants[ownCode] ?? 0) > 0 ? ownCode : wants.indexOf(Math.max(...wants));
    wants[at] = Math.max(0, (wants[at] ?? 0) - 1);
  }
  return codes.map((code, at) => createPart(wants[at] ?? 0, (candidate) => candidate.difficulty === code && isAllowed(candidate)));
}

/** Splits `total` into whole numbers in proportion to the shares (largest remainder). */
export function splitProportionally(total: number, shares: readonly number[]): number[] {
  const sum = shares.reduce((a, b) => a + b, 0);
  const exact = shares.map((share) => (total * share) / sum);
  const wholeShares = exact.map(Math.floor);
  const remaining = total - wholeShares.reduce((a, b) => a + b, 0);
  const order = exact.map((_, at) => at).toSorted((a, b) => ((exact[b] ?? 0) % 1) - ((exact[a] ?? 0) % 1));
  for (const at of order.slice(0, remaining)) wholeShares[at] = (wholeShares[at] ?? 0) + 1;
  return wholeShares;
}

/**
 * Converts the parts of sections (`splitSection`) to the input of `drawSections`. Candidates that the same parts accept form one class, which
 * `drawSections` gets as their category.
 */
function groupIntoClasses(
  parts: readonly Part[],
  pool: readonly RuleCandidate[],
): [SectionRequest[], Map<number, { id: number; category: string; hash: string }[]>] {
  const classes = new Set<string>();
  const pools = new Map<number, { id: number; category: string; hash: string }[]>();
  for (const candidate of pool) {
    const category = parts.map((part) => (part.type === candidate.type && part.takes(candidate) ? '1' : '0')).join('');
    if (!category.includes('1')) continue;
    classes.add(category);
    const list = pools.get(candidate.type) ?? [];
    list.push({ id: candidate.id, category, hash: candidate.hash });
    pools.set(candidate.type, list);
  }
  // The class '' has no candidates. It keeps the list of a part that accepts no candidate from being empty, which would mean "any category".
  const wishes = parts.map(({ type, count }, at) => ({
    type,
    count,
    categories: ['', ...[...classes].filter((one) => one[at] === '1')],
  }));
  return [wishes, pools];
}

/** Converts shortages of parts into shortages of their sections. `have` includes the locked questions. */
function toSectionShortages(
  shortages: readonly SectionShortage[],
  parts: readonly Part[],
  wish: RuleDrawRequest,
  lockedEntries: readonly (readonly unknown[])[],
  variant: number,
): RuleShortage[] {
  const missingBySection = new Map<number, number>();
  for (const { section, want, have } of shortages) {
    const index = parts[section]?.section ?? 0;
    missingBySection.set(index, (missingBySection.get(index) ?? 0) + want - have);
  }
  return [...missingBySection].map(([section, lack]) => {
    const want = wish.sections[section]?.count ?? 0;
    return { variant, section, want, have: Math.max(lockedEntries[section]?.length ?? 0, want - lack) };
  });
}
