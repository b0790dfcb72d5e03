import { z } from 'zod';
import { givenCategory } from './category.ts';
import { difficulty, professionLevels, sectionType } from './codes.ts';
import { id, richText } from './scalars.ts';

export const code = <T extends Record<string, number>>(table: T) => z.literal(Object.values(table) as T[keyof T][]);

/** One accepted answer of a blank. */
export const blankRule = z.discriminatedUnion('mode', [
  z.object({
    mode: z.literal('text'),
    /** Any of these is right. */
    anyOf: z.array(z.string().min(1).max(200)).min(1).max(20),
    ignoreCase: z.boolean(),
    /** Full-width and half-width forms are the same, and so is white space around and between. */
    ignoreWidth: z.boolean(),
  }),
  z.object({ mode: z.literal('number'), value: z.number(), tolerance: z.number().min(0) }),
]);
export type BlankRule = z.output<typeof blankRule>;

/** A scoring point of an answer that people mark. */
export const rubricItem = z.object({
  text: z.string().trim().min(1).max(2000),
  points: z.number().min(0).max(1000).multipleOf(0.5),
});

/**
 * The right answer. Never leaves the server for an examinee's device (SY17). Option ids are "A"…"H", of a judgement "T" and "F".
 * `rubric` is for what people mark: Q&A, practical, thesis defence, comprehensive review.
 */
export const answerKey = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('choice'), right: z.array(z.string()).min(1).max(8) }),
  z.object({ kind: z.literal('blanks'), blanks: z.array(blankRule).min(1).max(20) }),
  z.object({
    kind: z.literal('rubric'),
    /** The answer as it should be: HTML; may be empty where the items say it all. */
    reference: richText(60_000),
    items: z.array(rubricItem).max(60),
    /** 否决项: who does one of these fails the question, whatever the points say. */
    veto: z.array(z.string().trim().min(1).max(500)).max(20),
    /** Photos or documents the answer may come with; none where it isn't said. */
    files: z.int().min(0).max(9).optional(),
  }),
]);
export type AnswerKey = z.output<typeof answerKey>;
export type RubricKey = Extract<AnswerKey, { kind: 'rubric' }>;

/** The types that people mark: their key is a rubric. */
export const rubricTypes: readonly number[] = [
  sectionType.questionAnswer,
  sectionType.practical,
  sectionType.thesisDefence,
  sectionType.comprehensiveReview,
];

export const questionTag = z.string().trim().min(1).max(30);

/** The code of a detail point from the top down, such as A-B-C-001; "" is none. */
export const pointCode = z
  .string()
  .trim()
  .regex(/^$|^[A-Z](?:-[A-Z]){2}-\d{3}$/);

/** Stem, options and analysis are HTML with LaTeX between dollar signs, rendered when a paper is published. A blank stands in a stem as `<span data-blank="1"></span>`. */
export const questionBody = z.object({
  /** A section type but "unlimited". */
  type: code(sectionType),
  stem: richText(60_000).min(1),
  /** What several questions ask about (阅读材料): HTML, the same in each of them; it stands before the stem. */
  material: richText(60_000).default(''),
  options: z.array(z.object({ id: z.string().regex(/^[A-HTF]$/), html: richText(20_000).min(1) })).max(8),
  key: answerKey,
  analysis: richText(60_000),
  difficulty: code(difficulty),
  /** 一致性, with the specification's codes: easy, medium, hard. */
  uniformity: code(difficulty).default(difficulty.medium),
  /** As it is stored: what an older rule let in must still be readable. */
  category: z.string(),
  tags: z.array(questionTag).max(20).default([]),
  source: z.string().trim().max(200),
  /** Points it is meant to be worth. */
  scoreHint: z.number().min(0.5).max(1000).multipleOf(0.5).nullable().default(null),
  profId: id.nullable().default(null),
  tradeId: id.nullable().default(null),
  level: z.literal(professionLevels).nullable().default(null),
  pointCode: pointCode.default(''),
});
export type QuestionBody = z.output<typeof questionBody>;

/** One that goes in: its category is spelled as names are. */
export const givenQuestion = questionBody.extend({ category: givenCategory });

/** The two options of a judgement, as the question keeps them. */
export const judgementOptions = [
  { id: 'T', html: '正确' },
  { id: 'F', html: '错误' },
] as const;

/** What a question has where nobody said anything: for readers of files that know less. */
export const plainFiling = {
  material: '',
  uniformity: difficulty.medium,
  tags: [] as string[],
  scoreHint: null,
  profId: null,
  tradeId: null,
  level: null,
  pointCode: '',
} satisfies Partial<QuestionBody>;

/** The stem as whoever answers reads it: behind its material. For whatever knows only of stems. */
export const stemWithMaterial = ({ stem, material }: Pick<QuestionBody, 'stem' | 'material'>): string =>
  material === '' ? stem : `<blockquote>${material}</blockquote>${stem}`;
