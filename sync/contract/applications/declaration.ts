import { z } from 'zod';
import { defineCategoryCalls, newCategoryPath } from '../bank/category.ts';
import { defineCalls } from '../call.ts';
import { declarationStatus } from '../codes.ts';
import { enlistablePlans, enlistInput, defineApplicationCalls, maxEnlistedPersons, enlistResult, fillableForm } from './application.ts';
import { formAnswers } from './form-design.ts';
import { offerFields, offerShownValues, defineOfferStatusCall } from './offer.ts';
import { emptyInput, epochMs, id, uniqueIdList, keyword, listInput, listOutput, version } from '../scalars.ts';
import { defineResourceCalls } from '../resource-calls.ts';
import { defineResource } from '../resource.ts';

const staff = ['school', 'teacher'] as const;

/** A declaration project (申报项目): form, profession, level, dates, and the classes that may apply. */
export const declarationResource = defineResource({
  name: 'declarationPlan',
  module: 'declaration',
  words: ['申报项目', 'Declaration project'],
  of: 'school',
  title: 'name',
  signed: true,
  fields: {
    ...offerFields,
    category: { words: ['分类', 'Category'], is: newCategoryPath, blank: '', example: '电工', filter: true },
    /** Classes whose students may apply. Empty means every student of the school. */
    classIds: { words: ['可申报班级', 'Classes'], is: uniqueIdList(200), blank: [], example: [], storedAs: 'json' },
  },
  shown: offerShownValues,
});

export const openDeclaration = z.object({
  id,
  name: z.string(),
  profession: z.string(),
  level: z.int(),
  opensMs: epochMs,
  closesMs: epochMs,
  notice: z.string(),
  offerStatus: z.int(),
  /** Status of the caller's own declaration in this project. */
  status: z.literal(Object.values(declarationStatus)),
  /** The newest reminder to declare. Absent in data that a device stored before reminders existed. */
  reminded: z.object({ ms: epochMs, by: z.string() }).nullable().optional(),
});

export const declarationCalls = defineCalls('declaration', {
  ...defineResourceCalls(declarationResource, { read: staff, change: staff }),
  setStatus: defineOfferStatusCall(declarationResource, staff),
  getOpen: {
    summary: 'Projects the calling student may declare for, with what became of their own form',
    input: emptyInput,
    output: z.object({ items: z.array(openDeclaration) }),
    access: ['student'],
    errors: [],
    changes: false,
  },
  getCategories: {
    summary: 'Categories of declaration projects with how many each holds; empty ones too',
    input: emptyInput,
    output: z.object({ items: z.array(z.object({ category: z.string(), count: z.int() })) }),
    access: staff,
    errors: [],
    changes: false,
  },
  ...defineCategoryCalls({}, 'projects', staff),
});

export const declareCalls = defineCalls('declare', {
  ...defineApplicationCalls({ apply: ['student'], review: staff }),
  save: {
    summary: 'Keep what is written so far at the school, without declaring it',
    input: z.object({ offerId: id, editionId: id, answers: formAnswers, version: version.nullable() }),
    output: z.object({ id, version, status: z.int() }),
    access: ['student'],
    errors: ['notFound', 'refused', 'conflict'],
    changes: true,
    once: true,
  },
  getStudents: {
    summary: 'Students who may declare for a project, and where each one’s declaration stands',
    input: listInput(z.object({ offerId: id, classId: id.optional(), status: z.int().optional(), keyword: keyword.optional() })),
    output: listOutput(
      z.object({
        id,
        name: z.string(),
        studentNo: z.string(),
        className: z.string(),
        status: z.int(),
        filingId: z.int().nullable(),
        submittedMs: epochMs.nullable(),
        remindedMs: epochMs.nullable(),
      }),
    ),
    access: staff,
    errors: ['notFound'],
    changes: false,
  },
  remind: {
    summary: 'Remind students who have not declared: it stands on their list of projects. Who was reminded today is not again',
    input: z.object({ offerId: id, userIds: z.array(id).min(1).max(500) }),
    output: z.object({
      reminded: z.int(),
      /** Number of students who got no reminder, because they were already reminded today or have declared meanwhile. */
      left: z.int(),
    }),
    access: staff,
    errors: ['notFound', 'refused'],
    changes: true,
    once: true,
  },
  getFor: {
    summary: 'The form of a project as the school fills it for a student who has begun none: signature and proofs lie with it on paper',
    input: z.object({ offerId: id, userId: id }),
    output: fillableForm.extend({ offerName: z.string(), closesMs: epochMs, name: z.string() }),
    access: staff,
    errors: ['notFound', 'refused'],
    changes: false,
  },
  submitFor: {
    summary: 'Declare for a student who has begun none; its history says by whom, and the student may take it back',
    input: z.object({ offerId: id, userId: id, editionId: id, answers: formAnswers }),
    output: z.object({ id, version, status: z.int() }),
    access: staff,
    errors: ['notFound', 'refused'],
    changes: true,
    once: true,
  },
  getTargets: {
    summary: 'Where approved declarations can go on to: exam plans that are not published yet, and enrolment batches that are open',
    input: emptyInput,
    output: z.object({
      plans: enlistablePlans,
      batches: z.array(
        z.object({
          id,
          name: z.string(),
          profession: z.string(),
          level: z.int(),
          closesMs: epochMs,
          /** Number of free places in the batch; -1 if their number is unlimited. */
          left: z.int(),
        }),
      ),
    }),
    access: staff,
    errors: [],
    changes: false,
  },
  enlist: {
    summary: 'Students whose declarations are approved become examinees of a plan; done again it changes nothing',
    input: enlistInput,
    output: enlistResult,
    access: staff,
    rows: [{ of: 'plan', act: 'enlist', at: 'planId' }],
    errors: ['notFound', 'refused', 'forbidden'],
    changes: true,
    once: true,
  },
  enrol: {
    summary:
      'Approved declarations go on to an enrolment batch, as forms that wait for its review; done again it changes nothing, and whoever cannot go on is named',
    input: z.object({ batchId: id, ids: z.array(id).min(1).max(maxEnlistedPersons) }),
    output: enlistResult,
    access: staff,
    errors: ['notFound', 'refused'],
    changes: true,
    once: true,
  },
});
