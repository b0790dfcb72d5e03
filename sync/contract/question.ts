import { z } from 'zod';
import { defineCalls } from './call.ts';
import { difficulty, sectionType } from './codes.ts';
import { id, listInput, listOutput } from './scalars.ts';

const code = <T extends Record<string, number>>(table: T) => z.literal(Object.values(table) as T[keyof T][]);

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

/** The right answer. Never leaves the server for an examinee's device (SY17). Option ids are "A"…"H", of a judgement "T" and "F". */
export const answerKey = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('choice'), right: z.array(z.string()).min(1) }),
  z.object({ kind: z.literal('blanks'), blanks: z.array(blankRule).min(1).max(20) }),
]);
export type AnswerKey = z.output<typeof answerKey>;

/** Stem, options and analysis are HTML with LaTeX between dollar signs, rendered when a paper is published. A blank stands in a stem as `<span data-blank="1"></span>`. */
export const questionBody = z.object({
  type: code(sectionType),
  stem: z.string().min(1).max(60_000),
  options: z.array(z.object({ id: z.string().regex(/^[A-HTF]$/), html: z.string().min(1).max(20_000) })).max(8),
  key: answerKey,
  analysis: z.string().max(60_000),
  difficulty: code(difficulty),
  category: z.string().trim().max(60),
  source: z.string().trim().max(200),
});
export type QuestionBody = z.output<typeof questionBody>;

export const importFault = z.object({
  /** A field of `questionBody`, or of the file's row ("options.1", "label"). */
  field: z.string(),
  reason: z.string(),
});

export const importRow = z.object({
  /** Line number in the file, from 1. */
  row: z.int().min(1),
  /** Missing where the row has a fault that keeps it out. */
  question: questionBody.optional(),
  /** Keep the row out. */
  faults: z.array(importFault),
  /** Repaired or doubtful, but importable: the reader is told what was done. */
  warnings: z.array(importFault),
});

const importFile = z.object({
  format: z.literal('jsonl'),
  fileName: z.string().trim().min(1).max(200),
  text: z.string().min(1).max(8_000_000),
  category: z.string().trim().min(1).max(60),
});

const staff = ['school', 'teacher'] as const;

export const questionCalls = defineCalls('question', {
  importPreview: {
    summary: 'Read a question file and say what is in it, row by row; writes nothing',
    input: importFile,
    output: z.object({
      rows: z.array(importRow),
      good: z.int(),
      faulty: z.int(),
      byType: z.array(z.object({ type: code(sectionType), count: z.int() })),
      /** Rows whose stem and options already stand in the bank or earlier in the file. */
      duplicates: z.array(z.object({ row: z.int(), of: z.string() })),
    }),
    access: staff,
    errors: [],
    changes: false,
    maxBytes: 10_000_000,
  },
  import: {
    summary: 'Import a question file in one transaction: the good rows, or all or none',
    input: importFile.extend({ mode: z.enum(['good', 'all']), skipDuplicates: z.boolean() }),
    output: z.object({ imported: z.int(), skipped: z.int() }),
    access: staff,
    errors: ['refused'],
    changes: true,
    maxBytes: 10_000_000,
  },
  getList: {
    summary: "Questions of the school's own bank",
    input: listInput(
      z.object({
        type: code(sectionType).optional(),
        category: z.string().max(60).optional(),
        keyword: z.string().trim().max(60).optional(),
      }),
    ),
    output: listOutput(questionBody.omit({ key: true, analysis: true }).extend({ id, createdMs: z.int() })),
    access: staff,
    errors: [],
    changes: false,
  },
  getById: {
    summary: 'One question with its key and analysis',
    input: z.object({ id }),
    output: questionBody.extend({ id, version: z.int(), createdMs: z.int() }),
    access: staff,
    errors: ['notFound'],
    changes: false,
  },
  getCategories: {
    summary: 'Categories of the bank with how many questions of each type they hold',
    input: z.object({}),
    output: z.object({
      items: z.array(
        z.object({
          category: z.string(),
          counts: z.array(z.object({ type: code(sectionType), count: z.int() })),
        }),
      ),
    }),
    access: staff,
    errors: [],
    changes: false,
  },
});
