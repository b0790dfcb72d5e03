import { z } from 'zod';
import { assemblyCalls } from './assembly.ts';
import { defineCalls } from './call.ts';
import { paperStatus, sectionType } from './codes.ts';
import { id, listInput, listOutput, shortText, version } from './scalars.ts';
import { questionBody } from './question.ts';

/** Points are multiples of 0.5, counted in halves nowhere: plain numbers, checked. */
const points = z.number().min(0.5).max(100).multipleOf(0.5);

export const paperSection = z.object({
  title: shortText,
  /** One of the objective types for now; the rest come with subjective marking. */
  type: z.literal([sectionType.single, sectionType.multiple, sectionType.judgement, sectionType.fillIn]),
  count: z.int().min(1).max(300),
  pointsEach: points,
  /** Empty: any category. */
  categories: z.array(z.string().max(60)).max(40),
  /** Multiple choice: all or nothing, or half the points for a right but incomplete choice. Fill-in: each blank counts its share, or all or nothing. */
  partial: z.boolean(),
});
export type PaperSection = z.output<typeof paperSection>;

export const paperRules = z.object({
  layout: z.enum(['one', 'section']),
  shuffleQuestions: z.boolean(),
  shuffleOptions: z.boolean(),
  passPoints: z.number().min(0),
});

export const paperDraft = z.object({
  name: shortText,
  sections: z.array(paperSection).min(1).max(12),
  rules: paperRules,
});

const paperSummary = z.object({
  id,
  name: z.string(),
  status: z.literal(Object.values(paperStatus)),
  version,
  questionCount: z.int(),
  totalPoints: z.number(),
  updatedMs: z.int(),
});

const staff = ['school', 'teacher'] as const;

export const paperCalls = defineCalls('paper', {
  ...assemblyCalls,
  add: {
    summary: 'Create a paper with its sections and rules',
    input: paperDraft,
    output: z.object({ id, version }),
    access: staff,
    errors: ['refused'],
    changes: true,
  },
  modify: {
    summary: 'Change a paper that no exam uses yet; changed sections drop what was drawn',
    input: paperDraft.extend({ id, version }),
    output: z.object({ id, version }),
    access: staff,
    errors: ['notFound', 'conflict', 'refused'],
    changes: true,
  },
  getList: {
    summary: "The school's papers",
    input: listInput(z.object({ keyword: z.string().trim().max(60).optional() })),
    output: listOutput(paperSummary),
    access: staff,
    errors: [],
    changes: false,
  },
  getById: {
    summary: 'One paper with its drawn questions in order, keys included',
    input: z.object({ id }),
    output: paperSummary.extend({
      sections: z.array(
        paperSection.extend({
          questions: z.array(questionBody.extend({ id, version: z.int() })),
        }),
      ),
      rules: paperRules,
    }),
    access: staff,
    errors: ['notFound'],
    changes: false,
  },
  draw: {
    summary: 'Draw every section at random from the bank. The same seed and bank give the same paper',
    input: z.object({ id, version, seed: z.int().min(0).max(0xffffffff).optional() }),
    output: z.object({ id, version, seed: z.int() }),
    access: staff,
    errors: ['notFound', 'conflict', 'refused'],
    changes: true,
  },
});
