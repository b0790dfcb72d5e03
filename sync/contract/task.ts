import { z } from 'zod';
import { shownFile } from './answer-file.ts';
import { defineCalls } from './call.ts';
import { analysisRules, homeworkStatus, lateRules, sectionType } from './codes.ts';
import { answerKey } from './question-body.ts';
import { answerChoice, attemptEvidence } from './exam-evidence.ts';
import { pictureMarks } from './picture-mark.ts';
import { textNotes } from './text-note.ts';
import { durationMs, epochMs, id, idSet, keyword, listInput, listOutput, nameText, richText, shortText, version } from './scalars.ts';

/** Homework and mock tests: papers that a teacher sets for classes or persons. */
const taskKind = z.enum(['homework', 'test']);

const windowMs = 366 * 86_400_000;
const rules = {
  name: shortText,
  dueMs: epochMs,
  lateRule: z.enum(lateRules),
  /** So long after it is due something is still taken; 0 where nothing is. */
  lateMs: durationMs.max(windowMs),
  latePercent: z.int().min(0).max(100).default(100),
  analysisRule: z.enum(analysisRules),
  notice: z.string().max(4000),
};
/** A task in words: what is to be done, what it is worth, and how many photos or documents it may come with. */
const taskWords = z.object({
  html: richText(60_000).min(1),
  points: z.number().min(0.5).max(1000).multipleOf(0.5),
  files: z.int().min(0).max(9),
});
export type TaskWords = z.output<typeof taskWords>;

const taskDraft = z.object({
  ...rules,
  /** Its kind is the task's. Null: a homework in words. */
  paperId: id.nullable(),
  words: taskWords.nullable().default(null),
  startMs: epochMs,
  tries: z.int().min(1).max(20).default(1),
  /** Of a mock test: time from one's own beginning. */
  minutes: z.int().min(1).max(720).nullable().default(null),
  classIds: idSet(200),
  userIds: idSet(2000),
});

const taskSummary = z.object({
  id,
  version,
  kind: taskKind,
  name: z.string(),
  /** False: a task in words. */
  isPaper: z.boolean(),
  paperId: id.nullable(),
  paperName: z.string(),
  startMs: epochMs,
  dueMs: epochMs,
  /** From then on nothing is taken. */
  closeMs: epochMs,
  lateRule: z.enum(lateRules),
  latePercent: z.int(),
  analysisRule: z.enum(analysisRules),
  minutes: z.int().nullable(),
  tries: z.int(),
  total: z.int(),
  /** By status; together all of them. */
  counts: z.object({ notDone: z.int(), done: z.int(), returned: z.int(), awaitingMarking: z.int(), finished: z.int() }),
  late: z.int(),
  /** Nothing of it is asked for any more; what was answered stands. */
  withdrawn: z.object({ ms: epochMs, reason: z.string() }).nullable(),
  updatedMs: epochMs,
});
export type TaskSummary = z.output<typeof taskSummary>;

const status = z.literal(Object.values(homeworkStatus));
const taskStudent = z.object({
  userId: id,
  name: z.string(),
  className: z.string(),
  status,
  /** They opened it. */
  enteredMs: epochMs.nullable(),
  answered: z.int(),
  handedInMs: epochMs.nullable(),
  late: z.boolean(),
  /** Answers that arrived after the window: by themselves they count nothing. */
  afterClose: z.int(),
  /** Answers that wait until somebody has decided whether they count: written at the older of two devices, or after the hand-in. */
  waiting: z.int(),
  returns: z.int(),
  tryNo: z.int(),
  /** As they stand now; null: something waits for a person, or nothing was handed in. */
  points: z.number().nullable(),
  finishedMs: epochMs.nullable(),
  remindedMs: epochMs.nullable(),
});
export type TaskStudent = z.output<typeof taskStudent>;

const asked = {
  section: z.string(),
  type: z.literal(Object.values(sectionType)),
  stem: z.string(),
  options: z.array(z.object({ id: z.string(), html: z.string() })),
  max: z.number(),
};
const answered = {
  answer: z.array(z.string()),
  files: z.array(shownFile.extend({ itemId: z.string() })),
  /** Counted by itself; null: a person has to. */
  autoPoints: z.number().nullable(),
  /** The teacher's; null: what was counted by itself stands. */
  points: z.number().nullable(),
  comment: z.string(),
  /** The teacher's words to places of the photos, as long as these are what they were. */
  pictures: pictureMarks,
  /** And to stretches of what is written, as long as that is what it was. */
  notes: textNotes,
  right: z.boolean().nullable(),
};
const workItem = z.object({ itemId: z.string(), ...asked, ...answered });
/** The question's id in the bank; 0: what a task says in words. */
const questionName = z.int().min(0);
const keyed = { key: answerKey.nullable(), analysis: z.string() };
/** What the answers were when somebody looked: given back with what is decided about them. */
const answersVersion = z.int().min(0);

const staff = ['school', 'teacher'] as const;
const reason = nameText.min(1).max(400);
const work = z.object({ planId: id, userId: id });

export const taskCalls = defineCalls('task', {
  add: {
    summary: 'Set a homework or a mock test for classes and persons: freezes its paper and gives everybody an attempt',
    input: taskDraft,
    output: z.object({ id, version, students: z.int() }),
    access: staff,
    makes: 'plan',
    rows: [{ of: 'paper', act: 'use', at: 'paperId' }],
    errors: ['notFound', 'invalid', 'refused'],
    changes: true,
    once: true,
  },
  modify: {
    summary: 'Change the times, rules and notice of a task that is set; who has begun goes on with them',
    input: z.object({ ...rules, id, version }),
    output: z.object({ id, version }),
    access: staff,
    rows: [{ of: 'plan', act: 'change', at: 'id' }],
    errors: ['notFound', 'conflict', 'invalid', 'refused'],
    changes: true,
    once: true,
  },
  withdraw: {
    summary: 'Withdraw a task, also while it is answered: nothing of it is asked for any more, and nothing that was answered is lost',
    input: z.object({ id, reason }),
    output: z.object({ id, version }),
    access: staff,
    rows: [{ of: 'plan', act: 'publish', at: 'id' }],
    errors: ['notFound', 'refused'],
    changes: true,
  },
  getList: {
    summary: 'What was set, with how far everybody is',
    input: listInput(z.object({ kind: taskKind.optional(), keyword: keyword.optional() })),
    output: listOutput(taskSummary),
    access: staff,
    errors: [],
    changes: false,
  },
  getById: {
    summary: 'One task with its students and where each of them stands',
    input: z.object({ id }),
    output: taskSummary.extend({
      notice: z.string(),
      totalPoints: z.number(),
      passPoints: z.number(),
      questionCount: z.int(),
      words: taskWords.nullable(),
      students: z.array(taskStudent),
    }),
    access: staff,
    rows: [{ of: 'plan', act: 'keys', at: 'id' }],
    errors: ['notFound'],
    changes: false,
  },
  getWork: {
    summary: "One student's answers beside the keys, with what was said of each",
    input: work,
    output: z.object({
      planId: id,
      name: z.string(),
      kind: taskKind,
      student: taskStudent,
      dueMs: epochMs,
      closeMs: epochMs,
      answersVersion,
      /** Everything of the hand-in is here, or the time is over. */
      markable: z.boolean(),
      returnReason: z.string(),
      totalPoints: z.number(),
      items: z.array(workItem.extend(keyed)),
    }),
    access: staff,
    rows: [{ of: 'plan', act: 'keys', at: 'planId' }],
    errors: ['notFound'],
    changes: false,
  },
  mark: {
    summary: 'Points and words to answers of one student. Refused where the answers have changed since they were looked at',
    input: work.extend({
      answersVersion,
      /** Those that were written; none where it is only asked whether the answers have changed. What is not named stays. */
      items: z
        .array(
          z.object({
            itemId: z.string().max(4),
            points: z.number().min(0).max(1000).multipleOf(0.01).nullable(),
            comment: z.string().trim().max(2000),
            /** All of them anew; without, they stay. */
            pictures: pictureMarks.optional(),
            notes: textNotes.optional(),
          }),
        )
        .max(400),
    }),
    output: z.object({ marked: z.int() }),
    access: staff,
    rows: [{ of: 'plan', act: 'change', at: 'planId' }],
    errors: ['notFound', 'invalid', 'conflict', 'refused'],
    changes: true,
  },
  getEvidence: {
    summary: 'The answers of one student that wait for a person, each version with its evidence',
    input: work,
    output: attemptEvidence,
    access: staff,
    rows: [{ of: 'plan', act: 'keys', at: 'planId' }],
    errors: ['notFound', 'refused'],
    changes: false,
  },
  decide: {
    summary: 'Which version of an answer counts, as of an exam. Refused once its points are told',
    input: work.extend({ choices: z.array(answerChoice).min(1).max(200), reason: nameText.max(400).default('') }),
    output: z.object({ written: z.int().min(0) }),
    access: staff,
    rows: [{ of: 'plan', act: 'change', at: 'planId' }],
    errors: ['notFound', 'invalid', 'refused'],
    changes: true,
  },
  getByQuestion: {
    summary:
      "All students' answers to one question of a task, beside its key, with what was said of each; and how far its questions are marked",
    input: z.object({
      planId: id,
      /** As the list of questions names it; null: the first that has something to mark. */
      questionId: questionName.nullable().default(null),
    }),
    output: z.object({
      planId: id,
      name: z.string(),
      kind: taskKind,
      questions: z.array(
        z.object({
          questionId: questionName,
          /** Its number on the paper; of several variants, on the first. */
          itemId: z.string(),
          section: z.string(),
          max: z.number(),
          /** Answers that wait for a person. */
          waiting: z.int(),
          answers: z.int(),
        }),
      ),
      question: z.object({ questionId: questionName, ...asked, ...keyed }).nullable(),
      answers: z.array(
        z.object({
          userId: id,
          student: z.string(),
          className: z.string(),
          itemId: z.string(),
          late: z.boolean(),
          answersVersion,
          /** Told already: nothing of it is changed any more. */
          finished: z.boolean(),
          ...answered,
        }),
      ),
    }),
    access: staff,
    rows: [{ of: 'plan', act: 'keys', at: 'planId' }],
    errors: ['notFound'],
    changes: false,
  },
  getFigures: {
    summary: 'How a task went, class by class: who handed in, points, and each question',
    input: z.object({ planId: id }),
    output: z.object({
      planId: id,
      name: z.string(),
      kind: taskKind,
      totalPoints: z.number(),
      passPoints: z.number(),
      /** The whole, with an empty name, first; then class by class. */
      classes: z.array(
        z.object({
          name: z.string(),
          students: z.int(),
          handedIn: z.int(),
          late: z.int(),
          finished: z.int(),
          /** Of those whose points stand. */
          scored: z.int(),
          average: z.number().nullable(),
          highest: z.number().nullable(),
          lowest: z.number().nullable(),
          passed: z.int(),
        }),
      ),
      items: z.array(
        z.object({
          questionId: questionName,
          itemId: z.string(),
          section: z.string(),
          stem: z.string(),
          max: z.number(),
          /** In the order of the classes. */
          byClass: z.array(z.object({ scored: z.int(), average: z.number().nullable() })),
        }),
      ),
    }),
    access: staff,
    rows: [{ of: 'plan', act: 'keys', at: 'planId' }],
    errors: ['notFound'],
    changes: false,
  },
  giveBack: {
    summary: 'Give a homework back for correction: its hand-ins are lifted, and it may be handed in again until then',
    input: work.extend({ answersVersion, reason, untilMs: epochMs }),
    output: z.object({ returns: z.int() }),
    access: staff,
    rows: [{ of: 'plan', act: 'change', at: 'planId' }],
    errors: ['notFound', 'conflict', 'refused'],
    changes: true,
  },
  finish: {
    summary:
      'Finish the marking of some students: their points are told. Cannot be undone. `fullForRest`: what nobody marked gets full marks; `takeLate`: what arrived after the window counts',
    input: z.object({
      planId: id,
      userIds: idSet(2000).min(1),
      fullForRest: z.boolean().default(false),
      takeLate: z.boolean().default(false),
    }),
    output: z.object({
      finished: z.int(),
      left: z.array(z.object({ userId: id, name: z.string(), why: z.enum(['notHandedIn', 'unmarked', 'afterClose']) })),
    }),
    access: staff,
    rows: [{ of: 'plan', act: 'publish', at: 'planId' }],
    errors: ['notFound', 'refused'],
    changes: true,
  },
  remind: {
    summary: 'Remind students of what they have not handed in: they read it beside the task',
    input: z.object({ planId: id, userIds: idSet(2000).min(1) }),
    output: z.object({ reminded: z.int() }),
    access: staff,
    rows: [{ of: 'plan', act: 'change', at: 'planId' }],
    errors: ['notFound', 'refused'],
    changes: true,
  },
  getReturned: {
    summary: 'Homework that was given back for correction, newest first, and what became of it',
    input: z.object({ keyword: keyword.optional() }),
    output: z.object({
      items: z.array(
        z.object({
          planId: id,
          name: z.string(),
          userId: id,
          student: z.string(),
          className: z.string(),
          reason: z.string(),
          returnedMs: epochMs,
          returns: z.int(),
          status,
          handedInMs: epochMs.nullable(),
        }),
      ),
    }),
    access: staff,
    errors: [],
    changes: false,
  },
  getStudents: {
    summary: 'How the students of one class, or of all one looks after, stand in what was set for them',
    input: z.object({ kind: taskKind.default('homework'), classId: id.optional() }),
    output: z.object({
      classes: z.array(z.object({ id, name: z.string() })),
      items: z.array(
        z.object({
          userId: id,
          name: z.string(),
          className: z.string(),
          set: z.int(),
          notDone: z.int(),
          awaitingMarking: z.int(),
          returned: z.int(),
          finished: z.int(),
          late: z.int(),
          /** Of the points of what is finished, in a hundred; null: nothing is. */
          percent: z.number().nullable(),
        }),
      ),
    }),
    access: staff,
    errors: [],
    changes: false,
  },
  again: {
    summary: 'Another try of a mock test, once the one before is handed in',
    input: z.object({ planId: id, tryNo: z.int().min(2).max(20) }),
    output: z.object({ tryNo: z.int() }),
    access: ['student', 'examUser'],
    errors: ['notFound', 'refused'],
    changes: true,
  },
  myScore: {
    summary: 'My points of a homework that is finished, or of a mock test that I handed in; with right answers where its rule says so',
    input: z.object({ planId: id }),
    output: z.object({
      planId: id,
      kind: taskKind,
      name: z.string(),
      tryNo: z.int(),
      points: z.number().nullable(),
      /** Before a part was taken off for being late. */
      fullPoints: z.number().nullable(),
      totalPoints: z.number(),
      passPoints: z.number(),
      late: z.boolean(),
      latePercent: z.int(),
      analysisRule: z.enum(analysisRules),
      /** Right answers and analyses stand with the items. */
      hasAnalysis: z.boolean(),
      /** From when on they do, where that is known. */
      analysisFromMs: epochMs.nullable(),
      past: z.array(z.object({ tryNo: z.int(), points: z.number().nullable() })),
      items: z.array(workItem.omit({ autoPoints: true }).extend(keyed)),
    }),
    access: ['student', 'examUser'],
    errors: ['notFound', 'refused'],
    changes: false,
  },
});
