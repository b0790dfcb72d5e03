import { z } from 'zod';
import { newCategoryPath } from './category.ts';
import { difficulty, isQuestionTypeName, professionLevels, sectionType } from '../codes.ts';
import { id, richText, writtenText } from '../scalars.ts';

export const codeSchema = <T extends Record<string, number>>(table: T) => z.literal(Object.values(table) as T[keyof T][]);

/** Rule for one accepted answer of a blank. */
export const blankRule = z.discriminatedUnion('mode', [
  z.object({
    mode: z.literal('text'),
    /** Accepted texts. An answer that equals one is right. */
    anyOf: z.array(writtenText.min(1).max(200)).min(1).max(20),
    ignoreCase: z.boolean(),
    /** Treats full-width and half-width forms as equal, and ignores white space. */
    ignoreWidth: z.boolean(),
  }),
  z.object({ mode: z.literal('number'), value: z.number(), tolerance: z.number().min(0) }),
]);
export type BlankRule = z.output<typeof blankRule>;

/** A scoring point of an answer that markers mark. */
export const rubricItem = z.object({
  text: writtenText.trim().min(1).max(2000),
  points: z.number().min(0).max(1000).multipleOf(0.5),
});

/**
 * The right answer. The server never sends it to an examinee's device (SY17). Option ids are "A"…"H", or "T" and "F" for a judgement.
 * `order` holds all options in the right order. `match` holds the right option of each left item, in the order of the left items. `rubric` is for
 * types that markers mark: Q&A, practical, thesis defence, comprehensive review.
 */
export const answerKey = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('choice'), right: z.array(z.string()).min(1).max(8) }),
  z.object({ kind: z.literal('blanks'), blanks: z.array(blankRule).min(1).max(20) }),
  z.object({ kind: z.literal('order'), right: z.array(z.string()).min(1).max(8) }),
  z.object({ kind: z.literal('match'), right: z.array(z.string()).min(1).max(8) }),
  z.object({
    kind: z.literal('rubric'),
    /** Model answer as HTML. It may be empty if the scoring points suffice. */
    reference: richText(60_000),
    items: z.array(rubricItem).max(60),
    /** 否决项: errors that each fail the whole question, regardless of the points. */
    veto: z.array(writtenText.trim().min(1).max(500)).max(20),
    /** Most photos or documents that may be attached to the answer; 0 if absent. */
    files: z.int().min(0).max(9).optional(),
  }),
]);
export type AnswerKey = z.output<typeof answerKey>;
export type RubricKey = Extract<AnswerKey, { kind: 'rubric' }>;

/** Returns the number of places that an answer fills: blanks, or left items of a matching question; 0 for other questions. */
export const countAnswerPlaces = (key: AnswerKey): number =>
  key.kind === 'blanks' ? key.blanks.length : key.kind === 'match' ? key.right.length : 0;

/** Codes of the types that markers mark; their key is a rubric. */
export const rubricTypes: readonly number[] = [
  sectionType.questionAnswer,
  sectionType.practical,
  sectionType.thesisDefence,
  sectionType.comprehensiveReview,
];
/** Tells whether the name of a question type belongs to a type that markers mark. False if the text is no such name. */
export const isRubricTypeName = (text: string): boolean => isQuestionTypeName(text) && rubricTypes.includes(sectionType[text]);

export const questionTag = writtenText.trim().min(1).max(30);

/** Full code of an assessment point in the detail table, from the top scope down: A-B-C-001; "" for none. */
export const pointCode = z
  .string()
  .trim()
  .regex(/^$|^[A-Z](?:-[A-Z]){2}-\d{3}$/);

/**
 * A question. Stem, options and analysis are HTML with LaTeX between dollar signs, rendered when a paper is published. A blank in the
 * stem is `<span data-blank="1"></span>`.
 */
export const questionBody = z.object({
  /** Question type: any type that a paper's section can have except "unlimited". */
  type: codeSchema(sectionType),
  stem: richText(60_000).min(1),
  /** Reading material (阅读材料) shared by several questions: HTML, repeated in each question and shown before the stem. */
  material: richText(60_000).default(''),
  /** The options. A matching question has its left items first, with the ids "1"…"8". */
  options: z.array(z.object({ id: z.string().regex(/^[A-HTF1-8]$/), html: richText(20_000).min(1) })).max(16),
  key: answerKey,
  analysis: richText(60_000),
  difficulty: codeSchema(difficulty),
  /** Uniformity (一致性), with the specification's codes: easy, medium, hard. */
  uniformity: codeSchema(difficulty).default(difficulty.medium),
  /** Path of the question's category. Not validated, so that categories stored under an older rule stay readable. */
  category: z.string(),
  tags: z.array(questionTag).max(20).default([]),
  source: writtenText.trim().max(200),
  /** Suggested points of the question; null if there is no suggestion. */
  scoreHint: z.number().min(0.5).max(1000).multipleOf(0.5).nullable().default(null),
  profId: id.nullable().default(null),
  tradeId: id.nullable().default(null),
  level: z.literal(professionLevels).nullable().default(null),
  pointCode: pointCode.default(''),
});
export type QuestionBody = z.output<typeof questionBody>;

/** A question as input: its category is normalised. */
export const questionInput = questionBody.extend({ category: newCategoryPath });

/** The two options of a judgement question, as stored. */
export const judgementOptions = [
  { id: 'T', html: '正确' },
  { id: 'F', html: '错误' },
] as const;

/** Default values, for importers of file formats that lack these fields. */
export const defaultClassification = {
  material: '',
  uniformity: difficulty.medium,
  tags: [] as string[],
  scoreHint: null,
  profId: null,
  tradeId: null,
  level: null,
  pointCode: '',
} satisfies Partial<QuestionBody>;

/** Returns the stem with its material before it, for code that knows only stems. */
export const combineStemAndMaterial = ({ stem, material }: Pick<QuestionBody, 'stem' | 'material'>): string =>
  material === '' ? stem : `<blockquote>${material}</blockquote>${stem}`;
