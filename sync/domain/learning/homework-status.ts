import { homeworkStatus, type HomeworkStatusCode } from '../../contract/codes.ts';

/** Facts that decide the status of a homework. */
export interface HomeworkFacts {
  /** True if the learner has answered anything. */
  readonly begun: boolean;
  /** True if the learner has handed in, or the time is over and the received answers count. */
  readonly handedIn: boolean;
  /** True if a teacher returned the homework at least once. */
  readonly returned: boolean;
  /** True if a teacher has finished marking. */
  readonly finished: boolean;
}

/** The specification's five statuses of a homework; the first row whose facts match applies. */
export const homeworkStatusRows: readonly { readonly when: Partial<HomeworkFacts>; readonly shows: HomeworkStatusCode }[] = [
  { when: { finished: true }, shows: homeworkStatus.finished },
  { when: { handedIn: true }, shows: homeworkStatus.awaitingMarking },
  { when: { returned: true }, shows: homeworkStatus.returned },
  { when: { begun: true }, shows: homeworkStatus.done },
  { when: {}, shows: homeworkStatus.notDone },
];

export function deriveHomeworkStatus(facts: HomeworkFacts): HomeworkStatusCode {
  const fits = (when: Partial<HomeworkFacts>): boolean =>
    (Object.keys(when) as (keyof HomeworkFacts)[]).every((fact) => when[fact] === facts[fact]);
  return homeworkStatusRows.find((row) => fits(row.when))?.shows ?? homeworkStatus.notDone;
}

/** Computes the points that count for late work, in hundredths of a point, rounded down. */
export const computeLateShare = (cent: number, percent: number): number => Math.floor((cent * percent) / 100);
