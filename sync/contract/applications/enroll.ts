import { z } from 'zod';
import { photoRule } from './batch.ts';
import { defineCalls } from '../call.ts';
import { enlistablePlans, enlistInput, defineApplicationCalls, applicationFilter, enlistResult } from './application.ts';
import { fileAnswer, formDesign } from './form-design.ts';
import { emptyInput, id, boundedRecord } from '../scalars.ts';

const reviewers = ['enrollAdmin'] as const;

/** Most rows of one import, and most rows of one exported table. */
export const maxEnrolmentSheetRows = 2000;

/** Most cells of one line. A table field of the form needs a column for each of its cells. */
const mostCells = 1000;

const path = z.string().max(80);
const line = { row: z.int().min(1), sheet: z.string().max(100).optional() };
/** A line of a class list: cells by the path of their form field, and the photo that was found by the person's ID number. */
const classRow = z.object({
  ...line,
  cells: boundedRecord(path, z.string().max(5000), mostCells),
  /** `ready`: the photo is on the device, meets the batch's rule, and will be uploaded with the import. */
  photo: z.union([z.enum(['none', 'ready']), fileAnswer]),
});
export type EnrolmentClassRow = z.output<typeof classRow>;
const classInput = z.object({ offerId: id, editionId: id, rows: z.array(classRow).min(1).max(maxEnrolmentSheetRows) });

export const enrollCalls = defineCalls('enroll', {
  ...defineApplicationCalls({ apply: ['enrollUser'], review: reviewers }),
  getForm: {
    summary: 'What a batch asks of an applicant, for who files for a whole class',
    input: z.object({ offerId: id }),
    output: z.object({
      offerId: id,
      name: z.string(),
      editionId: id,
      design: formDesign,
      photoRule,
      /** Number of free places in the batch; -1 if their number is unlimited. */
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
      filter: applicationFilter,
      /**
       * Columns of the table. `form`: one for each field of the application form. `record`: those of the recognition record table (认定备案表), which is
       * made for one batch.
       */
      shape: z.enum(['form', 'record']),
      numbers: z.enum(['masked', 'whole']),
    }),
    output: z.object({
      header: z.array(z.tuple([z.string(), z.string()])),
      rows: z.array(z.array(z.string())),
      /** Number of all applications that match the filter; `rows` may hold fewer. */
      total: z.int(),
    }),
    access: reviewers,
    errors: ['notFound', 'refused'],
    // Viewing whole ID numbers changes only the audit log. The call counts as a change so that it is logged.
    changes: true,
  },
  getPlans: {
    summary: 'Exam plans of the school that are not published yet, for putting approved applicants into one',
    input: emptyInput,
    output: z.object({ items: enlistablePlans }),
    access: reviewers,
    errors: [],
    changes: false,
  },
  enlist: {
    summary:
      'Approved applicants become examinees of a plan: accounts where there are none, then their seats in it; done again it changes nothing',
    input: enlistInput,
    output: enlistResult,
    access: reviewers,
    rows: [{ of: 'plan', act: 'enlist', at: 'planId' }],
    errors: ['notFound', 'refused', 'forbidden'],
    changes: true,
    once: true,
  },
});
