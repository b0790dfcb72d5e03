import { type QuestionEvent, questionEvents, questionStatus, type QuestionStatusCode } from '../contract/codes.ts';
import type { Role } from '../contract/roles.ts';
import { nextStatus, type Transition } from './transition.ts';

const { draft, inReview, inUse, retired } = questionStatus;
const authors = ['teacher', 'school', 'question', 'admin'] as const;
/** Those who answer for a bank; they may pass their own work. */
const heads = ['school', 'admin'] as const satisfies readonly Role[];

/** Which bank a role works on is asked elsewhere. `approve` and `return` by others than the heads take somebody else's work: see `mayStep`. */
export const questionMachine: readonly Transition<QuestionStatusCode, QuestionEvent>[] = [
  { from: draft, on: 'submit', to: inReview, by: authors },
  { from: draft, on: 'approve', to: inUse, by: heads },
  { from: inReview, on: 'withdraw', to: draft, by: authors },
  { from: inReview, on: 'return', to: draft, by: authors },
  { from: inReview, on: 'approve', to: inUse, by: authors },
  { from: inUse, on: 'retire', to: retired, by: authors },
  { from: retired, on: 'revive', to: inUse, by: authors },
];

/**
 * What a question becomes that its writer hands in, typed or in a file: one of somebody who may pass their own work is in use, any other waits
 * for somebody else.
 */
export const handedIn = (roles: readonly Role[]): typeof inReview | typeof inUse =>
  roles.some((role) => (heads as readonly Role[]).includes(role)) ? inUse : inReview;

export const nextQuestionStatus = (from: QuestionStatusCode, on: QuestionEvent): QuestionStatusCode | undefined =>
  nextStatus(questionMachine, from, on);

export interface Reviewer {
  readonly roles: readonly Role[];
  /** They wrote the words that stand there now. */
  readonly isAuthor: boolean;
}

/**
 * The status after a step, or why there is none: no row for it, none for these roles, or four eyes are asked for and there are two.
 */
export function stepOf(
  from: QuestionStatusCode,
  on: QuestionEvent,
  who: Reviewer,
): QuestionStatusCode | 'status' | 'role' | 'own' | 'others' {
  const row = questionMachine.find((each) => each.from === from && each.on === on);
  if (row === undefined) return 'status';
  if (!who.roles.some((role) => row.by.includes(role))) return 'role';
  const isHead = who.roles.some((role) => (heads as readonly Role[]).includes(role));
  if ((on === 'approve' || on === 'return') && who.isAuthor && !isHead) return 'own';
  if (on === 'withdraw' && !who.isAuthor && !isHead) return 'others';
  return row.to;
}

/** What they may do with a question as it stands: the buttons. */
export const stepsFrom = (from: QuestionStatusCode, who: Reviewer): QuestionEvent[] =>
  questionEvents.filter((on) => typeof stepOf(from, on, who) === 'number');
