import type { Kysely, Selectable } from 'kysely';
import type { z } from 'zod';
import { paperBlueprint, type PaperBlueprint } from '../../../sync/contract/assembly.ts';
import { variantNames, type VariantName } from '../../../sync/contract/codes.ts';
import { paperRules, type paperDraft, type PaperSection, type PaperVariant } from '../../../sync/contract/paper.ts';
import type { Database } from '../../db/schema.ts';

export type PaperDraft = z.output<typeof paperDraft>;
export type PaperRow = Selectable<Database['paper']>;

export interface WholePaper {
  readonly row: PaperRow;
  readonly rules: PaperDraft['rules'];
  readonly blueprint: PaperBlueprint | null;
  readonly sections: readonly PaperSection[];
  /** Starts with A; there is always at least one, possibly with empty sections. */
  readonly variants: readonly PaperVariant[];
}

/** Lists every question of all variants once. */
export const questionIdsOf = (variants: readonly PaperVariant[]): number[] => [
  ...new Set(variants.flatMap((variant) => variant.sections.flatMap((section) => section.map((entry) => entry.id)))),
];

/** Parses rules as any release stored them; settings that it did not know get their default. */
export const rulesOf = (row: Pick<PaperRow, 'rules'>): PaperDraft['rules'] => paperRules.parse(JSON.parse(row.rules));

/** Defaults for a section that was stored when rules knew only categories. */
const plainRule: Pick<PaperSection, 'difficulty' | 'tags' | 'level'> = { difficulty: null, tags: [], level: null };

/** Returns a paper in the shape of its draft. */
export const draftOf = ({ row, sections, rules }: Pick<WholePaper, 'row' | 'sections' | 'rules'>): PaperDraft => ({
  name: row.name,
  kind: row.kind,
  category: row.category,
  sections: [...sections],
  rules,
});

/** Reads sections and questions of a paper. */
export async function wholePaper(db: Kysely<Database>, row: PaperRow): Promise<WholePaper> {
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
    rules: rulesOf(row),
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
