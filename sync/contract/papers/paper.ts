import { z } from 'zod';
import { categoryPath, newCategoryPath, defineCategoryCalls } from '../bank/category.ts';
import { questionBody } from '../bank/question.ts';
import { defineCalls } from '../call.ts';
import {
  paperDifficulty,
  paperKinds,
  paperLayouts,
  paperStatus,
  questionBanks,
  questionStatus,
  sectionType,
  variantNames,
  paperCategoryTrees,
} from '../codes.ts';
import { paperContent } from '../exams/sitting.ts';
import { defineSharingCalls } from '../people/co-worker.ts';
import { professionLevel } from '../people/profession.ts';
import { epochMs, id, keyword, listInput, listOutput, shortText, version } from '../scalars.ts';
import { assemblyCalls, lockedVariants, paperBlueprint } from './assembly.ts';

/** Points of a question, in steps of 0.5. */
const points = z.number().min(0.5).max(100).multipleOf(0.5);
const share = z.number().min(0).max(1000);

export const paperSection = z.object({
  title: shortText,
  type: z.literal(Object.values(sectionType).filter((code) => code !== sectionType.unlimited)),
  count: z.int().min(1).max(300),
  pointsEach: points,
  /**
   * Partial credit. Multiple choice: half the points for a right but incomplete choice. Fill-in: each blank counts its share. False: all
   * or nothing.
   */
  partial: z.boolean(),
  /** Categories, with their subcategories, from which a random draw fills the section; empty: any. The fields below limit the draw too. */
  categories: z.array(z.string().max(200)).max(40),
  /** Difficulty mix of a random draw, as shares in any unit: only the proportion counts. Null: no fixed mix. */
  difficulty: z.object({ easy: share, medium: share, hard: share }).nullable().default(null),
  /** A random draw takes questions with any of these tags; empty: any question. */
  tags: z.array(z.string().trim().min(1).max(30)).max(20).default([]),
  level: professionLevel.nullable().default(null),
});
export type PaperSection = z.output<typeof paperSection>;

export const paperRules = z.object({
  layout: z.enum(paperLayouts),
  shuffleQuestions: z.boolean(),
  shuffleOptions: z.boolean(),
  passPoints: z.number().min(0),
  /** Minutes for answering. A plan with this paper starts with this value and may change it. */
  minutes: z.int().min(1).max(720).default(90),
  /** Question bank for random draws. */
  bank: z.enum([...questionBanks, 'both']).default('school'),
  /** Difficulty for random draws in sections without a difficulty mix of their own; any difficulty if absent. */
  difficulty: z.literal(Object.values(paperDifficulty)).optional(),
  /** Most questions that two variants may share. */
  maxShared: z.int().min(0).max(300).default(0),
});

export const paperDraftSchema = z.object({
  name: shortText,
  kind: z.enum(paperKinds).default('exam'),
  category: newCategoryPath.default(''),
  sections: z.array(paperSection).min(1).max(12),
  rules: paperRules,
});

const variantName = z.enum(variantNames);

/**
 * Questions of one variant, section by section, in order. A section may still lack questions. A locked question stays when the others
 * are drawn again.
 */
export const paperVariant = z.object({
  sections: z.array(z.array(z.object({ id, locked: z.boolean() })).max(300)).max(12),
});
export type PaperVariant = z.output<typeof paperVariant>;

/** A question on the page of a paper, with its status and use. */
const paperQuestion = questionBody.extend({
  id,
  version,
  bank: z.enum(questionBanks),
  status: z.literal(Object.values(questionStatus)),
  /** Number of published exams that contained the question. */
  usedCount: z.int(),
  lastUsedMs: epochMs.nullable(),
});
export type PaperQuestion = z.output<typeof paperQuestion>;

const paperSummary = z.object({
  id,
  name: z.string(),
  kind: z.enum(paperKinds),
  category: z.string(),
  status: z.literal(Object.values(paperStatus)),
  version,
  questionCount: z.int(),
  totalPoints: z.number(),
  variantCount: z.int(),
  updatedMs: z.int(),
  /** Minutes for answering the paper. */
  minutes: z.int(),
});

const writtenFile = z.object({ fileName: z.string(), mime: z.string(), content: z.string() });
const changed = z.object({ id, version });

const shelf = z.enum(paperCategoryTrees);
const staff = ['school', 'teacher'] as const;

/**
 * Calls for the category trees of papers: one tree each for exams, mock tests and homework. A category does not affect an exam, so papers in use
 * can be moved too.
 */
const paperCategoryCalls = {
  getCategories: {
    summary: 'Categories of a shelf with how many papers each holds; empty ones too',
    input: z.object({ shelf }),
    output: z.object({ items: z.array(z.object({ category: z.string(), count: z.int() })) }),
    access: staff,
    errors: [],
    changes: false,
  },
  ...defineCategoryCalls({ shelf }, 'papers', staff),
  file: {
    summary: 'Put papers into a category',
    input: z.object({ items: z.array(z.object({ id, version })).min(1).max(2000), category: newCategoryPath }),
    output: z.object({ filed: z.int() }),
    access: staff,
    rows: [{ of: 'paper', act: 'file', at: 'items.*.id' }],
    errors: ['notFound', 'conflict'],
    changes: true,
    once: true,
  },
} as const;

export const paperCalls = defineCalls('paper', {
  ...assemblyCalls,
  ...paperCategoryCalls,
  ...defineSharingCalls('paper'),
  add: {
    summary: 'Create a paper with its sections and rules',
    input: paperDraftSchema,
    output: changed,
    access: staff,
    makes: 'paper',
    errors: ['refused'],
    changes: true,
    once: true,
  },
  modify: {
    summary:
      'Change a paper that no exam uses yet; where a section now asks for something else, its questions go, but for locked ones that still fit',
    input: paperDraftSchema.extend({ id, version, category: categoryPath.default('') }),
    output: changed,
    access: staff,
    rows: [{ of: 'paper', act: 'change', at: 'id' }],
    errors: ['notFound', 'conflict', 'refused'],
    changes: true,
    once: true,
  },
  copy: {
    summary: 'A new paper with the sections, rules, blueprint and questions of another',
    input: z.object({ id, name: shortText, kind: z.enum(paperKinds).optional() }),
    output: changed,
    access: staff,
    makes: 'paper',
    rows: [{ of: 'paper', act: 'keys', at: 'id' }],
    errors: ['notFound'],
    changes: true,
    once: true,
  },
  remove: {
    summary: 'Remove papers that no exam uses: all of them, or none',
    input: z.object({ items: z.array(changed).min(1).max(2000) }),
    output: z.object({ removed: z.int() }),
    access: staff,
    rows: [{ of: 'paper', act: 'remove', at: 'items.*.id' }],
    errors: ['notFound', 'conflict', 'refused'],
    changes: true,
    once: true,
  },
  getList: {
    summary: "The school's papers",
    input: listInput(
      z.object({
        keyword: keyword.optional(),
        /** Only papers of any of these kinds. */
        kinds: z.array(z.enum(paperKinds)).max(4).optional(),
        status: z.literal(Object.values(paperStatus)).optional(),
        /** Only papers whose sections have all their questions. */
        assembled: z.literal(true).optional(),
        /** Only papers in this category or its subcategories; "": papers without a category. */
        category: categoryPath.optional(),
      }),
    ),
    output: listOutput(paperSummary),
    access: staff,
    errors: [],
    changes: false,
  },
  getById: {
    summary: 'One paper with its questions in order, keys included',
    input: z.object({ id }),
    output: paperSummary.extend({
      /** Sections with the questions of variant A. */
      sections: z.array(paperSection.extend({ title: z.string(), questions: z.array(paperQuestion) })),
      rules: paperRules,
      blueprint: paperBlueprint.nullable(),
      /** Seed of the last random draw of the paper's questions. */
      seed: z.int().nullable(),
      /** All variants, A first. */
      variants: z.array(paperVariant).min(1).max(4),
      /** Questions of the other variants that variant A does not contain. */
      otherQuestions: z.array(paperQuestion),
      /** Exam plans that use the paper. */
      plans: z.array(z.object({ id, name: z.string(), published: z.boolean() })),
    }),
    access: staff,
    rows: [{ of: 'paper', act: 'keys', at: 'id' }],
    errors: ['notFound'],
    changes: false,
  },
  draw: {
    summary:
      'Draw every section of every variant at random by its own rule, around what is locked. The same seed and bank give the same paper',
    input: z.object({
      id,
      version,
      seed: z.int().min(0).max(0xffffffff).optional(),
      /** Number of variants; by default the present number. */
      variants: z.int().min(1).max(4).optional(),
      keep: lockedVariants,
    }),
    /** `leftOut`: for homework and mock tests, number of questions not drawn because they are in an exam whose scores are not released. */
    output: z.object({ id, version, seed: z.int(), leftOut: z.int() }),
    access: staff,
    rows: [{ of: 'paper', act: 'change', at: 'id' }],
    errors: ['notFound', 'conflict', 'refused'],
    changes: true,
    once: true,
  },
  choose: {
    summary:
      'Put questions into a paper as a person or a blueprint chose them; the paper is assembled once every section of every variant is full',
    input: z.object({
      id,
      version,
      variants: z.array(paperVariant).min(1).max(4),
      /** If absent, the blueprint stays as it is. */
      blueprint: paperBlueprint.nullable().optional(),
    }),
    output: changed.extend({ status: z.literal(Object.values(paperStatus)) }),
    access: staff,
    rows: [{ of: 'paper', act: 'change', at: 'id' }],
    errors: ['notFound', 'conflict', 'refused'],
    changes: true,
    once: true,
  },
  getNearest: {
    summary:
      'Questions that could stand in the place of one: same type, then nearest by point, category, difficulty and use; writes nothing',
    input: z.object({
      questionId: id,
      /** Questions in the paper, and replacements offered before. They and their near-duplicates are left out. */
      avoidIds: z.array(id).max(2000),
      bank: z.enum([...questionBanks, 'both']).default('school'),
      limit: z.int().min(1).max(20).default(5),
      /** Quotas of a paper with a blueprint. Candidates that fill the same quotas as the question to replace are listed first. */
      quotas: paperBlueprint.pick({ detailTableId: true, scopeDepth: true, importance: true, difficulty: true }).optional(),
      /** Kind of the paper. For homework and mock tests, questions of exams whose scores are not released are left out. */
      kind: z.enum(paperKinds).default('exam'),
    }),
    output: z.object({
      /** `differs`: attributes in which the offered question differs. `quota`: with it, the paper would no longer meet its quotas. */
      items: z.array(paperQuestion.extend({ differs: z.array(z.enum(['quota', 'point', 'scope', 'category', 'difficulty', 'level'])) })),
    }),
    access: staff,
    rows: [{ of: 'question', act: 'keys', at: 'questionId' }],
    errors: ['notFound'],
    changes: false,
  },
  getConflicts: {
    summary: 'What in a paper does not go together: near-duplicates in one variant, questions no longer in use, more shared than allowed',
    input: z.object({ id }),
    output: z.object({
      items: z.array(
        z.object({
          kind: z.enum(['near', 'notInUse', 'otherPlace', 'shared']),
          variant: variantName,
          /** Questions concerned. `near`: two nearly equal questions. `shared`: all questions that the variant shares with an earlier variant. */
          ids: z.array(id),
        }),
      ),
    }),
    access: staff,
    rows: [{ of: 'paper', act: 'keys', at: 'id' }],
    errors: ['notFound'],
    changes: false,
  },
  exportWord: {
    summary: 'A variant as a Word document to be printed or worked on, without anything that tells an answer',
    input: z.object({ id, variant: variantName }),
    output: writtenFile,
    access: staff,
    rows: [{ of: 'paper', act: 'read', at: 'id' }],
    errors: ['notFound', 'refused', 'tooMany'],
    changes: false,
  },
  exportWordKeys: {
    summary: 'The same with answers, scoring points and analyses, which an import reads again unchanged',
    input: z.object({ id, variant: variantName }),
    output: writtenFile,
    access: staff,
    rows: [{ of: 'paper', act: 'keys', at: 'id' }],
    errors: ['notFound', 'refused', 'tooMany'],
    changes: false,
  },
  preview: {
    summary:
      'A variant as examinees will get it: formulas set, pictures inside, no keys. What publishing would warn of, or refuse for, is said',
    input: z.object({ id, variant: variantName }),
    output: z.object({
      content: paperContent,
      warnings: z.array(z.string()),
      /** Reasons why an exam with this paper could not be published now; empty if it could. */
      obstacles: z.array(z.string()),
    }),
    access: staff,
    rows: [{ of: 'paper', act: 'read', at: 'id' }],
    errors: ['notFound'],
    changes: false,
  },
});
