// Enumerations with the codes of the specification (section 4). The value is the code on the wire.

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

/** How exam records classify an examinee ("record-system exam-user status" of the specification, section 4). */
export const recordStatus = { normal: 0, cheating: 1, absent: 2 } as const;
export type RecordStatusCode = (typeof recordStatus)[keyof typeof recordStatus];

/** Status of an exam plan. After the plan is enabled, it follows from the current time; docs/statuses.md shows when each status begins. */
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

/** When the scores of an exam are released: by staff, or automatically once all time is over and all answers have arrived. */
export const releaseRules = ['byHand', 'whenOver'] as const;
export type ReleaseRule = (typeof releaseRules)[number];

/** Reasons why an examinee blocks the release of scores (SY23). */
export const releaseBlockers = [
  /** The examinee's time, with extensions, is not over. Staff can only wait. */
  'time',
  /** Only some of the examinee's ops arrived: ops that the hand-in lists are missing, or there is no hand-in. */
  'delivery',
  /** The examinee took a seat, but no op ever arrived: the examinee is absent, or a PC has not delivered. */
  'nothingCame',
  /** Some of the examinee's answers or performed tasks are not marked yet. */
  'marking',
] as const;
export type ReleaseBlocker = (typeof releaseBlockers)[number];

/**
 * Groups of answers that wait for a staff decision: whether the versions of an answer and the evidence about them agree. Staff confirm all
 * `agreeing` answers together and decide `contradicting` ones one by one.
 */
export const answerGroups = ['agreeing', 'contradicting'] as const;
export type AnswerGroup = (typeof answerGroups)[number];

export const paperStatus = { notCreated: 0, created: 1, assembled: 2, organised: 3 } as const;
export type PaperStatusCode = (typeof paperStatus)[keyof typeof paperStatus];

/** How the player shows a paper: one question a page, one section a page, or the whole paper on one page. */
export const paperLayouts = ['one', 'section', 'paper'] as const;
export type PaperLayout = (typeof paperLayouts)[number];

/** Difficulty of the questions that a random draw takes for a whole paper. Codes as in `difficulty`, and 0 for any difficulty. */
export const paperDifficulty = { all: 0, easy: 1, medium: 2, hard: 3 } as const;
export type PaperDifficultyCode = (typeof paperDifficulty)[keyof typeof paperDifficulty];

/** Purpose of a paper. */
export const paperKinds = ['exam', 'test', 'homework', 'exercise'] as const;
export type PaperKind = (typeof paperKinds)[number];
/** Kind of an attempt: the purpose of its paper. `attempt-kinds.ts` holds the rules of each kind. */
export type AttemptKind = PaperKind;
/** Kinds of paper with a category tree of their own; exercises use the tree of mock tests. */
export const paperCategoryTrees = ['exam', 'test', 'homework'] as const satisfies readonly PaperKind[];
export type PaperCategoryTree = (typeof paperCategoryTrees)[number];
/** Returns the category tree that contains papers of a kind. */
export const getPaperCategoryTree = (kind: PaperKind): PaperCategoryTree => (kind === 'exercise' ? 'test' : kind);
/** Names of a paper's variants (parallel papers with different questions), in order. */
export const variantNames = ['A', 'B', 'C', 'D'] as const;
export type VariantName = (typeof variantNames)[number];

/** Status of a homework as its student sees it (specification, section 4). */
export const homeworkStatus = { notDone: 0, done: 1, returned: 2, awaitingMarking: 3, finished: 4 } as const;
export type HomeworkStatusCode = (typeof homeworkStatus)[keyof typeof homeworkStatus];

/** Rule for homework that is handed in after it was due. */
export const lateRules = [
  /** Late homework is not accepted: time ends when the homework is due. */
  'refused',
  /** Late homework is accepted for a while longer, and labelled as late. */
  'marked',
  /** Late homework is accepted for a while longer, but only part of its points counts. */
  'shareOff',
] as const;
export type LateRule = (typeof lateRules)[number];

/** When a student sees the right answers of a paper and their analyses (explanations, 解析). */
export const analysisRules = [
  'never',
  /** Shown directly after the student answers a question; only in practice. */
  'atOnce',
  /** Shown when everything that the student handed in has arrived. Ops that arrive later then do not count by themselves. */
  'afterHandIn',
  /** Shown when the teacher has finished marking the student's work. */
  'afterFinish',
  /** Shown when no student can hand in any more. */
  'afterWindow',
] as const;
export type AnalysisRule = (typeof analysisRules)[number];

export const userStatus = { disabled: 0, enabled: 1, applying: 2 } as const;
export type UserStatusCode = (typeof userStatus)[keyof typeof userStatus];

export const schoolStatus = { disabled: 0, enabled: 1 } as const;

/** State of a background job. `broken`: interrupted by a restart and not started again. */
export const jobState = { waiting: 0, running: 1, done: 2, failed: 3, broken: 4, cancelled: 5 } as const;
export type JobStateCode = (typeof jobState)[keyof typeof jobState];

/** State of a webhook's delivery. `waiting`: not sent yet, or sent again later. `failed`: not sent again by itself. */
export const deliveryState = { waiting: 0, delivered: 1, failed: 2 } as const;
export type DeliveryStateCode = (typeof deliveryState)[keyof typeof deliveryState];

/**
 * Section types. A question stores this code too; only 1 to 4 are question types of the specification. 9 and 10 are our own codes, behind the
 * specification's list, which has none for these types.
 */
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
  ordering: 9,
  matching: 10,
} as const;
export type SectionTypeCode = (typeof sectionType)[keyof typeof sectionType];
/** Letters of the options of a question, by position. A question has at most as many options. */
export const optionLetters = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const;
/** Name of a question type in files and in code: every section type except "unlimited". */
export type QuestionTypeName = Exclude<keyof typeof sectionType, 'unlimited'>;
export const questionTypeNames: readonly QuestionTypeName[] = (Object.keys(sectionType) as (keyof typeof sectionType)[]).filter(
  (name) => name !== 'unlimited',
);
/** Returns the name of a question type by its code, if there is one. */
export const getQuestionTypeName = (code: number): QuestionTypeName | undefined =>
  questionTypeNames.find((name) => sectionType[name] === code);
/** Tells whether a text, such as the type in an imported row, is the name of a question type. */
export const isQuestionTypeName = (text: string): text is QuestionTypeName => (questionTypeNames as readonly string[]).includes(text);

/** Difficulty of a question. Its uniformity uses the same codes. */
export const difficulty = { easy: 1, medium: 2, hard: 3 } as const;
export type DifficultyCode = (typeof difficulty)[keyof typeof difficulty];

/** Status of a question. Only questions in use are drawn for papers. */
export const questionStatus = { draft: 0, inReview: 1, inUse: 2, retired: 3 } as const;
export type QuestionStatusCode = (typeof questionStatus)[keyof typeof questionStatus];

/** Events of a question's review. */
export const questionEvents = [
  /** The question is submitted for review. */
  'submit',
  /** The user who submitted the question takes it back. */
  'withdraw',
  /** A reviewer returns the question with a reason. */
  'return',
  'approve',
  /** The question is no longer drawn. Papers that contain it keep it. */
  'retire',
  'revive',
] as const;
export type QuestionEvent = (typeof questionEvents)[number];

/** Owner of a question: one school, or the platform's certified bank for all schools, maintained by user types 10 and 1. */
export const questionBanks = ['school', 'certified'] as const;
export type QuestionBank = (typeof questionBanks)[number];

/** Profession levels 1–5: senior technician, technician, senior, intermediate, junior worker. */
export const professionLevels = [1, 2, 3, 4, 5] as const;
export type ProfessionLevel = (typeof professionLevels)[number];

/**
 * Levels that a certificate may state: the profession levels, and two titles above them that are awarded by review alone and have no question
 * bank, detail table or paper of their own. 6: special-grade technician (特级技师), 7: chief technician (首席技师).
 */
export const certificateLevels = [...professionLevels, 6, 7] as const;
export type CertificateLevel = (typeof certificateLevels)[number];

/** Work areas of a school whose forms offer professions to choose from (specification section 2, `/teacher/{kind}`). */
export const professionAreas = ['declaration', 'course', 'info', 'test', 'exam', 'homework'] as const;
export type ProfessionArea = (typeof professionAreas)[number];

/** Status of a detail table (鉴定要素细目表). A published table is frozen once a question uses it. */
export const detailTableStatus = { draft: 0, published: 1, frozen: 2 } as const;
export type DetailTableStatusCode = (typeof detailTableStatus)[keyof typeof detailTableStatus];

/** Importance of an assessment point in a detail table: X core, Y general, Z auxiliary. */
export const pointImportances = ['X', 'Y', 'Z'] as const;
export type Importance = (typeof pointImportances)[number];

export const loginType = { password: 1, ticket: 2 } as const;

export const sexCodes = { unknown: 0, male: 1, female: 2 } as const;

/** Status of an enrolment (specification section 4). -1 is our own code for one that its applicant withdrew. */
export const enrolmentStatus = { withdrawn: -1, underReview: 0, approved: 1, returned: 2 } as const;
export type EnrolmentStatusCode = (typeof enrolmentStatus)[keyof typeof enrolmentStatus];

/** Status of a declaration (specification section 4): not begun, draft saved, returned, submitted, approved. */
export const declarationStatus = { unfiled: 0, filled: 1, returned: 2, declaring: 3, approved: 4 } as const;
export type DeclarationStatusCode = (typeof declarationStatus)[keyof typeof declarationStatus];

/** Events of an application, whether enrolment or declaration. */
export const applicationEvents = ['save', 'submit', 'approve', 'return', 'withdraw'] as const;
export type ApplicationEvent = (typeof applicationEvents)[number];

/** Status of an enrolment batch or a declaration project. Whether one can apply now depends on its dates too. */
export const offerStatus = { draft: 0, open: 1, closed: 2 } as const;
export type OfferStatusCode = (typeof offerStatus)[keyof typeof offerStatus];

/** Parts of a certification exam. */
export const examPartCodes = ['theory', 'practical', 'review'] as const;
