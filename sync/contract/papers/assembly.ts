import { z } from 'zod';
import type { CallSpec } from '../call.ts';
import { difficulty, pointImportances, paperKinds, paperStatus, sectionType, variantNames } from '../codes.ts';
import { id, version } from '../scalars.ts';

const type = z.literal(Object.values(sectionType).filter((code) => code !== sectionType.unlimited));
const difficultyCode = z.literal(Object.values(difficulty));

/** Selects questions that match every given attribute. An attribute that is null or '' matches every question. */
const cellPlace = {
  type: type.nullable(),
  /** Scope (branch) of the detail table of assessment points by its codes from the top ("A", "A-B", "A-B-C"); includes everything below it. */
  scope: z.string().max(12),
  importance: z.enum(pointImportances).nullable(),
  difficulty: difficultyCode.nullable(),
};
export const cellKey = z.object(cellPlace);
export type CellKey = z.output<typeof cellKey>;

/**
 * A quota: exactly `count` questions of the paper have the attributes of this cell. Cells may overlap in any way, such as scope × type and
 * scope × importance.
 */
export const quotaCell = z.object({ ...cellPlace, count: z.int().min(0).max(300) });
export type QuotaCell = z.output<typeof quotaCell>;

/** A share in any unit: only the proportion of the shares counts. */
const share = z.number().min(0).max(1000);

/** Requirements of a paper for assembly from the question bank. */
export const blueprint = z.object({
  /** Sections with their question type, in the paper's order. Two sections may have the same type. */
  sections: z
    .array(z.object({ type, count: z.int().min(1).max(300), pointsEach: z.number().min(0.5).max(100).multipleOf(0.5) }))
    .min(1)
    .max(12),
  /**
   * Published detail table. Only questions of its profession, trade and level are drawn, and its points define scope and importance.
   * Null: any question.
   */
  detailTableId: id.nullable(),
  /** Question banks to draw from. */
  bank: z.enum(['school', 'certified', 'both']),
  /** Depth of the detail table at which weights become quotas by scope; 0: no quotas by scope. */
  scopeDepth: z.literal([0, 1, 2, 3]),
  /**
   * Importance shares of the whole paper. 'table': within each scope, in the ratio (X : Y : Z) of its points in the table. Null: no
   * quotas by importance.
   */
  importance: z.union([z.object({ X: share, Y: share, Z: share }), z.literal('table')]).nullable(),
  /** Difficulty shares within each question type, which become quotas. Null: no quotas by difficulty. */
  difficulty: z.object({ easy: share, medium: share, hard: share }).nullable(),
  /** Quotas one by one, as edited on the page. If absent, they follow from the shares above. */
  cells: z.array(quotaCell).max(400).optional(),
  /**
   * Highest number of earlier uses of a question; null: no limit, 0: only unused questions. Less used questions are preferred in any
   * case.
   */
  maxExposure: z.int().min(0).max(1000).nullable(),
  /** Categories to draw from, with their subcategories; empty: any. */
  categories: z.array(z.string().max(200)).max(40),
  /** Questions that are never drawn. */
  bannedIds: z.array(id).max(2000),
});
export type Blueprint = z.output<typeof blueprint>;

/** The blueprint of a stored paper. It has no sections of its own, because the paper has them. */
export const paperBlueprint = blueprint.omit({ sections: true }).extend({
  /** Number of parallel papers to assemble. */
  variants: z.int().min(1).max(variantNames.length).default(1),
});
export type PaperBlueprint = z.output<typeof paperBlueprint>;

/** Questions that match a cell (quota) but cannot be drawn: their number by reason. Each is counted under the first reason that applies. */
export const leftOutCounts = z.object({
  /** Number of drafts and questions in review. Retired questions are not counted. */
  notInUse: z.int(),
  banned: z.int(),
  /** Questions that were used more often than `maxExposure` allows. */
  exposure: z.int(),
  /** Near-duplicates of another question of the cell; each such group counts as one question. */
  duplicate: z.int(),
});

export const cellSupply = quotaCell.extend({
  /** Number of questions that can be drawn for the quota (cell) after all limits; near-duplicates count once. */
  have: z.int(),
  leftOut: leftOutCounts,
});

export const cellShortage = cellKey.extend({
  want: z.int(),
  /** Number of questions in this paper that match the quota (cell). */
  got: z.int(),
  /** Number of available questions after all limits. If it is at least `want`, the cell is short only because other cells need the same questions. */
  have: z.int(),
  leftOut: leftOutCounts,
});

/**
 * The smallest set of changes that makes the paper possible, counted in questions. Preference: more use of often used questions, then
 * quotas moved between cells of one kind, then fewer questions.
 */
export const relaxation = z.object({
  /** Number of questions that were used more often than `maxExposure` allows, and the limit that would allow them. */
  exposure: z.object({ maxExposure: z.int(), questions: z.int() }).nullable(),
  /** Take `count` questions from cell `to` instead of cell `from`. */
  moves: z.array(z.object({ from: cellKey, to: cellKey, count: z.int() })),
  /** Questions that the bank cannot provide: the paper has `count` fewer in the cell. */
  drops: z.array(z.object({ cell: cellKey, count: z.int() })),
  /** Number of questions by which parallel papers then exceed the limit of shared questions. */
  shared: z.int(),
  /** Limits and quotas of the blueprint with all these changes. The client sends them to accept the relaxation. */
  apply: z.object({
    maxExposure: z.int().nullable(),
    maxShared: z.int(),
    cells: z.array(quotaCell),
    /** Number of questions in each section. */
    counts: z.array(z.int()),
  }),
});
export type Relaxation = z.output<typeof relaxation>;

export const assembledVariant = z.object({
  /** Drawn questions of each section, in the order of the blueprint. A section may have fewer questions than it should. */
  sections: z.array(z.object({ questionIds: z.array(id) })),
  questionCount: z.int(),
  totalPoints: z.number(),
  /** Mean expected share of right answers, 0 to 1, weighted by points. */
  meanEase: z.number(),
  /** Number of the paper's questions that were used in an earlier exam. */
  usedBefore: z.int(),
});

export const assembly = z.object({
  seed: z.int(),
  variants: z.array(assembledVariant),
  /** Every quota, and how many questions each variant got. */
  cells: z.array(cellSupply.extend({ got: z.array(z.int()) })),
  /** Unmet quotas of the variant that lacks most; empty if every quota is met exactly. A section appears as a cell with only a type. */
  shortfall: z.array(cellShortage),
  /**
   * The exact place of the shortfall: intersections of short cells of different kinds ("A-B · X · single: 3 more"). `have`: available questions
   * there after limits.
   */
  gaps: z.array(cellKey.extend({ missing: z.int(), have: z.int(), leftOut: leftOutCounts })),
  relaxation: relaxation.nullable(),
  /** The largest number of questions that two variants share. */
  shared: z.int(),
  /**
   * Problems of locked questions. A question for which no quota has room, or which nearly duplicates another locked one, stays in the paper. An
   * unknown question, or one whose type no section has, is dropped.
   */
  lockFaults: z.array(z.object({ id, reason: z.enum(['unknown', 'noSection', 'overQuota', 'duplicate']) })),
  /** False if time ran out. The result is the best one found so far, and a better one may exist. */
  proven: z.boolean(),
});
export type Assembly = z.output<typeof assembly>;

/** Indexes (from 0) of variants to leave as they are, so that variant B can be drawn again while A stays. */
export const lockedVariants = z.array(z.int().min(0).max(3)).max(4).optional();

const staff = ['school', 'teacher'] as const;

/** Calls of the module `paper`; paper.ts includes them. */
export const assemblyCalls = {
  assemble: {
    summary:
      'Assemble a paper, or up to four parallel ones, by blueprint around what is locked, and save it if every quota is met; else nothing changes. The same seed and bank give the same papers',
    input: z.object({
      id,
      version,
      blueprint: paperBlueprint,
      seed: z.int().min(0).max(0xffffffff).optional(),
      /** Set when the user accepts a relaxation: these values are stored as the paper's section counts and limit. */
      accept: z.object({ counts: z.array(z.int().min(1).max(300)).max(12), maxShared: z.int().min(0).max(300) }).optional(),
      keep: lockedVariants,
    }),
    output: assembly.extend({
      /** Null if quotas are not met; the paper is then unchanged. */
      saved: z.object({ version, status: z.literal(Object.values(paperStatus)) }).nullable(),
      /** For homework and mock tests: number of questions not drawn because they are in an exam whose scores are not released. */
      leftOut: z.int(),
    }),
    access: staff,
    rows: [{ of: 'paper', act: 'change', at: 'id' }],
    errors: ['notFound', 'conflict', 'refused'],
    changes: true,
    once: true,
  },
  blueprintSupply: {
    summary: 'The quotas that a blueprint asks for, cell by cell, and what the bank can give for each; draws nothing',
    /** `kind` of the paper. For homework and mock tests, questions of exams whose scores are not released are left out. */
    input: z.object({ blueprint, kind: z.enum(paperKinds).default('exam') }),
    output: z.object({
      cells: z.array(cellSupply),
      /** Per section: number of questions wanted and available. */
      sections: z.array(z.object({ type, want: z.int(), have: z.int(), leftOut: leftOutCounts })),
      /** Number of questions in the bank that the blueprint may draw from, before quotas. */
      questionCount: z.int(),
    }),
    access: staff,
    errors: ['notFound', 'refused'],
    changes: false,
  },
} as const satisfies Record<string, CallSpec>;
