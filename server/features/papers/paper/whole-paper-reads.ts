import type { Kysely, Selectable } from 'kysely';
import type { z } from 'zod';
import { paperBlueprint, type PaperBlueprint } from '../../../../sync/contract/papers/assembly.ts';
import { variantNames, type VariantName } from '../../../../sync/contract/codes.ts';
import { paperRules, type paperDraftSchema, type PaperSection, type PaperVariant } from '../../../../sync/contract/papers/paper.ts';
import type { Database } from '../../../db/schema.ts';

export type StoredPaperDraft = z.output<typeof paperDraftSchema>;
export type PaperRow = Selectable<Database['paper']>;

export interface StoredPaper {
  readonly row: PaperRow;
  readonly rules: StoredPaperDraft['rules'];
  readonly blueprint: PaperBlueprint | null;
  readonly sections: readonly PaperSection[];
  /** Ordered by name, starting with A. A paper has at least one variant, whose sections may be empty. */
  readonly variants: readonly PaperVariant[];
}

/** Lists every question of all variants once. */
export const listVariantQuestionIds = (variants: readonly PaperVariant[]): number[] => [
  ...new Set(variants.flatMap((variant) => variant.sections.flatMap((section) => section.map((entry) => entry.id)))),
];

/** Parses the stored rules of a paper. Settings that the release which stored them did not know get their default. */
export const parsePaperRules = (row: Pick<PaperRow, 'rules'>): StoredPaperDraft['rules'] => paperRules.parse(JSON.parse(row.rules));

/** Defaults for a section that an older release stored, when rules knew only categories. */
const plainRule: Pick<PaperSection, 'difficulty' | 'tags' | 'level'> = { difficulty: null, tags: [], level: null };

/** Converts a stored paper to a draft, the form in which editors change it. */
export const toPaperDraft = ({ row, sections, rules }: Pick<StoredPaper, 'row' | 'sections' | 'rules'>): StoredPaperDraft => ({
  name: row.name,
  kind: row.kind,
  category: row.category,
  sections: [...sections],
  rules,
});

/** Reads sections and questions of a paper. */
export async function readStoredPaper(db: Kysely<Database>, row: PaperRow): Promise<StoredPaper> {
  const sections = await db.selectFrom('paper_section').selectAll().where('paper_id', '=', row.id).orderBy('position').execute();
  const questions = await db
    .selectFrom('paper_question')
    .select(['variant', 'section', 'question_id', 'locked'])
    .where('paper_id', '=', row.id)
    .orderBy('variant')
    .orderBy('section')
    .orderBy('position')
    .execute();
  const ofVariant = (name: VariantName): PaperVariant => {
    const own = Map.groupBy(
      questions.filter((one) => one.variant === name),
      (one) => one.section,
    );
    return {
      sections: sections.map(({ position }) => (own.get(position) ?? []).map((one) => ({ id: one.question_id, locked: one.locked === 1 }))),
    };
  };
  return {
    row,
    rules: parsePaperRules(row),
    blueprint: row.blueprint === null ? null : paperBlueprint.parse(JSON.parse(row.blueprint)),
    sections: sections.map((section) => ({
      title: section.title,
      type: section.type as PaperSection['type'],
      count: section.count,
      pointsEach: section.points_each,
      partial: section.partial === 1,
      categories: JSON.parse(section.categories) as string[],
      ...plainRule,
      ...(JSON.parse(section.rule) as Partial<typeof plainRule>),
    })),
    variants: variantNames.slice(0, row.variant_count).map(ofVariant),
  };
}
