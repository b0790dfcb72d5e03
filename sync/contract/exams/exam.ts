import { z } from 'zod';
import { defineCalls, type CallSpec } from '../call.ts';
import { examStatus, examUserStatus, releaseRules } from '../codes.ts';
import { defineSharingCalls } from '../people/co-worker.ts';
import { base64url, chosenTimeMs, durationMs, epochMs, id, keyword, listInput, listOutput, shortText, uuid, version } from '../scalars.ts';
import { boardExaminee, planRelease } from './exam-board.ts';
import { offlineCalls } from './exam-offline.ts';
import { examParts, planPart } from './exam-part.ts';
import { readinessCalls } from './exam-readiness.ts';
import { revisionCalls } from './exam-revision.ts';
import { seatingCalls } from './exam-seating.ts';
import { examStaffCalls } from './exam-staff-calls.ts';
import { lockdownRules, noLockdown, sebProof } from './lockdown.ts';
import { paperRegisterCalls } from './paper-register.ts';
import { planNotice, sealedPackage, sittingGrant } from './sitting.ts';
import { stationDrawCalls } from './station-draw.ts';
import { supervisionCalls } from './supervision.ts';
import { ticketPattern } from './ticket-pattern.ts';

const planDraft = z.object({
  name: shortText,
  part: z.enum(examParts).default('theory'),
  /** True if the exam is a resit. */
  resit: z.boolean().default(false),
  /** True if a score sheet of a performed task needs the assessor's signature. */
  signatureRequired: z.boolean().default(false),
  paperId: id,
  startMs: chosenTimeMs,
  durationMs: durationMs.min(60_000).max(12 * 3_600_000),
  entryLimitMs: durationMs,
  earliestHandInMs: durationMs,
  notice: z.string().max(4000),
  /** When scores are released. Examinees see no scores before that (SY23). */
  releaseRule: z.enum(releaseRules).default('byHand'),
  /** Ids of the examinees. The list may be empty in a draft; publishing requires at least one. */
  examineeIds: z.array(id).max(2000),
  /** Rooms in the order in which they are filled. Empty: an exam without rooms. */
  roomIds: z.array(id).max(400).default([]),
  markerGroupIds: z.array(id).max(20).default([]),
  ticketPattern: ticketPattern.default(''),
  lockdown: lockdownRules.default(noLockdown),
});

/** Fields that `modify` may leave out; they then keep their value. So a page loaded before a field existed cannot clear the field. */
const leftAlone = z.object({
  part: z.enum(examParts).optional(),
  resit: z.boolean().optional(),
  signatureRequired: z.boolean().optional(),
  releaseRule: z.enum(releaseRules).optional(),
  roomIds: z.array(id).max(400).optional(),
  markerGroupIds: z.array(id).max(20).optional(),
  ticketPattern: ticketPattern.optional(),
  lockdown: lockdownRules.optional(),
});

const planSummary = z.object({
  id,
  version,
  name: z.string(),
  part: z.enum(examParts),
  resit: z.boolean(),
  /** Plan of the exam's first part, if this plan is a further part of that exam; null if this plan is the first part. */
  partOf: id.nullable(),
  paperId: id,
  paperName: z.string(),
  status: z.literal(Object.values(examStatus)),
  startMs: epochMs,
  durationMs,
  /** Revision of the plan: 0 before publication, 1 as published; each later change adds 1. */
  revision: z.int(),
  examineeCount: z.int(),
  handedInCount: z.int(),
  /** Set if the plan was published and then withdrawn. Its status is then just "not enabled". */
  withdrawn: z.object({ ms: epochMs, by: z.string(), reason: z.string() }).nullable(),
  updatedMs: epochMs,
});

/** Roles that sit exams. Their calls set `beforeOwnPassword`, because at the start of an exam there is no time to choose a new password. */
const examineeRoles = ['student', 'examUser'] as const;

/** Points of one item (question of the paper). `points` is null while the answer is not marked. */
const itemScore = z.object({ itemId: z.string(), points: z.number().nullable(), max: z.number(), right: z.boolean().nullable() });

const planWithoutExaminees = planSummary.extend({
  entryLimitMs: durationMs,
  earliestHandInMs: durationMs,
  notice: z.string(),
  release: planRelease,
  roomIds: z.array(id),
  markerGroupIds: z.array(id),
  ticketPattern: z.string(),
  lockdown: lockdownRules,
  signatureRequired: z.boolean(),
  /** All parts of the exam including this plan, theory first. */
  parts: z.array(planPart),
  /** Identifies this response. `getChanges` uses it to return only what changed since. */
  cursor: z.string(),
});

/** Calls for printed answer cards, on which examinees fill bubbles. */
const answerCardCalls = {
  getAnswerCards: {
    summary:
      'Rows of bubbles on the answer cards of a published plan, and boxes for its written questions if wanted, for each variant of its paper. Keys are not part of it',
    input: z.object({ planId: id, boxes: z.boolean() }),
    output: z.object({
      planId: id,
      variants: z.array(
        z.object({
          variant: z.string(),
          sections: z.array(
            z.object({
              title: z.string(),
              rows: z.array(z.object({ label: z.string(), options: z.array(z.string()), many: z.boolean() })),
              boxes: z.array(z.object({ label: z.string(), heightMm: z.number() })),
            }),
          ),
          /** Number of questions without bubbles, whose answers examinees write. */
          written: z.int(),
          /** Number of written questions for which a card can have a box. */
          boxable: z.int(),
        }),
      ),
    }),
    access: ['school', 'teacher'],
    rows: [{ of: 'plan', act: 'change', at: 'planId' }],
    errors: ['notFound', 'refused'],
    changes: false,
  },
} as const satisfies Record<string, CallSpec>;

const staff = ['school', 'teacher'] as const;
const examineeOfPlan = { planId: id, userId: id };
/** Value of an answer, as in the op `answer.set`. */
const answerValue = z.array(z.string().max(4000)).max(20);
/** Number of a sheet: the epoch granted for it. A sheet counts as one more PC, so the first one has epoch 2 or higher. */
const sheetNo = z.int().min(2);

/**
 * Calls for an examinee who continues on paper. The rest of the paper is printed with the answers so far, and staff type the sheet in
 * afterwards.
 */
const sheetCalls = {
  issueSheet: {
    summary:
      'Give an examinee a sheet of paper to go on with, in place of the PC; asked for again, the one they have. What a PC delivers later waits for a person (SY15)',
    input: z.object(examineeOfPlan),
    output: z.object({ sheet: sheetNo }),
    access: staff,
    rows: [{ of: 'plan', act: 'change', at: 'planId' }],
    errors: ['notFound', 'refused'],
    changes: true,
  },
  getSheet: {
    summary:
      'The questions of somebody who goes on with a pen, with their answers so far; neither keys nor points of an answer. Without a sheet there are none',
    /** `sheet`: an earlier sheet, given out before the examinee returned to a PC. */
    input: z.object({ ...examineeOfPlan, sheet: sheetNo.optional() }),
    output: z.object({
      planId: id,
      planName: z.string(),
      userId: id,
      name: z.string(),
      seatLabel: z.string(),
      ticketNo: z.string(),
      variant: z.string(),
      startMs: epochMs,
      deadlineMs: epochMs,
      /** True if scores were released; answers typed in now would not count. */
      released: z.boolean(),
      handedIn: z.boolean(),
      /** Number of the requested paper sheet, or else of the current one; null if there is none. */
      sheet: sheetNo.nullable(),
      items: z.array(
        z.object({
          itemId: z.string(),
          section: z.string(),
          type: z.int(),
          points: z.number(),
          stem: z.string(),
          options: z.array(z.object({ id: z.string(), html: z.string() })),
          /** Number of blanks in a fill-in question. */
          blanks: z.int().min(0),
          /** True for items performed or spoken before assessors. They are not on the sheet. */
          shown: z.boolean(),
          value: answerValue,
        }),
      ),
    }),
    access: staff,
    rows: [{ of: 'plan', act: 'change', at: 'planId' }],
    errors: ['notFound', 'refused'],
    changes: false,
  },
  enterSheet: {
    summary: 'Type in what stands on a sheet. What is there already is not written again; what was answered at a later PC stands above it',
    input: z.object({
      ...examineeOfPlan,
      sheet: sheetNo,
      answers: z
        .array(z.object({ itemId: z.string().regex(/^[1-9][0-9]{0,3}$/), value: answerValue }))
        .min(1)
        .max(400),
    }),
    output: z.object({ written: z.int() }),
    access: staff,
    rows: [{ of: 'plan', act: 'change', at: 'planId' }],
    errors: ['notFound', 'refused', 'invalid'],
    changes: true,
    maxBytes: 4 * 1024 * 1024,
  },
} as const satisfies Record<string, CallSpec>;

export const examCalls = defineCalls('exam', {
  ...examStaffCalls,
  ...seatingCalls,
  ...stationDrawCalls,
  ...paperRegisterCalls,
  ...supervisionCalls,
  ...revisionCalls,
  ...readinessCalls,
  ...offlineCalls,
  ...sheetCalls,
  ...answerCardCalls,
  ...defineSharingCalls('plan'),
  add: {
    summary: 'Create an exam plan with its examinees',
    /** `partOf`: the plan to add a further part to. The new part has the same owner and co-workers. */
    input: planDraft.extend({ partOf: id.nullable().default(null) }),
    output: z.object({ id, version }),
    access: staff,
    makes: 'plan',
    rows: [
      { of: 'paper', act: 'use', at: 'paperId' },
      { of: 'plan', act: 'change', at: 'partOf' },
    ],
    errors: ['notFound', 'refused'],
    changes: true,
    once: true,
  },
  modify: {
    summary: 'Change a plan that is not published yet',
    input: planDraft.extend({ id, version, ...leftAlone.shape }),
    output: z.object({ id, version }),
    access: staff,
    rows: [
      { of: 'plan', act: 'change', at: 'id' },
      { of: 'paper', act: 'use', at: 'paperId' },
    ],
    errors: ['notFound', 'conflict', 'refused'],
    changes: true,
    once: true,
  },
  getList: {
    summary: "The school's exam plans; `fromMs`, `toMs`: those that begin in between",
    input: listInput(
      z.object({
        keyword: keyword.optional(),
        fromMs: epochMs.optional(),
        toMs: epochMs.optional(),
        part: z.enum(examParts).optional(),
        /** Only plans whose time is over. */
        ended: z.literal(true).optional(),
      }),
    ),
    output: listOutput(planSummary),
    access: staff,
    errors: [],
    changes: false,
  },
  getById: {
    summary: 'One plan with its examinees and where each of them stands',
    input: z.object({ id }),
    output: planWithoutExaminees.extend({ examinees: z.array(boardExaminee) }),
    access: staff,
    rows: [{ of: 'plan', act: 'keys', at: 'id' }],
    errors: ['notFound'],
    changes: false,
  },
  getChanges: {
    summary: 'One plan with the examinees whose state changed since an answer with this cursor',
    input: z.object({ id, cursor: z.string().max(100) }),
    /** `whole`: true if `examinees` holds every examinee, in order; otherwise it holds only those that changed. */
    output: planWithoutExaminees.extend({ whole: z.boolean(), examinees: z.array(boardExaminee) }),
    access: staff,
    rows: [{ of: 'plan', act: 'keys', at: 'id' }],
    errors: ['notFound'],
    changes: false,
  },
  publish: {
    summary: 'Freeze the paper, seal it, give every examinee an attempt and a seat. Cannot be undone',
    input: z.object({ id, version }),
    /** `warnings`: formulas that are shown as source text, and questions whose options are not shuffled. */
    output: z.object({ id, version, warnings: z.array(z.string()) }),
    access: staff,
    rows: [{ of: 'plan', act: 'publish', at: 'id' }],
    errors: ['notFound', 'conflict', 'refused'],
    changes: true,
    once: true,
  },
  myList: {
    summary: "The signed-in examinee's published exams, soonest first",
    input: z.object({}),
    output: z.object({ items: z.array(planNotice), serverNow: epochMs }),
    access: examineeRoles,
    beforeOwnPassword: true,
    errors: [],
    changes: false,
  },
  getPackage: {
    summary: 'The sealed paper of one of my exams, hours ahead',
    input: z.object({ planId: id }),
    output: sealedPackage,
    access: examineeRoles,
    beforeOwnPassword: true,
    errors: ['notFound'],
    changes: false,
  },
  enter: {
    summary:
      'Take the seat on this device: upload ticket and sitting key. Another device answers 3000 unless `moveHere`, which mints the next epoch',
    input: z.object({ planId: id, deviceId: uuid, moveHere: z.boolean().default(false), seb: sebProof.optional() }),
    output: sittingGrant,
    access: examineeRoles,
    beforeOwnPassword: true,
    errors: ['notFound', 'refused', 'elsewhere'],
    changes: true,
  },
  release: {
    summary: 'The content key, from the start on; before it answers 1002 with the time',
    input: z.object({ planId: id }),
    output: z.object({ contentKey: base64url, serverNow: epochMs }),
    access: examineeRoles,
    beforeOwnPassword: true,
    errors: ['notFound', 'refused'],
    changes: false,
  },
  myAnswers: {
    summary: 'My own answers as the server counts them, for a PC that can no longer read its streams (SY20)',
    input: z.object({ planId: id }),
    output: z.object({
      answers: z.array(z.object({ itemId: z.string(), value: z.array(z.string()) })),
      flags: z.array(z.string()),
      lamport: z.int(),
    }),
    access: examineeRoles,
    beforeOwnPassword: true,
    errors: ['notFound'],
    changes: false,
  },
  myScore: {
    summary: 'My score of one exam, item by item, once the scores of the exam are released',
    input: z.object({ planId: id }),
    output: z.object({
      planId: id,
      name: z.string(),
      status: z.literal(Object.values(examUserStatus)),
      points: z.number(),
      totalPoints: z.number(),
      passPoints: z.number(),
      passed: z.boolean(),
      /**
       * True while the scores of another exam with the same paper are not released. No section has items then, because they would show which
       * answers are right.
       */
      itemsHeld: z.boolean(),
      sections: z.array(z.object({ title: z.string(), points: z.number(), max: z.number(), items: z.array(itemScore) })),
    }),
    access: examineeRoles,
    errors: ['notFound', 'refused'],
    changes: false,
  },
});
