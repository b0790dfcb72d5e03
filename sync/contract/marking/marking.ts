import { z } from 'zod';
import { attachmentView } from '../exams/answer-file.ts';
import { type CallSpec, defineCalls } from '../call.ts';
import { rubricItem } from '../bank/question-body.ts';
import { emptyInput, epochMs, id, shortText } from '../scalars.ts';
import { maxTextNotes, textNote } from './text-note.ts';
import { drawnStrokes, sheetSignature } from './signature.ts';
import { uploadUrlPattern } from '../platform/upload.ts';

const marker = ['marker'] as const;

/** Selects one question of a plan for marking. The question may have different numbers in different variants of the paper. */
const task = z.object({ planId: id, questionId: id });

/** Number of a script (one examinee's answers, as markers see them) within its plan. It does not reveal the examinee. */
const code = z.int().min(1).max(100_000);

/** A marker's note on a passage of an answer. `point`: index of the scoring point that it concerns, or null. */
const pointNote = textNote.extend({ point: z.int().min(0).max(59).nullable() });
export type PointNote = z.output<typeof pointNote>;

/** One row of a score sheet: how often each deduction applied, the points of other deductions, and why. */
export const scoreSheetRow = z.object({
  times: z.array(z.int().min(0).max(99)).max(12),
  other: z.number().min(0).max(1000).multipleOf(0.5),
  remark: z.string().trim().max(200),
});
export type ScoreSheetRow = z.output<typeof scoreSheetRow>;

/** A photo taken by an assessor, with the row of the score sheet for which it is evidence. */
export const evidencePhoto = z.object({ row: z.int().min(0).max(59), url: z.string().regex(uploadUrlPattern), takenMs: epochMs });
export type EvidencePhoto = z.output<typeof evidencePhoto>;

/**
 * Points that a marker gave: a number for each scoring point, or one number if the question has none. `veto`: indexes of the vetoes that
 * apply.
 */
export const markerPoints = z.object({
  points: z.array(z.number().min(0).max(1000).multipleOf(0.5)).min(1).max(60),
  veto: z.array(z.int().min(0)).max(20),
  comment: z.string().trim().max(1000),
  /** Only for written answers: notes on passages of the answer. */
  notes: z.array(pointNote).max(maxTextNotes).optional(),
  /** Only for performed tasks: one row for each scoring point, from which its points follow. */
  sheet: z.array(scoreSheetRow).min(1).max(60).optional(),
  photos: z.array(evidencePhoto).max(30).optional(),
  /** Only for performed tasks: the assessor's signature, and the values that it belongs to. */
  signature: sheetSignature.optional(),
});
export type MarkerPoints = z.output<typeof markerPoints>;

/** `written`: the marker reads the answer on the screen. `performed`: assessors watched or heard the task, and each marks it independently. */
export const markingTaskKinds = ['written', 'performed'] as const;
export type MarkingTaskKind = (typeof markingTaskKinds)[number];

/**
 * State of a script. `open`: marks are missing. `waits`: for the other marker. `done`: settled. The others wait for the leader. `difference`: two
 * marks differ too much. `late`: a mark belongs to an earlier version of the answer. `spread`: the assessors' points differ widely.
 */
export const scriptStates = ['open', 'waits', 'difference', 'late', 'spread', 'done'] as const;

const taskFigures = z.object({
  questionId: id,
  section: z.string(),
  type: z.int(),
  /** Beginning of the question as plain text. */
  text: z.string(),
  points: z.number(),
  /** Number of scripts with an answer that have arrived completely, or whose time is over. */
  scripts: z.int(),
  /** Number of scripts marked by as many assessors as needed. */
  marked: z.int(),
  /** Number of scripts marked by the caller. */
  mine: z.int(),
});

const script = z.object({
  code,
  /** The written answer; empty for a performed task. */
  answer: z.string(),
  files: z.array(attachmentView),
  /** Identifies this version of the answer. A mark is valid for this version only. */
  basis: z.string(),
  /** The mark that the caller gave this script earlier, or null. */
  given: markerPoints.nullable(),
  /** The examinee, for a performed task: assessors see the person in any case. */
  person: z.object({ name: z.string(), ticketNo: z.string() }).nullable(),
});
export type MarkingScript = z.output<typeof script>;

/** One marker's points, as the leader sees them. */
const seenMark = z.object({
  marker: z.string(),
  total: z.number().nullable(),
  given: markerPoints.nullable(),
  /** The answer for which the mark was given. */
  answer: z.string(),
  /** True if the mark was given for the version of the answer that counts now. */
  isCurrent: z.boolean(),
  markedMs: epochMs.nullable(),
});

const disputedScript = z.object({
  questionId: id,
  code,
  section: z.string(),
  state: z.enum(['difference', 'late', 'spread', 'done']),
  totals: z.array(z.number()),
  decided: z.number().nullable(),
});

/** Points as written on a paper sheet. Null means that the examinee was absent. */
const paperPoints = z.object({ points: z.number().nullable() });

const defineEntryCalls = () =>
  ({
    getPaperPlans: {
      summary: "Exams of the caller's marker groups whose points may be entered from paper",
      input: emptyInput,
      output: z.object({
        items: z.array(
          z.object({
            planId: id,
            name: z.string(),
            startMs: epochMs,
            released: z.boolean(),
            leads: z.boolean(),
            people: z.int(),
            settled: z.int(),
            differ: z.int(),
          }),
        ),
      }),
      access: marker,
      errors: [],
      changes: false,
    },
    getEntries: {
      summary: 'What was entered from paper, by ticket number. What another entered is told once both have',
      input: z.object({ planId: id }),
      output: z.object({
        name: z.string(),
        released: z.boolean(),
        leads: z.boolean(),
        totalPoints: z.number(),
        rows: z.array(
          z.object({
            ticketNo: z.string(),
            state: z.enum(['none', 'once', 'differs', 'settled']),
            mine: paperPoints.nullable(),
            both: z.array(paperPoints),
            settled: paperPoints.nullable(),
            mayEnter: z.boolean(),
          }),
        ),
      }),
      access: marker,
      errors: ['notFound', 'refused'],
      changes: false,
    },
    enter: {
      summary: 'Points by ticket number, typed or from a sheet: all rows or none. `decide`: the leader settles what differs',
      input: z.object({
        planId: id,
        rows: z
          .array(z.object({ ticketNo: z.string().trim().min(1).max(60), points: z.number().min(0).max(1000).multipleOf(0.5).nullable() }))
          .min(1)
          .max(2000),
        decide: z.boolean(),
      }),
      output: z.object({ entered: z.int(), settled: z.int(), differ: z.int() }),
      access: marker,
      errors: ['notFound', 'invalid', 'refused'],
      changes: true,
    },
  }) as const satisfies Record<string, CallSpec>;

const defineLeaderCalls = () =>
  ({
    getOverview: {
      summary: 'For a leader: what each marker has done and how fast, what waits for a decision, and what was marked',
      input: z.object({ planId: id }),
      output: z.object({
        name: z.string(),
        released: z.boolean(),
        twice: z.boolean(),
        tolerance: z.number(),
        tasks: z.array(taskFigures),
        markers: z.array(
          z.object({
            userId: id,
            name: z.string(),
            leads: z.boolean(),
            quota: z.int(),
            marked: z.int(),
            /** Number of scripts that the marker has opened but not marked. */
            held: z.int(),
            /** Mean share of the possible points, from 0 to 1; null if nothing is marked yet. */
            share: z.number().nullable(),
            /** Median time from taking a script to marking it, in seconds. */
            seconds: z.int().nullable(),
            lastMs: epochMs.nullable(),
          }),
        ),
        disputes: z.array(disputedScript),
        /** A few marked scripts of each marker, for spot checks. */
        samples: z.array(disputedScript),
      }),
      access: marker,
      errors: ['notFound', 'refused'],
      changes: false,
    },
    getScript: {
      summary: 'For a leader: one script with everybody’s points, and the answers they were given for',
      input: task.extend({ code }),
      output: z.object({
        name: z.string(),
        released: z.boolean(),
        stem: z.string(),
        reference: z.string(),
        items: z.array(rubricItem),
        veto: z.array(z.string()),
        points: z.number(),
        code,
        answer: z.string(),
        files: z.array(attachmentView),
        basis: z.string(),
        state: z.enum(['open', 'difference', 'late', 'done']),
        marks: z.array(seenMark),
        decision: z.object({ total: z.number(), reason: z.string(), by: z.string(), ms: epochMs, isCurrent: z.boolean() }).nullable(),
      }),
      access: marker,
      errors: ['notFound', 'refused'],
      changes: false,
    },
    getTotals: {
      summary: 'For a leader: what was performed, person by person and assessor by assessor, for the printed sheet',
      input: z.object({ planId: id }),
      output: z.object({
        name: z.string(),
        group: z.string(),
        startMs: epochMs,
        endMs: epochMs,
        released: z.boolean(),
        assessors: z.array(z.string()),
        /**
         * One entry per assessor: time of signing in, numbers of sheets that are signed for their present points, signed for earlier points, or
         * unsigned, and the newest valid signature.
         */
        signatures: z.array(
          z.object({
            signedInMs: epochMs.nullable(),
            current: z.int(),
            earlier: z.int(),
            unsigned: z.int(),
            strokes: drawnStrokes.nullable(),
          }),
        ),
        tasks: z.array(z.object({ questionId: id, section: z.string(), text: z.string(), points: z.number() })),
        rows: z.array(
          z.object({
            name: z.string(),
            ticketNo: z.string(),
            /** Points of this examinee for each of `tasks`, in the same order. */
            cells: z.array(
              z.object({
                /** The total that each assessor gave; null for an assessor who has not marked the task. */
                totals: z.array(z.number().nullable()),
                points: z.number().nullable(),
                spread: z.boolean(),
                decided: z.boolean(),
                veto: z.boolean(),
              }),
            ),
            total: z.number().nullable(),
          }),
        ),
      }),
      access: marker,
      errors: ['notFound', 'refused'],
      changes: false,
    },
    arbitrate: {
      summary: 'The leader gives the points for the answer that counts now, or has it marked anew (`points` null)',
      input: task.extend({
        code,
        basis: z.string().max(64),
        points: z.number().min(0).max(1000).multipleOf(0.01).nullable(),
        reason: shortText.max(300),
      }),
      output: z.object({ total: z.number().nullable() }),
      access: marker,
      errors: ['notFound', 'conflict', 'invalid', 'refused'],
      changes: true,
    },
  }) as const satisfies Record<string, CallSpec>;

export const markingCalls = defineCalls('marking', {
  ...defineLeaderCalls(),
  ...defineEntryCalls(),
  getList: {
    summary: "What the caller's marker groups have to mark, exam by exam",
    input: z.object({ kind: z.enum(markingTaskKinds) }),
    output: z.object({
      items: z.array(
        z.object({
          planId: id,
          name: z.string(),
          group: z.string(),
          endMs: epochMs,
          released: z.boolean(),
          /** `leads`: the caller leads a marker group of the exam. `disputes`: number of scripts that wait for the leader. */
          leads: z.boolean(),
          disputes: z.int(),
          /** When the caller signed in as assessor; null if not yet. */
          signedInMs: epochMs.nullable(),
          tasks: z.array(taskFigures),
        }),
      ),
    }),
    access: marker,
    errors: [],
    changes: false,
  },
  getTask: {
    summary: 'One question with its scoring points, and what is left of it',
    input: task,
    output: z.object({
      name: z.string(),
      released: z.boolean(),
      /** True if a score sheet is accepted only with a signature for its points. */
      signatureRequired: z.boolean(),
      figures: taskFigures,
      stem: z.string(),
      reference: z.string(),
      items: z.array(rubricItem),
      veto: z.array(z.string()),
      /** True if two markers mark every written answer (double marking). */
      twice: z.boolean(),
      leads: z.boolean(),
      /** Number of scripts that the caller may still take under their quota; null: no limit. */
      quotaLeft: z.int().nullable(),
      /** Scripts of the caller, newest first. For a performed task, all examinees to be marked. */
      scripts: z.array(
        z.object({
          code,
          state: z.enum(scriptStates),
          total: z.number().nullable(),
          markedMs: epochMs.nullable(),
          person: z.object({ name: z.string(), ticketNo: z.string() }).nullable(),
          /** The caller's own score sheet for a performed task, so that a tablet can show it offline. */
          given: markerPoints.nullable(),
          /** Mean of all assessors' points for a performed task, once the caller and enough others have marked it. */
          mean: z.number().nullable(),
        }),
      ),
      /** The `basis` of performed tasks. They have no answer, so all scripts have the same `basis`. */
      basis: z.string(),
    }),
    access: marker,
    errors: ['notFound'],
    changes: false,
  },
  take: {
    summary:
      'The next script nobody else has; with `code` one the caller marked before, or somebody who performed. Theirs alone for a while',
    /** `except`: scripts the caller has open, and scripts whose marks are not sent yet. */
    input: task.extend({ code: code.optional(), except: z.array(code).max(500).optional() }),
    output: z.object({ script: script.nullable() }),
    access: marker,
    errors: ['notFound', 'refused'],
    changes: true,
  },
  signIn: {
    summary: 'The caller is there as assessor, from two hours before the start on. Done again, the first time stands',
    input: z.object({ planId: id }),
    output: z.object({ signedInMs: epochMs }),
    access: marker,
    errors: ['notFound', 'refused'],
    changes: true,
  },
  takeWhole: {
    summary:
      'The next examinee whole: every written answer of theirs that the caller may mark, in the order of the paper and theirs alone for a while; with `code` one they have begun',
    /** `except`: examinees the caller has marked whose marks are not sent yet. */
    input: z.object({ planId: id, code: code.optional(), except: z.array(code).max(500).optional() }),
    output: z.object({ paper: z.object({ code, scripts: z.array(z.object({ questionId: id, script })) }).nullable() }),
    access: marker,
    errors: ['notFound', 'refused'],
    changes: true,
  },
  giveBack: {
    summary: 'Somebody else may take it',
    input: task.extend({ code }),
    output: emptyInput,
    access: marker,
    errors: ['notFound'],
    changes: true,
  },
  mark: {
    summary: 'Points for the answer that was shown. A later mark of the same marker replaces it, until the scores are released',
    input: task.extend({ code, basis: z.string().max(64), given: markerPoints }),
    output: z.object({ total: z.number() }),
    access: marker,
    errors: ['notFound', 'conflict', 'invalid', 'refused'],
    changes: true,
  },
});
