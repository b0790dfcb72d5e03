import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { defineCategoryCalls, categoryPath, newCategoryPath } from './category.ts';
import { difficulty, questionBanks, questionEvents, questionStatus, sectionType } from '../codes.ts';
import { professionLevel } from '../people/profession.ts';
import { defineQuestionExportCall, questionFileCalls } from './question-file-calls.ts';
import { codeSchema, questionInput, pointCode, questionBody, questionTag } from './question-body.ts';
import { epochMs, id, keyword, searchInput, searchOutput, richText, version } from '../scalars.ts';

export { questionInput, questionBody } from './question-body.ts';
export type { AnswerKey, BlankRule, QuestionBody } from './question-body.ts';

/** Question bank that the call reads or changes. If absent: the certified bank for its maintainers, the school's own bank for other users. */
const bank = z.enum(questionBanks).optional();

/** Roles that may make calls for the school's bank or the certified bank. The handlers decide which bank and questions a caller may see or change. */
const staff = ['school', 'teacher', 'question', 'admin'] as const;

const status = z.literal(Object.values(questionStatus));
const key = z.object({ id, version });
const keys = z.array(key).min(1).max(2000);
const counts = z.array(z.object({ type: codeSchema(sectionType), count: z.int() }));
const reason = z.string().trim().max(500);

/** Fields of a question that the server sets. */
const standing = {
  id,
  version,
  bank: z.enum(questionBanks),
  status,
  createdMs: epochMs,
  createdByName: z.string(),
  updatedMs: epochMs,
  updatedByName: z.string(),
  /** Number of published exams that contained the question. */
  usedCount: z.int(),
  /** Number of examinees whose papers contained the question, over all exams. */
  exposedCount: z.int(),
  lastUsedMs: epochMs.nullable(),
};

/**
 * Statistics of a question from exams with released scores. Exams in which it was excluded, or in which all examinees got its points, do
 * not contribute.
 */
const figure = z.object({
  attempts: z.int(),
  /** p-value of the question: mean share of its points that examinees got, from 0 to 1. */
  ease: z.number(),
  /** Correlation of the question's points with those of the rest of the paper; null if too few examinees had it or all results are equal. */
  discrimination: z.number().nullable(),
});
/**
 * `options`: number of examinees who chose each option, and the mean of their total points. Only for users who may read the right
 * answers, because the option chosen most is usually right.
 */
const examFigure = figure.extend({ options: z.array(z.object({ id: z.string(), count: z.int(), mean: z.number().nullable() })) });

/** Fields that can be set on many questions at once. Absent fields stay as they are. */
export const questionClassification = z.object({
  category: newCategoryPath.optional(),
  addTags: z.array(questionTag).max(20).optional(),
  removeTags: z.array(questionTag).max(20).optional(),
  difficulty: codeSchema(difficulty).optional(),
  uniformity: codeSchema(difficulty).optional(),
  profId: id.nullable().optional(),
  tradeId: id.nullable().optional(),
  level: professionLevel.nullable().optional(),
  pointCode: pointCode.optional(),
});

const sizes = { maxBytes: 2 * 1024 * 1024 } as const;

const listFilter = z.object({
  bank,
  type: codeSchema(sectionType).optional(),
  status: status.optional(),
  difficulty: codeSchema(difficulty).optional(),
  uniformity: codeSchema(difficulty).optional(),
  /** Only questions in this category or its subcategories. */
  category: categoryPath.optional(),
  /** Only questions with all of these tags. */
  tags: z.array(questionTag).max(10).optional(),
  profId: id.optional(),
  level: professionLevel.optional(),
  /** Code of an assessment point in the profession's detail table, or of a scope ("A-B"), which stands for all its points. */
  pointCode: z
    .string()
    .trim()
    .regex(/^[A-Z](?:-[A-Z]){0,2}(?:-\d{3})?$/)
    .optional(),
  keyword: keyword.optional(),
});

export const questionCalls = defineCalls('question', {
  ...questionFileCalls,
  export: defineQuestionExportCall(listFilter),
  getList: {
    summary: "Questions of a bank: the school's own, or of the certified one what the caller may see",
    input: searchInput(listFilter),
    output: searchOutput(questionBody.omit({ key: true, analysis: true }).extend(standing)),
    access: staff,
    errors: ['forbidden'],
    changes: false,
  },
  getById: {
    summary: 'One question with its key and analysis',
    input: z.object({ id }),
    output: questionBody.extend({
      ...standing,
      /** Names of the question's profession, trade and detail table point; empty if not set. */
      profName: z.string(),
      tradeName: z.string(),
      pointName: z.string(),
      /** `editable`: the caller may change the question. `events`: review events that the caller may trigger. */
      editable: z.boolean(),
      events: z.array(z.enum(questionEvents)),
      /** The last return by a reviewer, while the question is a draft again; otherwise null. */
      returned: z.object({ reason: z.string(), byName: z.string(), atMs: epochMs }).nullable(),
    }),
    access: staff,
    rows: [{ of: 'question', act: 'keys', at: 'id' }],
    errors: ['notFound'],
    changes: false,
  },
  getHistory: {
    summary: 'Every version of a question, newest first: who did what when, and which fields',
    input: z.object({ id }),
    output: z.object({
      items: z.array(
        z.object({
          version,
          event: z.enum(['add', 'save', 'file', 'restore', ...questionEvents]),
          byName: z.string(),
          atMs: epochMs,
          fields: z.array(z.string()),
          note: z.string(),
        }),
      ),
    }),
    access: staff,
    rows: [{ of: 'question', act: 'read', at: 'id' }],
    errors: ['notFound'],
    changes: false,
  },
  getVersion: {
    summary: 'A question as it was in one of its versions',
    input: z.object({ id, version }),
    output: questionBody.extend({ version, status }),
    access: staff,
    rows: [{ of: 'question', act: 'keys', at: 'id' }],
    errors: ['notFound'],
    changes: false,
  },
  getUsage: {
    summary: 'Where a question stands: papers and published exams of the own school, and how often anywhere',
    input: z.object({ id }),
    output: z.object({
      papers: z.array(z.object({ id, name: z.string(), updatedMs: epochMs })),
      exams: z.array(
        z.object({ id, name: z.string(), startMs: epochMs, examinees: z.int(), questionVersion: version, figure: examFigure.nullable() }),
      ),
      /** Statistics of the question over all exams, those of other schools included. */
      figure: figure.nullable(),
      /** Number of schools with a paper that contains the question. */
      schoolCount: z.int(),
      usedCount: z.int(),
      exposedCount: z.int(),
      lastUsedMs: epochMs.nullable(),
    }),
    access: staff,
    rows: [{ of: 'question', act: 'keys', at: 'id' }],
    errors: ['notFound'],
    changes: false,
  },
  getCount: {
    summary: 'How many questions a bank has, by profession and status',
    input: z.object({ bank }),
    output: z.object({ items: z.array(z.object({ profId: id.nullable(), status, count: z.int() })) }),
    access: staff,
    errors: ['forbidden'],
    changes: false,
  },
  getPoints: {
    summary: "How many questions of a bank each point of a profession's detail table has; '' for those without a point",
    input: z.object({ bank, profId: id, level: professionLevel }),
    output: z.object({ items: z.array(z.object({ pointCode, count: z.int() })) }),
    access: staff,
    errors: ['forbidden'],
    changes: false,
  },
  findDuplicates: {
    summary: 'Questions of the same bank that say nearly the same, the nearest first',
    input: z.object({
      /** Id of the question whose duplicates are sought, if it is stored already. The result leaves it out. */
      id: id.optional(),
      bank,
      stem: richText(60_000).min(1),
      options: z.array(z.object({ html: richText(20_000) })).max(16),
    }),
    output: z.object({
      items: z.array(
        z.object({
          id,
          type: codeSchema(sectionType),
          status,
          category: z.string(),
          stem: z.string(),
          /** Similarity to the question of the input, from 0 to 1. */
          likeness: z.number(),
        }),
      ),
    }),
    access: staff,
    rows: [{ of: 'question', act: 'read', at: 'id' }],
    errors: ['notFound', 'forbidden'],
    changes: false,
  },
  add: {
    summary: 'Add a question as a draft, or hand it in at once: for review, or into use by who may pass their own work',
    input: questionInput.extend({ bank, submit: z.boolean().default(false) }),
    output: key,
    access: staff,
    makes: 'question',
    errors: ['refused', 'forbidden'],
    changes: true,
    once: true,
    ...sizes,
  },
  modify: {
    summary: 'Save a question: a new version; papers that are frozen keep the old one. `submit`: a draft is handed in as well',
    input: questionBody.extend({ id, version, category: categoryPath, note: reason.optional(), submit: z.boolean().optional() }),
    output: key,
    access: staff,
    rows: [{ of: 'question', act: 'change', at: 'id' }],
    errors: ['notFound', 'conflict', 'refused', 'forbidden'],
    changes: true,
    once: true,
    ...sizes,
  },
  restore: {
    summary: 'Make an older version of a question the newest again',
    input: z.object({ id, version, from: version }),
    output: key,
    access: staff,
    rows: [{ of: 'question', act: 'change', at: 'id' }],
    errors: ['notFound', 'conflict', 'refused', 'forbidden'],
    changes: true,
    once: true,
  },
  setStatus: {
    summary: 'One step of the review for one or many questions; those it does not fit are left and named',
    input: z.object({ items: keys, event: z.enum(questionEvents), reason: reason.default('') }),
    output: z.object({
      changed: z.array(key),
      left: z.array(z.object({ id, reason: z.string() })),
    }),
    access: staff,
    rows: [{ of: 'question', act: 'review', at: 'items.*.id' }],
    errors: ['notFound', 'conflict', 'refused', 'forbidden'],
    changes: true,
    once: true,
  },
  modifyMany: {
    summary: 'File many questions anew: category, tags, difficulty, uniformity, point; says how many each field changed',
    input: z.object({ items: keys, set: questionClassification }),
    output: z.object({
      changed: z.int(),
      fields: z.array(z.object({ field: z.string(), count: z.int() })),
    }),
    access: staff,
    rows: [{ of: 'question', act: 'file', at: 'items.*.id' }],
    errors: ['notFound', 'conflict', 'refused', 'forbidden'],
    changes: true,
    once: true,
  },
  remove: {
    summary: 'Remove drafts that stand in no paper',
    input: z.object({ items: keys }),
    output: z.object({ removed: z.int() }),
    access: staff,
    rows: [{ of: 'question', act: 'remove', at: 'items.*.id' }],
    errors: ['notFound', 'conflict', 'refused', 'forbidden'],
    changes: true,
    once: true,
  },
  getCategories: {
    summary: 'Categories of the bank with how many questions of each type they hold; empty ones too',
    input: z.object({ bank }),
    output: z.object({ items: z.array(z.object({ category: z.string(), counts })) }),
    access: staff,
    errors: ['forbidden'],
    changes: false,
  },
  ...defineCategoryCalls({ bank }, 'questions', staff),
  getTags: {
    summary: 'Tags of the bank, the most used first',
    input: z.object({ bank }),
    output: z.object({ items: z.array(z.object({ tag: questionTag, count: z.int() })) }),
    access: staff,
    errors: ['forbidden'],
    changes: false,
  },
});
