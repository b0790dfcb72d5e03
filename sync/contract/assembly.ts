import { z } from 'zod';
import type { CallSpec } from './call.ts';
import { difficulty, importances, paperStatus, sectionType, variantNames } from './codes.ts';
import { id, version } from './scalars.ts';

const type = z.literal(Object.values(sectionType).filter((code) => code !== sectionType.unlimited));
const difficultyCode = z.literal(Object.values(difficulty));

/** Which questions a cell is about: all that answer to every attribute given. Null and '' leave an attribute open. */
const cellPlace = {
  type: type.nullable(),
  /** A scope of the detail table by its codes from the top ("A", "A-B", "A-B-C"), with everything below it. */
  scope: z.string().max(12),
  importance: z.enum(importances).nullable(),
  difficulty: difficultyCode.nullable(),
};
export const cellKey = z.object(cellPlace);
export type CellKey = z.output<typeof cellKey>;

/** A quota: exactly `count` of the paper's questions lie in this cell. Cells may overlap in any way (scope × type beside scope × importance). */
export const quotaCell = z.object({ ...cellPlace, count: z.int().min(0).max(300) });
export type QuotaCell = z.output<typeof quotaCell>;

/** Shares in any unit: only their proportion counts. */
const share = z.number().min(0).max(1000);

/** What a paper asks of the bank. */
export const blueprint = z.object({
  /** Questions of a type, by section, in the paper's order. Two sections may have the same type. */
  sections: z
    .array(z.object({ type, count: z.int().min(1).max(300), pointsEach: z.number().min(0.5).max(100).multipleOf(0.5) }))
    .min(1)
    .max(12),
  /** A published detail table: only questions of its profession, trade and level are drawn, and its points say scope and importance. Null: any question. */
  detailTableId: id.nullable(),
  /** Which banks are drawn from. */
  bank: z.enum(['school', 'certified', 'both']),
  /** Quotas by scope follow the table's weights at this depth; 0: none. */
  scopeDepth: z.literal([0, 1, 2, 3]),
  /** Of the whole paper, or 'table': within each scope as its points (X : Y : Z) stand in the table. Null: none. */
  importance: z.union([z.object({ X: share, Y: share, Z: share }), z.literal('table')]).nullable(),
  /** Of each type. Null: none. */
  difficulty: z.object({ easy: share, medium: share, hard: share }).nullable(),
  /** The quotas one by one, as the page shows and changes them; left out: they follow from the shares above. */
  cells: z.array(quotaCell).max(400).optional(),
  /** Questions that were used more often than this are left out; null: no limit. 0: only those never used. Fewer uses come first in any case. */
  maxExposure: z.int().min(0).max(1000).nullable(),
  /** Categories (with what is below them) to draw from; empty: any. */
  categories: z.array(z.string().max(200)).max(40),
  /** Never drawn. */
  bannedIds: z.array(id).max(2000),
});
export type Blueprint = z.output<typeof blueprint>;

/** The blueprint a paper was or will be assembled by; its sections are the paper's own. */
export const paperBlueprint = blueprint.omit({ sections: true }).extend({
  /** Parallel papers to assemble. */
  variants: z.int().min(1).max(variantNames.length).default(1),
});
export type PaperBlueprint = z.output<typeof paperBlueprint>;

/** Why questions of a cell are left out; each is counted under the first reason that holds. */
export const leftOut = z.object({
  /** Drafts, in review. Retired ones are not told. */
  notInUse: z.int(),
  banned: z.int(),
  /** Used more often than allowed. */
  exposure: z.int(),
  /** Near-duplicates of another of the cell: of each such group only one counts. */
  duplicate: z.int(),
});

export const cellSupply = quotaCell.extend({
  /** What the bank has for the cell after all limits, near-duplicates counted once. */
  have: z.int(),
  leftOut,
});

export const shortCell = cellKey.extend({
  want: z.int(),
  /** As much as this paper got. */
  got: z.int(),
  /** What the bank has after limits: less than `want` here, or the cell competes with others. */
  have: z.int(),
  leftOut,
});

/** The fewest changes that make the paper possible, counted in questions: use of worn questions, quotas moved within a kind of cell, and only then questions less. */
export const relaxation = z.object({
  /** Questions over the limit that are used then, and the limit that allows them. */
  exposure: z.object({ maxExposure: z.int(), questions: z.int() }).nullable(),
  /** Take `count` from `to` instead of from `from`. */
  moves: z.array(z.object({ from: cellKey, to: cellKey, count: z.int() })),
  /** What the bank can't give at all: a paper with this many fewer in the cell. */
  drops: z.array(z.object({ cell: cellKey, count: z.int() })),
  /** Questions that A/B papers share over the limit then. */
  shared: z.int(),
  /** The blueprint's limits and quotas with all this done: send them to accept it. */
  apply: z.object({
    maxExposure: z.int().nullable(),
    maxShared: z.int(),
    cells: z.array(quotaCell),
    /** Of each section. */
    counts: z.array(z.int()),
  }),
});
export type Relaxation = z.output<typeof relaxation>;

export const assembledVariant = z.object({
  /** In the blueprint's order; what is short is missing. */
  sections: z.array(z.object({ questionIds: z.array(id) })),
  questionCount: z.int(),
  totalPoints: z.number(),
  /** Mean expected share of right answers, 0 to 1, weighted by points. */
  meanEase: z.number(),
  /** Questions that were used before. */
  usedBefore: z.int(),
});

export const assembly = z.object({
  seed: z.int(),
  variants: z.array(assembledVariant),
  /** Every quota and what each variant got of it. */
  cells: z.array(cellSupply.extend({ got: z.array(z.int()) })),
  /** Empty: every quota is met exactly. Of the variant that lacks most. Sections are cells with nothing but a type. */
  shortfall: z.array(shortCell),
  /** Where the shortfall sits, most closely: the short cells of different kinds brought together ("A-B · X · single: 3 more"). `have`: what the bank has there after limits. */
  gaps: z.array(cellKey.extend({ missing: z.int(), have: z.int(), leftOut })),
  relaxation: relaxation.nullable(),
  /** Most questions any two variants have in common. */
  shared: z.int(),
  /** Locked questions that no quota has room for, or that near-duplicate another locked one: they stay in the paper. Unknown ones and those of no section's type are left out. */
  lockFaults: z.array(z.object({ id, reason: z.enum(['unknown', 'noSection', 'overQuota', 'duplicate']) })),
  /** False: time ran out; this is the best found so far, and a better one may exist. */
  proven: z.boolean(),
});
export type Assembly = z.output<typeof assembly>;

/** Variants that stay as they are, from 0: B is made, or drawn anew, beside A. */
export const keptVariants = z.array(z.int().min(0).max(3)).max(4).optional();

const staff = ['school', 'teacher'] as const;

/** Part of the module `paper`: see paper.ts. */
export const assemblyCalls = {
  assemble: {
    summary:
      'Assemble a paper, or up to four parallel ones, by blueprint around what is locked, and save it if every quota is met; else nothing changes. The same seed and bank give the same papers',
    input: z.object({
      id,
      version,
      blueprint: paperBlueprint,
      seed: z.int().min(0).max(0xffffffff).optional(),
      /** A relaxation that was accepted: these become the paper's own, of each section and of the rules. */
      accept: z.object({ counts: z.array(z.int().min(1).max(300)).max(12), maxShared: z.int().min(0).max(300) }).optional(),
      keep: keptVariants,
    }),
    output: assembly.extend({
      /** Null: quotas are short, and the paper is as it was. */
      saved: z.object({ version, status: z.literal(Object.values(paperStatus)) }).nullable(),
    }),
    access: staff,
    rows: [{ of: 'paper', act: 'change', at: 'id' }],
    errors: ['notFound', 'conflict', 'refused'],
    changes: true,
    once: true,
  },
  blueprintSupply: {
    summary: 'The quotas that a blueprint asks for, cell by cell, and what the bank can give for each; draws nothing',
    input: z.object({ blueprint }),
    output: z.object({
      cells: z.array(cellSupply),
      /** Of each section. */
      sections: z.array(z.object({ type, want: z.int(), have: z.int(), leftOut })),
      /** Of the bank, before any quota. */
      questionCount: z.int(),
    }),
    access: staff,
    errors: ['notFound', 'refused'],
    changes: false,
  },
} as const satisfies Record<string, CallSpec>;
