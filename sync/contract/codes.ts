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

export const paperStatus = { notCreated: 0, created: 1, assembled: 2, organised: 3 } as const;
export type PaperStatusCode = (typeof paperStatus)[keyof typeof paperStatus];

export const userStatus = { disabled: 0, enabled: 1, applying: 2 } as const;
/** @public */
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
