import { z } from 'zod';
import { photoRule } from './batch.ts';
import { defineCalls } from './call.ts';
import { draftPlans, enlistInput, filingCalls, filingFilter, putResult } from './filing.ts';
import { fileAnswer, formDesign } from './form-design.ts';
import { empty, id, recordOf } from './scalars.ts';

const reviewers = ['enrollAdmin'] as const;

/** Rows one import takes, and lines one table has. */
export const enrollSheetMost = 2000;

/** Cells of one line; a table of the form takes a column for each of its cells. */
const mostCells = 1000;

const path = z.string().max(80);
const line = { row: z.int().min(1), sheet: z.string().max(100).optional() };
/** A line of a class's list: cells by the path of their field, and the photo that bears the person's ID number. */
const classRow = z.object({
  ...line,
  cells: recordOf(path, z.string().max(5000), mostCells),
  /** `ready`: it lies on the device, good by the batch's rule, and comes with the import. */
  photo: z.union([z.enum(['none', 'ready']), fileAnswer]),
});
export type ClassRow = z.output<typeof classRow>;
const classInput = z.object({ offerId: id, editionId: id, rows: z.array(classRow).min(1).max(enrollSheetMost) });

export const enrollCalls = defineCalls('enroll', {
  ...filingCalls({ apply: ['enrollUser'], review: reviewers }),
  getForm: {
    summary: 'What a batch asks of an applicant, for who files for a whole class',
    input: z.object({ offerId: id }),
    output: z.object({
      offerId: id,
      name: z.string(),
      editionId: id,
      design: formDesign,
      photoRule,
      /** Places still free; with no quota, -1. */
      left: z.int(),
    }),
    access: reviewers,
    errors: ['notFound', 'refused'],
    changes: false,
  },
  previewClass: {
    summary: 'Look through the list of a class before anything is written: every fault with its row, field and reason',
    input: classInput,
    output: z.object({
      good: z.int(),
      faulty: z.int(),
      faults: z.array(z.object({ ...line, path, label: z.string(), value: z.string(), reason: z.string() })),
    }),
    access: reviewers,
    errors: ['notFound', 'refused'],
    changes: false,
    maxBytes: 6_000_000,
  },
  importClass: {
    summary: 'File for a whole class at once, all of it or nothing; who has no account to enrol with gets one',
    input: classInput.extend({ mode: z.enum(['good', 'all']) }),
    output: z.object({ imported: z.int(), skipped: z.int(), accounts: z.int() }),
    access: reviewers,
    errors: ['notFound', 'refused'],
    changes: true,
    once: true,
    maxBytes: 6_000_000,
  },
  getTable: {
    summary: 'What stands in forms that were handed in, as a table; whole ID numbers are asked for apart, and that is logged',
    input: z.object({
      filter: filingFilter,
      /** The columns of the form itself, or those a record system takes. */
      shape: z.enum(['form', 'record']),
      numbers: z.enum(['masked', 'whole']),
    }),
    output: z.object({
      header: z.array(z.tuple([z.string(), z.string()])),
      rows: z.array(z.array(z.string())),
      /** More than these. */
      total: z.int(),
    }),
    access: reviewers,
    errors: ['notFound', 'refused'],
    // A look at whole numbers changes nothing but the log: that is why it counts as a change.
    changes: true,
  },
  getPlans: {
    summary: 'Exam plans of the school that are not published yet, for putting approved applicants into one',
    input: empty,
    output: z.object({ items: draftPlans }),
    access: reviewers,
    errors: [],
    changes: false,
  },
  enlist: {
    summary:
      'Approved applicants become examinees of a plan: accounts where there are none, then their seats in it; done again it changes nothing',
    input: enlistInput,
    output: putResult,
    access: reviewers,
    rows: [{ of: 'plan', act: 'enlist', at: 'planId' }],
    errors: ['notFound', 'refused', 'forbidden'],
    changes: true,
    once: true,
  },
});
