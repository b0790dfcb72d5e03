import { z } from 'zod';
import type { Access } from '../call.ts';
import { applicationEvents } from '../codes.ts';
import { fieldRemarks, formAnswers, formDesign } from './form-design.ts';
import { professionLevel } from '../people/profession.ts';
import { levelRules } from './rule-set.ts';
import { emptyInput, epochMs, id, keyword, listInput, listOutput, version } from '../scalars.ts';

// Calls for applications: forms that a person fills in for an offer (an enrolment batch or a declaration project). Both kinds share
// them.

export const applicationStep = z.object({
  n: z.int(),
  event: z.enum(applicationEvents),
  status: z.int(),
  by: z.string(),
  atMs: epochMs,
  marks: fieldRemarks,
  reason: z.string(),
});

/** Reason why a reviewer must look closely: a proof is missing, or the eligibility rules are not met. '' if there is none. */
export const applicationDoubt = z.enum(['', 'missing', 'notMet']);
export type ApplicationDoubt = z.output<typeof applicationDoubt>;

const words = z.tuple([z.string(), z.string()]);
const verdict = z.enum(['met', 'notMet', 'missing']);
/** Result of the eligibility rules for an applicant, each rule with its reasons. */
const judged = z.object({
  standard: z.string(),
  version: z.int(),
  verdict,
  rules: z.array(z.object({ words, verdict, reasons: z.array(words) })),
});

/** Filter of a list of applications, and of its export. */
const filter = z.object({
  offerId: id.optional(),
  status: z.int().optional(),
  keyword: keyword.optional(),
  doubtful: z.boolean().optional(),
  /** True: only applications whose ID number appears in another application too; false: only those whose ID number does not. */
  twice: z.boolean().optional(),
});
export const applicationFilter = filter;

const changed = z.object({ id, version, status: z.int() });

const row = z.object({
  id,
  version,
  offerId: id,
  offerName: z.string(),
  name: z.string(),
  idNumber: z.string(),
  photo: z.string(),
  source: z.string(),
  employer: z.string(),
  status: z.int(),
  rounds: z.int(),
  /** Position on the waiting list of an applicant beyond the quota; 0 for one who has a place. */
  waiting: z.int(),
  /** Number of other applications of the school with the same ID number. */
  duplicates: z.int(),
  doubt: applicationDoubt,
  /** Name of the last reviewer who approved the application or returned it to the applicant; '' if none has. */
  decidedBy: z.string(),
  submittedMs: epochMs.nullable(),
  decidedMs: epochMs.nullable(),
  /** User id of the account with which the applicant will sit the exam; null while there is none. */
  examineeId: z.int().nullable(),
});

const applicationDetail = row.extend({
  editionId: id,
  level: z.int(),
  /** Result of the eligibility rules; null if the form has no fields for them. */
  eligibility: judged.nullable(),
  design: formDesign,
  answers: formAnswers,
  /** Earlier submissions, oldest first, to show later corrections. */
  earlier: z.array(z.object({ atMs: epochMs, answers: formAnswers })),
  marks: fieldRemarks,
  reason: z.string(),
  steps: z.array(applicationStep),
  /** Other applications of the school with the same ID number. `id` is null if the reader may not review that application. */
  twins: z.array(
    z.object({
      id: id.nullable(),
      isSameOffer: z.boolean(),
      offerName: z.string(),
      name: z.string(),
      status: z.int(),
      atMs: epochMs.nullable(),
    }),
  ),
});
export type ApplicationDetail = z.output<typeof applicationDetail>;

const own = z.object({
  id,
  version,
  status: z.int(),
  editionId: id,
  answers: formAnswers,
  marks: fieldRemarks,
  reason: z.string(),
  steps: z.array(applicationStep),
  waiting: z.int(),
  examineeTicket: z.string(),
});

/** A form that is ready to be filled in. */
export const fillableForm = z.object({
  offerId: id,
  editionId: id,
  formName: z.string(),
  design: formDesign,
  /**
   * Eligibility rules of the offer's level, shown to the applicant. Null if the form does not ask for the data they need; absent in data
   * that a device stored before rules existed.
   */
  eligibility: z.object({ level: professionLevel, standard: z.string(), rules: levelRules }).nullable().optional(),
});

/** Defines the calls for applications. `may.apply`: roles that apply. `may.review`: roles that read and decide. */
export const defineApplicationCalls = <const A extends Access, const R extends Access>(may: { readonly apply: A; readonly review: R }) =>
  ({
    getMine: {
      summary: 'The form of an offer for its applicant: the design to fill, and what they have written and heard so far',
      input: z.object({ offerId: id }),
      output: fillableForm.extend({
        own: own.nullable(),
        /**
         * Answers that the school already knows, to prefill a form that was not begun. Absent in data that a device stored before this field existed.
         */
        known: formAnswers.optional(),
      }),
      access: may.apply,
      errors: ['notFound', 'refused'],
      changes: false,
    },
    submit: {
      summary: 'Hand a filled form in, for the first time or mended',
      input: z.object({ offerId: id, editionId: id, answers: formAnswers, version: version.nullable() }),
      output: changed,
      access: may.apply,
      errors: ['notFound', 'refused', 'conflict'],
      changes: true,
      once: true,
    },
    withdraw: {
      summary: 'Take a form back before anything was decided',
      input: z.object({ id, version }),
      output: changed,
      access: may.apply,
      errors: ['notFound', 'refused', 'conflict'],
      changes: true,
      once: true,
    },
    getList: {
      summary: 'Forms that were handed in, ID numbers masked',
      input: listInput(filter),
      output: listOutput(row),
      access: may.review,
      errors: [],
      changes: false,
    },
    getById: {
      summary: 'One form whole: answers, proofs, history, the ID number masked',
      input: z.object({ id }),
      output: applicationDetail,
      access: may.review,
      errors: ['notFound'],
      changes: false,
    },
    getIdNumber: {
      summary: 'The whole ID number on a form; each look is logged',
      input: z.object({ id }),
      output: z.object({ idNumber: z.string() }),
      access: may.review,
      errors: ['notFound'],
      // Viewing an ID number changes only the audit log. The call counts as a change so that it is logged.
      changes: true,
    },
    decide: {
      summary: 'Approve forms, or return one with a reason for each field',
      input: z.object({
        items: z.array(z.object({ id, version })).min(1).max(200),
        decision: z.enum(['approve', 'return']),
        marks: fieldRemarks,
        reason: z.string().trim().max(500),
      }),
      output: z.object({ changed: z.int(), refused: z.array(z.object({ id, name: z.string(), reason: z.string() })) }),
      access: may.review,
      errors: ['notFound', 'refused', 'conflict'],
      changes: true,
      once: true,
    },
    getCounts: {
      summary: 'How many forms stand where: by offer, day, profession, source and reviewer, and what waits for whom',
      input: emptyInput,
      output: z.object({
        offers: z.array(z.object({ offerId: id, status: z.int(), count: z.int() })),
        days: z.array(z.object({ day: z.string(), submitted: z.int(), decided: z.int() })),
        sources: z.array(z.object({ source: z.string(), count: z.int() })),
        professions: z.array(z.object({ profession: z.string(), count: z.int() })),
        /** Number of decisions of each reviewer in the period that `days` covers. */
        reviewers: z.array(z.object({ name: z.string(), approved: z.int(), returned: z.int() })),
        oldestMs: epochMs.nullable(),
        /**
         * Number of applications that await a decision. `long`: for two days or more. `mended`: corrected after a return. `clear`: without any doubt.
         * `twice`: their ID number appears in another application too.
         */
        waiting: z.object({ long: z.int(), mended: z.int(), clear: z.int(), twice: z.int() }),
      }),
      access: may.review,
      errors: [],
      changes: false,
    },
  }) as const;

/** A person who could not be added to a plan or batch, and why. */
const refusedOne = z.object({ id, name: z.string(), reason: z.string() });

/** Result of adding persons to a plan or batch. A repeated call changes nothing and lists everybody in `already`. */
export const enlistResult = z.object({
  /** `accounts`: new accounts. `added`: persons added now. `already`: names of persons who were added before. */
  accounts: z.int(),
  added: z.int(),
  already: z.array(z.string()),
  refused: z.array(refusedOne),
});
export type EnlistResult = z.output<typeof enlistResult>;

/** Most persons in one transaction, so that other requests do not wait long. */
export const maxEnlistedPersons = 500;
export const enlistInput = z.object({ planId: id, ids: z.array(id).min(1).max(maxEnlistedPersons) });
/** Plans to which examinees can be added. */
export const enlistablePlans = z.array(z.object({ id, name: z.string(), startMs: epochMs, examinees: z.int() }));
