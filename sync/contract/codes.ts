/** Enumerations with the specification's own codes (section 4). Tables: the index or key is the code on the wire. */

export const examUserStatus = {
  cheating: -3,
  absent: -2,
  awaiting: -1,
  inExam: 0,
  handedIn: 1,
  beingMarked: 2,
  finished: 3,
} as const;
export type ExamUserStatusCode = (typeof examUserStatus)[keyof typeof examUserStatus];

/** How the record system names how somebody sat an exam. */
export const recordStatus = { normal: 0, cheating: 1, absent: 2 } as const;
export type RecordStatusCode = (typeof recordStatus)[keyof typeof recordStatus];

/** Derived from time once a plan is enabled; see product.md for the limits of each. */
export const examStatus = {
  notEnabled: 0,
  enabled: 1,
  upcoming: 2,
  started: 3,
  entryForbidden: 4,
  handInAllowed: 5,
  ended: 6,
} as const;
export type ExamStatusCode = (typeof examStatus)[keyof typeof examStatus];

/** When an exam's scores are told: when staff say so, or by themselves once everybody's time is over and everything has arrived. */
export const releaseRules = ['byHand', 'whenOver'] as const;
export type ReleaseRule = (typeof releaseRules)[number];

/** Why the release of a plan's scores waits for an examinee (SY23). */
export const releaseWaits = [
  /** Their time is not over, extensions included: nothing can be done but wait. */
  'time',
  /** They wrote something, and it has not arrived whole: a hand-in with ops missing, or none. */
  'delivery',
  /** They took a seat, and nothing ever came from it: absent, or a PC that has not delivered. */
  'nothingCame',
  /** What they wrote or performed is not marked yet. */
  'marking',
] as const;
export type ReleaseWait = (typeof releaseWaits)[number];

/** How a person decides on the versions of an answer: together where nothing contradicts, else one by one. */
export const answerGroups = ['agreeing', 'contradicting'] as const;
export type AnswerGroup = (typeof answerGroups)[number];

export const paperStatus = { notCreated: 0, created: 1, assembled: 2, organised: 3 } as const;
export type PaperStatusCode = (typeof paperStatus)[keyof typeof paperStatus];

/** How the player shows a paper: one question a page, one section a page, or the whole paper on one page. */
export const paperLayouts = ['one', 'section', 'paper'] as const;
export type PaperLayout = (typeof paperLayouts)[number];

/** Of a whole paper: which questions a random draw takes. Its codes are those of the questions' difficulty, with one for all of them. */
export const paperDifficulty = { all: 0, easy: 1, medium: 2, hard: 3 } as const;
export type PaperDifficultyCode = (typeof paperDifficulty)[keyof typeof paperDifficulty];

/** What a paper is for. */
export const paperKinds = ['exam', 'test', 'homework', 'exercise'] as const;
export type PaperKind = (typeof paperKinds)[number];
/** Of an attempt: what its paper is for. `attempt-kinds.ts` says what follows from it. */
export type AttemptKind = PaperKind;
/** Each has a tree of categories of its own; exercises stand among the tests. */
export const paperShelves = ['exam', 'test', 'homework'] as const satisfies readonly PaperKind[];
export type PaperShelf = (typeof paperShelves)[number];
export const shelfOf = (kind: PaperKind): PaperShelf => (kind === 'exercise' ? 'test' : kind);
/** Parallel papers of one draft, as many as it has. */
export const variantNames = ['A', 'B', 'C', 'D'] as const;
export type VariantName = (typeof variantNames)[number];

/** Of a homework, as its student is shown it (specification, section 4). */
export const homeworkStatus = { notDone: 0, done: 1, returned: 2, awaitingMarking: 3, finished: 4 } as const;
export type HomeworkStatusCode = (typeof homeworkStatus)[keyof typeof homeworkStatus];

/** What becomes of work that is handed in after it was due. */
export const lateRules = [
  /** It is not: the time ends when it is due. */
  'refused',
  /** Taken for a while longer, and marked as late. */
  'marked',
  /** Likewise, and only a part of its points counts. */
  'shareOff',
] as const;
export type LateRule = (typeof lateRules)[number];

/** When right answers and analyses are told to whoever did the work. */
export const analysisRules = [
  'never',
  /** With the answer. */
  'atOnce',
  /** Once everything they handed in is here: what comes later does not count by itself. */
  'afterHandIn',
  /** Once the teacher has finished marking it. */
  'afterFinish',
  /** Once nobody can hand in any more. */
  'afterWindow',
] as const;
export type AnalysisRule = (typeof analysisRules)[number];

export const userStatus = { disabled: 0, enabled: 1, applying: 2 } as const;
export type UserStatusCode = (typeof userStatus)[keyof typeof userStatus];

export const schoolStatus = { disabled: 0, enabled: 1 } as const;

/** What became of long work that the server does in the background. `broken`: cut off by a restart and not begun again. */
export const jobState = { waiting: 0, running: 1, done: 2, failed: 3, broken: 4, cancelled: 5 } as const;
export type JobStateCode = (typeof jobState)[keyof typeof jobState];

/** Section types; a question stores this code too (question types proper are only the first four). */
export const sectionType = {
  unlimited: 0,
  single: 1,
  multiple: 2,
  judgement: 3,
  fillIn: 4,
  questionAnswer: 5,
  practical: 6,
  thesisDefence: 7,
  comprehensiveReview: 8,
} as const;
export type SectionTypeCode = (typeof sectionType)[keyof typeof sectionType];

/** Question difficulty and uniformity. */
export const difficulty = { easy: 1, medium: 2, hard: 3 } as const;
export type DifficultyCode = (typeof difficulty)[keyof typeof difficulty];

/** Of a question. Only one in use is drawn for a paper. */
export const questionStatus = { draft: 0, inReview: 1, inUse: 2, retired: 3 } as const;
export type QuestionStatusCode = (typeof questionStatus)[keyof typeof questionStatus];

/** The steps of a question's review. */
export const questionEvents = [
  /** Handed in for review. */
  'submit',
  /** Taken back by whoever handed it in. */
  'withdraw',
  /** Sent back with a reason. */
  'return',
  'approve',
  /** Not drawn any more; papers that have it keep it. */
  'retire',
  'revive',
] as const;
export type QuestionEvent = (typeof questionEvents)[number];

/** Whose the questions are: kept for all schools by types 10 and 1, or the school's own. */
export const questionBanks = ['school', 'certified'] as const;
export type QuestionBank = (typeof questionBanks)[number];

/** Profession levels 1–5: senior technician, technician, senior, intermediate, junior worker. */
export const professionLevels = [1, 2, 3, 4, 5] as const;
export type ProfessionLevel = (typeof professionLevels)[number];

/** The areas of a school's work whose forms offer professions to choose from (spec section 2, `/teacher/{kind}`). */
export const profAreas = ['declaration', 'course', 'info', 'test', 'exam', 'homework'] as const;
export type ProfArea = (typeof profAreas)[number];

/** Of a detail table (鉴定要素细目表). A frozen one is in use. */
export const detailTableStatus = { draft: 0, published: 1, frozen: 2 } as const;
export type DetailTableStatusCode = (typeof detailTableStatus)[keyof typeof detailTableStatus];

/** Of a point of a detail table: core, general, auxiliary. */
export const importances = ['X', 'Y', 'Z'] as const;
export type Importance = (typeof importances)[number];

export const loginType = { password: 1, ticket: 2 } as const;

export const sex = { unknown: 0, male: 1, female: 2 } as const;

/** Of an enrolment (spec section 4). Withdrawn by its applicant: a code of ours, below the others. */
export const enrolmentStatus = { withdrawn: -1, underReview: 0, approved: 1, returned: 2 } as const;
export type EnrolmentStatusCode = (typeof enrolmentStatus)[keyof typeof enrolmentStatus];

/** Of a declaration (spec section 4): not begun, begun and kept, returned, declaring, approved. */
export const declarationStatus = { unfiled: 0, filled: 1, returned: 2, declaring: 3, approved: 4 } as const;
export type DeclarationStatusCode = (typeof declarationStatus)[keyof typeof declarationStatus];

/** What happens to a form somebody fills: of an enrolment and of a declaration alike. */
export const filingEvents = ['save', 'submit', 'approve', 'return', 'withdraw'] as const;
export type FilingEvent = (typeof filingEvents)[number];

/** Of an enrolment batch or a declaration project. Whether one may apply now, its window says besides. */
export const offerStatus = { draft: 0, open: 1, closed: 2 } as const;
export type OfferStatusCode = (typeof offerStatus)[keyof typeof offerStatus];

/** Parts of an examination. */
export const examParts = ['theory', 'practical', 'review'] as const;
