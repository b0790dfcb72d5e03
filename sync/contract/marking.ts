import { z } from 'zod';
import { shownFile } from './answer-file.ts';
import { type CallSpec, defineCalls } from './call.ts';
import { rubricItem } from './question-body.ts';
import { empty, epochMs, id, shortText } from './scalars.ts';
import { mostTextNotes, textNote } from './text-note.ts';
import { uploadUrlPattern } from './upload.ts';

const marker = ['marker'] as const;

/** One question of a plan, for whoever marks it. Papers of different variants have it under different numbers. */
const task = z.object({ planId: id, questionId: id });

/** Number of a script within its plan: says nothing of whose it is. */
const code = z.int().min(1).max(100_000);

/** What a marker says of a stretch of an answer, and which scoring point it is about. */
const pointNote = textNote.extend({ point: z.int().min(0).max(59).nullable() });
export type PointNote = z.output<typeof pointNote>;

/** One row of a score sheet: how often each deduction was made, what was taken off besides, and why. */
export const sheetRow = z.object({
  times: z.array(z.int().min(0).max(99)).max(12),
  other: z.number().min(0).max(1000).multipleOf(0.5),
  remark: z.string().trim().max(200),
});
export type SheetRow = z.output<typeof sheetRow>;

/** What an assessor saw, beside the row it is evidence for. */
export const evidencePhoto = z.object({ row: z.int().min(0).max(59), url: z.string().regex(uploadUrlPattern), takenMs: epochMs });
export type EvidencePhoto = z.output<typeof evidencePhoto>;

/** What a marker gave: a share of each scoring point, or one number where the question has none. `veto`: which of its vetoes it fails. */
export const givenPoints = z.object({
  points: z.array(z.number().min(0).max(1000).multipleOf(0.5)).min(1).max(60),
  veto: z.array(z.int().min(0)).max(20),
  comment: z.string().trim().max(1000),
  /** Of what was written. */
  notes: z.array(pointNote).max(mostTextNotes).optional(),
  /** Of what was performed: one row for each scoring point, whose points follow from it. */
  sheet: z.array(sheetRow).min(1).max(60).optional(),
  photos: z.array(evidencePhoto).max(30).optional(),
});
export type GivenPoints = z.output<typeof givenPoints>;

/** `written`: an answer lies before the marker. `performed`: assessors saw it done, or heard it defended, each for themselves. */
export const taskKinds = ['written', 'performed'] as const;
export type TaskKind = (typeof taskKinds)[number];

/** Of a script somebody has marked: it waits for the other marker, for the leader, or for nobody. */
export const scriptStates = ['open', 'waits', 'difference', 'late', 'spread', 'done'] as const;

const taskFigures = z.object({
  questionId: id,
  section: z.string(),
  type: z.int(),
  /** The beginning of the question, without its looks. */
  text: z.string(),
  points: z.number(),
  /** That are here whole, or whose time is over, and hold an answer. */
  scripts: z.int(),
  /** Of those, how many are marked: by as many assessors as it takes. */
  marked: z.int(),
  /** Marked by the caller. */
  mine: z.int(),
});

const script = z.object({
  code,
  /** As it was written; empty where it was performed. */
  answer: z.string(),
  files: z.array(shownFile),
  /** Which answer this is: a mark is given for it, and for no other. */
  basis: z.string(),
  /** What the caller gave before. */
  given: givenPoints.nullable(),
  /** Who was seen, where it was performed: assessors mark the person before them. */
  person: z.object({ name: z.string(), ticketNo: z.string() }).nullable(),
});
export type MarkingScript = z.output<typeof script>;

/** One marker's points, as the leader sees them. */
const seenMark = z.object({
  marker: z.string(),
  total: z.number().nullable(),
  given: givenPoints.nullable(),
  /** The answer it was given for. */
  answer: z.string(),
  /** And that is the one that counts now. */
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

/** Points as they stand on a paper; null: did not come. */
const written = z.object({ points: z.number().nullable() });

const entryCalls = () =>
  ({
    getPaperPlans: {
      summary: "Exams of the caller's marker groups whose points may be entered from paper",
      input: empty,
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
            mine: written.nullable(),
            both: z.array(written),
            settled: written.nullable(),
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

const leaderCalls = () =>
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
            /** Taken and not marked. */
            held: z.int(),
            /** Of what could be given, from 0 to 1; null: nothing marked yet. */
            share: z.number().nullable(),
            /** From taking a script to marking it, the middle one. */
            seconds: z.int().nullable(),
            lastMs: epochMs.nullable(),
          }),
        ),
        disputes: z.array(disputedScript),
        /** Marked scripts, a few of each marker, for spot checks. */
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
        files: z.array(shownFile),
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
        tasks: z.array(z.object({ questionId: id, section: z.string(), text: z.string(), points: z.number() })),
        rows: z.array(
          z.object({
            name: z.string(),
            ticketNo: z.string(),
            /** One for each task. */
            cells: z.array(
              z.object({
                /** One for each assessor; null: not marked by them. */
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
  ...leaderCalls(),
  ...entryCalls(),
  getList: {
    summary: "What the caller's marker groups have to mark, exam by exam",
    input: z.object({ kind: z.enum(taskKinds) }),
    output: z.object({
      items: z.array(
        z.object({
          planId: id,
          name: z.string(),
          group: z.string(),
          endMs: epochMs,
          released: z.boolean(),
          /** The caller leads a group of the exam; so many scripts wait for them. */
          leads: z.boolean(),
          disputes: z.int(),
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
      figures: taskFigures,
      stem: z.string(),
      reference: z.string(),
      items: z.array(rubricItem),
      veto: z.array(z.string()),
      /** Two markers for each script. */
      twice: z.boolean(),
      leads: z.boolean(),
      /** Scripts the caller may still take by their quota; null: as many as there are. */
      quotaLeft: z.int().nullable(),
      /** The caller's, newest first; of what is performed, everybody who is to be marked. */
      scripts: z.array(
        z.object({
          code,
          state: z.enum(scriptStates),
          total: z.number().nullable(),
          markedMs: epochMs.nullable(),
          person: z.object({ name: z.string(), ticketNo: z.string() }).nullable(),
          /** The caller's own sheet of what was performed: a tablet shows it without a network. */
          given: givenPoints.nullable(),
          /** Of what was performed, once the caller and enough others have marked it: what all of them gave, in the mean. */
          mean: z.number().nullable(),
        }),
      ),
      /** Names what is marked where nothing was written: the same for everybody who performed. */
      basis: z.string(),
    }),
    access: marker,
    errors: ['notFound'],
    changes: false,
  },
  take: {
    summary:
      'The next script nobody else has; with `code` one the caller marked before, or somebody who performed. Theirs alone for a while',
    /** `except`: what lies before the caller, and what they marked and is still on its way. */
    input: task.extend({ code: code.optional(), except: z.array(code).max(500).optional() }),
    output: z.object({ script: script.nullable() }),
    access: marker,
    errors: ['notFound', 'refused'],
    changes: true,
  },
  takeWhole: {
    summary:
      'The next examinee whole: every written answer of theirs that the caller may mark, in the order of the paper and theirs alone for a while; with `code` one they have begun',
    /** `except`: whom they have marked, and whose marks are still on their way. */
    input: z.object({ planId: id, code: code.optional(), except: z.array(code).max(500).optional() }),
    output: z.object({ paper: z.object({ code, scripts: z.array(z.object({ questionId: id, script })) }).nullable() }),
    access: marker,
    errors: ['notFound', 'refused'],
    changes: true,
  },
  giveBack: {
    summary: 'Somebody else may take it',
    input: task.extend({ code }),
    output: empty,
    access: marker,
    errors: ['notFound'],
    changes: true,
  },
  mark: {
    summary: 'Points for the answer that was shown. A later mark of the same marker replaces it, until the scores are released',
    input: task.extend({ code, basis: z.string().max(64), given: givenPoints }),
    output: z.object({ total: z.number() }),
    access: marker,
    errors: ['notFound', 'conflict', 'invalid', 'refused'],
    changes: true,
  },
});
