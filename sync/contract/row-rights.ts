import type { UserType } from './roles.ts';

// Rights of a school's users on rows that have an owner. The caller's role allows a call, and this table the rows that the call may name. The
// HTTP mount enforces the table (`CallSpec.rows`), lists are filtered by it, and pages show the matching buttons.

/** Relations that a caller can have to a row of their own school. The first one that applies decides. */
export const rowRelations = ['schoolAdmin', 'leader', 'maker', 'coWorker', 'planMaintainer', 'enrolAdmin', 'otherTeacher'] as const;
export type RowRelation = (typeof rowRelations)[number];

export const rowActions = [
  /** Find the row in lists and view it. */
  'read',
  /** See right answers and analyses. */
  'keys',
  'change',
  /** Change the category, tags, difficulty or point of a question or paper, but not its content. */
  'file',
  /** Approve or return a question under review. */
  'review',
  /** Arrange an exam, homework or mock test with the paper. */
  'use',
  'publish',
  /** Add approved applicants to a plan. */
  'enlist',
  'remove',
  /** Name co-workers of a paper or plan. */
  'share',
] as const;
export type RowAction = (typeof rowActions)[number];

/** Kinds of rows with an owner. A school's question stops being a draft once it is submitted. */
export const ownedRowKinds = ['paper', 'plan', 'draftQuestion', 'reviewedQuestion', 'bankQuestion'] as const;
export type OwnedRowKind = (typeof ownedRowKinds)[number];

/** A planMaintainer is the owner or a co-worker of a plan. They see the paper of that plan. */
export const rowRightsTable: Readonly<Record<OwnedRowKind, Readonly<Record<RowRelation, readonly RowAction[]>>>> = {
  paper: {
    schoolAdmin: ['read', 'keys', 'change', 'file', 'use', 'remove', 'share'],
    leader: ['read', 'keys'],
    maker: ['read', 'keys', 'change', 'file', 'use', 'remove', 'share'],
    coWorker: ['read', 'keys', 'change', 'file', 'use'],
    planMaintainer: ['read', 'keys', 'use'],
    enrolAdmin: [],
    otherTeacher: [],
  },
  plan: {
    schoolAdmin: ['read', 'keys', 'change', 'publish', 'enlist', 'remove', 'share'],
    leader: ['read', 'keys'],
    maker: ['read', 'keys', 'change', 'publish', 'enlist', 'remove', 'share'],
    coWorker: ['read', 'keys', 'change', 'publish', 'enlist'],
    planMaintainer: [],
    // The enrolment administrator sees only names and start times of plans (`/enroll/getPlans`), never a paper.
    enrolAdmin: ['enlist'],
    otherTeacher: [],
  },
  draftQuestion: {
    schoolAdmin: ['read', 'keys', 'change', 'file', 'review', 'remove'],
    leader: ['read', 'keys'],
    maker: ['read', 'keys', 'change', 'file', 'review', 'remove'],
    coWorker: [],
    planMaintainer: [],
    enrolAdmin: [],
    otherTeacher: [],
  },
  // Four-eyes principle: a teacher who approves a colleague's question sees the whole question.
  reviewedQuestion: {
    schoolAdmin: ['read', 'keys', 'change', 'file', 'review', 'remove'],
    leader: ['read', 'keys'],
    maker: ['read', 'keys', 'change', 'file', 'review', 'remove'],
    coWorker: [],
    planMaintainer: [],
    enrolAdmin: [],
    otherTeacher: ['read', 'keys', 'file', 'review'],
  },
  // All teachers read and classify the questions of the bank; only their owners change content and keys.
  bankQuestion: {
    schoolAdmin: ['read', 'keys', 'change', 'file', 'review', 'use', 'remove'],
    leader: ['read', 'keys', 'use'],
    maker: ['read', 'keys', 'change', 'file', 'review', 'use', 'remove'],
    coWorker: [],
    planMaintainer: [],
    enrolAdmin: [],
    otherTeacher: ['read', 'keys', 'file', 'use'],
  },
};

/** Tells whether the table allows an action to a caller with this relation. */
export const hasRowRight = (resource: OwnedRowKind, relation: RowRelation, act: RowAction): boolean =>
  rowRightsTable[resource][relation].includes(act);

/** Facts that decide a caller's relation to a row. */
export interface RowOwnership {
  readonly isMaker: boolean;
  readonly isCoWorker: boolean;
  readonly keepsPlan: boolean;
}

/** Returns the relation of a caller to a row of their own school. */
export function getRowRelation(userType: UserType, { isMaker, isCoWorker, keepsPlan }: RowOwnership): RowRelation {
  if (userType === 2) return 'schoolAdmin';
  if (userType === 3) return 'leader';
  if (userType === 11) return 'enrolAdmin';
  if (isMaker) return 'maker';
  if (isCoWorker) return 'coWorker';
  return keepsPlan ? 'planMaintainer' : 'otherTeacher';
}

/** The rows that a call names in its input, and its action on them. */
export interface RowAccess {
  readonly of: 'paper' | 'plan' | 'question';
  readonly act: RowAction;
  /** Path to the ids in the input; `*` stands for every entry of a list: "items.*.id". */
  readonly at: string;
}
