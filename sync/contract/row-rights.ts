import type { UserType } from './roles.ts';

/**
 * Who of a school may do what with a thing that belongs to somebody: the second table beside the roles. A role opens a call, this table
 * the rows it may name. The mount refuses by it (`CallSpec.rows`), lists show by it, pages offer their buttons by it.
 */

/** How a caller of the thing's own school stands to it; the first that fits. */
export const relations = ['schoolAdmin', 'leader', 'maker', 'coWorker', 'planKeeper', 'enrolAdmin', 'otherTeacher'] as const;
export type Relation = (typeof relations)[number];

export const rowActs = [
  /** Find it in a list and look at it. */
  'read',
  /** See right answers and analyses. */
  'keys',
  'change',
  /** Category, tags, difficulty, point: where it stands, not what it says. */
  'file',
  /** Of a question under review: pass it or send it back. */
  'review',
  /** Arrange an exam with it. */
  'use',
  'publish',
  /** Put approved applicants into it; of a plan. */
  'enlist',
  'remove',
  /** Name co-workers. */
  'share',
] as const;
export type RowAct = (typeof rowActs)[number];

/** Things that belong to somebody. A school's questions are no draft any more once somebody handed them in. */
export const rowThings = ['paper', 'plan', 'draftQuestion', 'reviewedQuestion', 'bankQuestion'] as const;
export type RowThing = (typeof rowThings)[number];

/** A plan's keeper is its maker or a co-worker there: who was given a plan sees the paper that is sat in it. */
export const rowRights: Readonly<Record<RowThing, Readonly<Record<Relation, readonly RowAct[]>>>> = {
  paper: {
    schoolAdmin: ['read', 'keys', 'change', 'file', 'use', 'remove', 'share'],
    leader: ['read', 'keys'],
    maker: ['read', 'keys', 'change', 'file', 'use', 'remove', 'share'],
    coWorker: ['read', 'keys', 'change', 'file', 'use'],
    planKeeper: ['read', 'keys', 'use'],
    enrolAdmin: [],
    otherTeacher: [],
  },
  plan: {
    schoolAdmin: ['read', 'keys', 'change', 'publish', 'enlist', 'remove', 'share'],
    leader: ['read', 'keys'],
    maker: ['read', 'keys', 'change', 'publish', 'enlist', 'remove', 'share'],
    coWorker: ['read', 'keys', 'change', 'publish', 'enlist'],
    planKeeper: [],
    // Sees names and starts of plans alone (`/enroll/getPlans`), never a paper.
    enrolAdmin: ['enlist'],
    otherTeacher: [],
  },
  draftQuestion: {
    schoolAdmin: ['read', 'keys', 'change', 'file', 'review', 'remove'],
    leader: ['read', 'keys'],
    maker: ['read', 'keys', 'change', 'file', 'review', 'remove'],
    coWorker: [],
    planKeeper: [],
    enrolAdmin: [],
    otherTeacher: [],
  },
  // Four eyes: whoever passes a colleague's question sees it whole.
  reviewedQuestion: {
    schoolAdmin: ['read', 'keys', 'change', 'file', 'review', 'remove'],
    leader: ['read', 'keys'],
    maker: ['read', 'keys', 'change', 'file', 'review', 'remove'],
    coWorker: [],
    planKeeper: [],
    enrolAdmin: [],
    otherTeacher: ['read', 'keys', 'file', 'review'],
  },
  // The bank is read, and kept in order, by all its teachers; its words and keys are its makers'.
  bankQuestion: {
    schoolAdmin: ['read', 'keys', 'change', 'file', 'review', 'use', 'remove'],
    leader: ['read', 'keys', 'use'],
    maker: ['read', 'keys', 'change', 'file', 'review', 'use', 'remove'],
    coWorker: [],
    planKeeper: [],
    enrolAdmin: [],
    otherTeacher: ['read', 'keys', 'file', 'use'],
  },
};

export const mayRow = (thing: RowThing, relation: Relation, act: RowAct): boolean => rowRights[thing][relation].includes(act);

/** What decides how a caller stands to a row. */
export interface RowBonds {
  readonly isMaker: boolean;
  readonly isCoWorker: boolean;
  readonly keepsPlan: boolean;
}

export function relationOf(userType: UserType, { isMaker, isCoWorker, keepsPlan }: RowBonds): Relation {
  if (userType === 2) return 'schoolAdmin';
  if (userType === 3) return 'leader';
  if (userType === 11) return 'enrolAdmin';
  if (isMaker) return 'maker';
  if (isCoWorker) return 'coWorker';
  return keepsPlan ? 'planKeeper' : 'otherTeacher';
}

/** Which rows of its input a call is about, and what it does with them. */
export interface RowClaim {
  readonly of: 'paper' | 'plan' | 'question';
  readonly act: RowAct;
  /** Where the ids stand, step by step; `*` is every entry of a list: "items.*.id". */
  readonly at: string;
}
