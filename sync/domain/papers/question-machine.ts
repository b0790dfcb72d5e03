import { type QuestionEvent, questionEvents, questionStatus, type QuestionStatusCode } from '../../contract/codes.ts';
import type { Role } from '../../contract/roles.ts';
import type { Transition } from '../transition.ts';

const { draft, inReview, inUse, retired } = questionStatus;
const authors = ['teacher', 'school', 'question', 'admin'] as const;
/** Roles that are responsible for a question bank. They may approve questions that they wrote themselves. */
const heads = ['school', 'admin'] as const satisfies readonly Role[];

/**
 * Transitions of a question. Another rule decides which bank a role may edit. `decideQuestionStep` adds that other roles may `approve` and
 * `return` only questions of another author.
 */
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
 * Returns the status of a question after its author has submitted it, typed or in a file. It is in use at once if the author may approve their
 * own questions; otherwise another person reviews it.
 */
export const getSubmittedStatus = (roles: readonly Role[]): typeof inReview | typeof inUse =>
  roles.some((role) => (heads as readonly Role[]).includes(role)) ? inUse : inReview;

export interface Reviewer {
  readonly roles: readonly Role[];
  /** True if this person wrote the current text of the question. */
  readonly isAuthor: boolean;
}

/**
 * Returns the status after a step, or why the step is refused. `status`: the status allows no such step. `role`: the person's roles do not allow it.
 * `own`: another person must review the question. `others`: only the author may take this step.
 */
export function decideQuestionStep(
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

/** Lists the steps that this person may take; the page shows a button for each. */
export const listQuestionSteps = (from: QuestionStatusCode, who: Reviewer): QuestionEvent[] =>
  questionEvents.filter((on) => typeof decideQuestionStep(from, on, who) === 'number');
