import { z } from 'zod';
import { defineCalls } from './call.ts';
import { sharingCalls } from './co-worker.ts';
import { examStatus, examUserStatus, releaseRules } from './codes.ts';
import { examParts, planPart } from './exam-part.ts';
import { examActs } from './exam-acts.ts';
import { readyCalls } from './exam-ready.ts';
import { revisionCalls } from './exam-revision.ts';
import { offlineCalls } from './exam-offline.ts';
import { sheetCalls } from './exam-sheet.ts';
import { seatingCalls } from './exam-seating.ts';
import { boardExaminee, planRelease } from './exam-board.ts';
import { lockdown, noLockdown, sebProof } from './lockdown.ts';
import { base64url, durationMs, epochMs, id, keyword, listInput, listOutput, shortText, uuid, version } from './scalars.ts';
import { planNotice, sealedPackage, sittingGrant } from './sitting.ts';
import { ticketPattern } from './ticket-pattern.ts';

const planDraft = z.object({
  name: shortText,
  part: z.enum(examParts).default('theory'),
  /** For who failed it before. */
  resit: z.boolean().default(false),
  paperId: id,
  startMs: epochMs,
  durationMs: durationMs.min(60_000).max(12 * 3_600_000),
  entryLimitMs: durationMs,
  earliestHandInMs: durationMs,
  notice: z.string().max(4000),
  /** Who sits is told nothing before the scores are released, by hand or by this rule (SY23). */
  releaseRule: z.enum(releaseRules).default('byHand'),
  /** None yet: the plan is kept, and is not published before it has some. */
  examineeIds: z.array(id).max(2000),
  /** In the order they are filled; none: an exam without rooms, each where they are. */
  roomIds: z.array(id).max(400).default([]),
  markerGroupIds: z.array(id).max(20).default([]),
  ticketPattern: ticketPattern.default(''),
  lockdown: lockdown.default(noLockdown),
});

/** Not said by a change: as it stands. A tab that was opened before there was such a field clears nothing it doesn't know. */
const leftAlone = z.object({
  part: z.enum(examParts).optional(),
  resit: z.boolean().optional(),
  releaseRule: z.enum(releaseRules).optional(),
  roomIds: z.array(id).max(400).optional(),
  markerGroupIds: z.array(id).max(20).optional(),
  ticketPattern: ticketPattern.optional(),
  lockdown: lockdown.optional(),
});

const planSummary = z.object({
  id,
  version,
  name: z.string(),
  part: z.enum(examParts),
  resit: z.boolean(),
  /** The plan whose part it is; null: the first part, which is the plan itself. */
  partOf: id.nullable(),
  paperId: id,
  paperName: z.string(),
  status: z.literal(Object.values(examStatus)),
  startMs: epochMs,
  durationMs,
  /** 0: not published; 1: as published; each change after that counts one more. */
  revision: z.int(),
  examineeCount: z.int(),
  handedInCount: z.int(),
  /** It had been published and was called off: its status says only that it is not enabled. */
  withdrawn: z.object({ ms: epochMs, by: z.string(), reason: z.string() }).nullable(),
  updatedMs: epochMs,
});

const staff = ['school', 'teacher'] as const;
/** Who sits an exam is kept from nothing of it (`beforeOwnPassword`): at the door there is no time for a new password. */
const sitter = ['student', 'examUser'] as const;

/** Points of one item; `points` null where it waits for a person. */
const itemScore = z.object({ itemId: z.string(), points: z.number().nullable(), max: z.number(), right: z.boolean().nullable() });

export const examCalls = defineCalls('exam', {
  ...examActs,
  ...seatingCalls,
  ...revisionCalls,
  ...readyCalls,
  ...offlineCalls,
  ...sheetCalls,
  ...sharingCalls('plan'),
  add: {
    summary: 'Create an exam plan with its examinees',
    /** `partOf`: a further part of that plan, whose makers and co-workers it has. */
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
    input: listInput(z.object({ keyword: keyword.optional(), fromMs: epochMs.optional(), toMs: epochMs.optional() })),
    output: listOutput(planSummary),
    access: staff,
    errors: [],
    changes: false,
  },
  getById: {
    summary: 'One plan with its examinees and where each of them stands',
    input: z.object({ id }),
    output: planSummary.extend({
      entryLimitMs: durationMs,
      earliestHandInMs: durationMs,
      notice: z.string(),
      release: planRelease,
      roomIds: z.array(id),
      markerGroupIds: z.array(id),
      ticketPattern: z.string(),
      lockdown,
      /** All parts of the plan, itself among them: theory first. */
      parts: z.array(planPart),
      examinees: z.array(boardExaminee),
    }),
    access: staff,
    rows: [{ of: 'plan', act: 'keys', at: 'id' }],
    errors: ['notFound'],
    changes: false,
  },
  publish: {
    summary: 'Freeze the paper, seal it, give every examinee an attempt and a seat. Cannot be undone',
    input: z.object({ id, version }),
    /** `warnings`: formulas that could not be typeset and are shown as their source, question by question. */
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
    access: sitter,
    beforeOwnPassword: true,
    errors: [],
    changes: false,
  },
  getPackage: {
    summary: 'The sealed paper of one of my exams, hours ahead',
    input: z.object({ planId: id }),
    output: sealedPackage,
    access: sitter,
    beforeOwnPassword: true,
    errors: ['notFound'],
    changes: false,
  },
  enter: {
    summary:
      'Take the seat on this device: upload ticket and sitting key. Another device answers 3000 unless `moveHere`, which mints the next epoch',
    input: z.object({ planId: id, deviceId: uuid, moveHere: z.boolean().default(false), seb: sebProof.optional() }),
    output: sittingGrant,
    access: sitter,
    beforeOwnPassword: true,
    errors: ['notFound', 'refused', 'elsewhere'],
    changes: true,
  },
  release: {
    summary: 'The content key, from the start on; before it answers 1002 with the time',
    input: z.object({ planId: id }),
    output: z.object({ contentKey: base64url, serverNow: epochMs }),
    access: sitter,
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
    access: sitter,
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
      sections: z.array(z.object({ title: z.string(), points: z.number(), max: z.number(), items: z.array(itemScore) })),
    }),
    access: sitter,
    errors: ['notFound', 'refused'],
    changes: false,
  },
});
