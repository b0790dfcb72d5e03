import { z } from 'zod';
import { attachmentView } from '../exams/answer-file.ts';
import { defineCalls } from '../call.ts';
import { analysisRules, homeworkStatus, lateRules, sectionType } from '../codes.ts';
import { answerKey } from '../bank/question-body.ts';
import { answerChoice, attemptEvidence } from '../exams/exam-evidence.ts';
import { pictureMarks } from '../marking/picture-mark.ts';
import { textNotes } from '../marking/text-note.ts';
import {
  chosenTimeMs,
  durationMs,
  epochMs,
  id,
  uniqueIdList,
  keyword,
  listInput,
  listOutput,
  nameText,
  richText,
  shortText,
  version,
} from '../scalars.ts';

/** Assignments: homework and mock tests that a teacher sets for classes or persons. */
const taskKind = z.enum(['homework', 'test']);

const windowMs = 366 * 86_400_000;
const rules = {
  name: shortText,
  dueMs: chosenTimeMs,
  lateRule: z.enum(lateRules),
  /** Time after the due date in which late work is accepted; 0 if none is. */
  lateMs: durationMs.max(windowMs),
  latePercent: z.int().min(0).max(100).default(100),
  analysisRule: z.enum(analysisRules),
  notice: z.string().max(4000),
};
/** Homework in words, without a paper: what to do, its points, and the maximum number of photos and documents to attach. */
const taskWords = z.object({
  html: richText(60_000).min(1),
  points: z.number().min(0.5).max(1000).multipleOf(0.5),
  files: z.int().min(0).max(9),
});
export type AssignmentText = z.output<typeof taskWords>;

const taskDraft = z.object({
  ...rules,
  /** Paper of the same kind (homework or mock test) as the assignment; null for homework that is set in words, without a paper. */
  paperId: id.nullable(),
  words: taskWords.nullable().default(null),
  startMs: chosenTimeMs,
  tries: z.int().min(1).max(20).default(1),
  /** Time limit of a mock test in minutes, from the moment the student opens it; null to use the minutes of its paper. */
  minutes: z.int().min(1).max(720).nullable().default(null),
  classIds: uniqueIdList(200),
  userIds: uniqueIdList(2000),
});

/** Data of the refusal to set a paper that contains questions of an exam whose scores are not released. */
export const heldQuestionsRefusal = z.object({
  paperId: id,
  /** Number of the paper's questions that are in an exam with unreleased scores; `items` may list fewer. */
  count: z.int(),
  items: z.array(
    z.object({
      questionId: id,
      variant: z.string(),
      /** Number of the question in its variant of the paper. */
      number: z.int(),
      /** Beginning of the stem, without markup. */
      stem: z.string(),
      /** Names of the exams with this question; only exams that the caller may read. */
      exams: z.array(z.string()),
    }),
  ),
});
export type HeldQuestionsRefusal = z.output<typeof heldQuestionsRefusal>;

const taskSummary = z.object({
  id,
  version,
  kind: taskKind,
  name: z.string(),
  /** False for homework in words, without a paper. */
  isPaper: z.boolean(),
  paperId: id.nullable(),
  paperName: z.string(),
  startMs: epochMs,
  dueMs: epochMs,
  /** Time from which no answers are accepted. */
  closeMs: epochMs,
  lateRule: z.enum(lateRules),
  latePercent: z.int(),
  analysisRule: z.enum(analysisRules),
  minutes: z.int().nullable(),
  tries: z.int(),
  total: z.int(),
  /** Number of students by status; together all students. */
  counts: z.object({ notDone: z.int(), done: z.int(), returned: z.int(), awaitingMarking: z.int(), finished: z.int() }),
  late: z.int(),
  /** Set if the assignment was withdrawn. Students need not hand it in; existing answers stay. */
  withdrawn: z.object({ ms: epochMs, reason: z.string() }).nullable(),
  updatedMs: epochMs,
});
export type AssignmentSummary = z.output<typeof taskSummary>;

const status = z.literal(Object.values(homeworkStatus));
const taskStudent = z.object({
  userId: id,
  name: z.string(),
  className: z.string(),
  status,
  /** Time at which the student opened the assignment; null if not yet. */
  enteredMs: epochMs.nullable(),
  answered: z.int(),
  handedInMs: epochMs.nullable(),
  late: z.boolean(),
  /** Number of answers that arrived after the assignment had closed. They do not count by themselves. */
  afterClose: z.int(),
  /** Number of answers that wait for a decision: written on the older of two devices, or after the hand-in. */
  waiting: z.int(),
  returns: z.int(),
  tryNo: z.int(),
  /** The student's present points; null if an item is not marked, or nothing was handed in. */
  points: z.number().nullable(),
  finishedMs: epochMs.nullable(),
  remindedMs: epochMs.nullable(),
});
export type AssignmentStudent = z.output<typeof taskStudent>;

const questionFields = {
  section: z.string(),
  type: z.literal(Object.values(sectionType)),
  stem: z.string(),
  options: z.array(z.object({ id: z.string(), html: z.string() })),
  max: z.number(),
};
const answerFields = {
  answer: z.array(z.string()),
  files: z.array(attachmentView.extend({ itemId: z.string() })),
  /** Points marked automatically; null if a person has to mark. */
  autoPoints: z.number().nullable(),
  /** Points given by the teacher; null: the automatic points count. */
  points: z.number().nullable(),
  comment: z.string(),
  /** The teacher's remarks on photos, as long as the photos are unchanged. */
  pictures: pictureMarks,
  /** The teacher's notes on the written text, as long as the text is unchanged. */
  notes: textNotes,
  right: z.boolean().nullable(),
};
const workItem = z.object({ itemId: z.string(), ...questionFields, ...answerFields });
/** Id of the question in the bank; 0 for homework that is set in words, without a paper. */
const questionName = z.int().min(0);
const keyFields = { key: answerKey.nullable(), analysis: z.string() };
/** Version of the answers that the teacher saw; sent back with a mark or decision. */
const answersVersion = z.int().min(0);

const staff = ['school', 'teacher'] as const;
const reason = nameText.min(1).max(400);
const work = z.object({ planId: id, userId: id });

export const assignmentCalls = defineCalls('task', {
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
      /** True if the work can be marked: the hand-in has arrived completely, or the time is over. */
      markable: z.boolean(),
      returnReason: z.string(),
      totalPoints: z.number(),
      items: z.array(workItem.extend(keyFields)),
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
      /** Items that the teacher marked; other items keep their marks. Empty: only checks whether the answers have changed. */
      items: z
        .array(
          z.object({
            itemId: z.string().max(4),
            points: z.number().min(0).max(1000).multipleOf(0.01).nullable(),
            comment: z.string().trim().max(2000),
            /** `pictures` and `notes` replace all remarks and notes on the answer; if absent, the stored ones stay. */
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
      /** Id of a question in `questions`; null for the first question with an answer to mark. */
      questionId: questionName.nullable().default(null),
    }),
    output: z.object({
      planId: id,
      name: z.string(),
      kind: taskKind,
      questions: z.array(
        z.object({
          questionId: questionName,
          /** Number of the question in the first variant of the paper that contains it. */
          itemId: z.string(),
          section: z.string(),
          max: z.number(),
          /** Number of answers to the question that are not marked. */
          waiting: z.int(),
          answers: z.int(),
        }),
      ),
      question: z.object({ questionId: questionName, ...questionFields, ...keyFields }).nullable(),
      answers: z.array(
        z.object({
          userId: id,
          student: z.string(),
          className: z.string(),
          itemId: z.string(),
          late: z.boolean(),
          answersVersion,
          /** True if the points are shown to the student; the mark can no longer change. */
          finished: z.boolean(),
          ...answerFields,
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
      /** First a row with an empty name for all students, then a row for each class. */
      classes: z.array(
        z.object({
          name: z.string(),
          students: z.int(),
          handedIn: z.int(),
          late: z.int(),
          finished: z.int(),
          /** Number of students whose points are final. */
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
          /** Figures of this item for each row of `classes`, in the same order. */
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
    input: work.extend({ answersVersion, reason, untilMs: chosenTimeMs }),
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
      userIds: uniqueIdList(2000).min(1),
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
    input: z.object({ planId: id, userIds: uniqueIdList(2000).min(1) }),
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
          /** Percentage of the points in finished assignments; null if none is finished. */
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
      /** Points before the deduction for being late. */
      fullPoints: z.number().nullable(),
      totalPoints: z.number(),
      passPoints: z.number(),
      late: z.boolean(),
      latePercent: z.int(),
      analysisRule: z.enum(analysisRules),
      /** True if the items contain right answers and analyses. */
      hasAnalysis: z.boolean(),
      /** Time from which the items will contain right answers and analyses; null if that is not known. */
      analysisFromMs: epochMs.nullable(),
      past: z.array(z.object({ tryNo: z.int(), points: z.number().nullable() })),
      items: z.array(workItem.omit({ autoPoints: true }).extend(keyFields)),
    }),
    access: ['student', 'examUser'],
    errors: ['notFound', 'refused'],
    changes: false,
  },
});
