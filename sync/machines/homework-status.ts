import { homeworkStatus, type HomeworkStatusCode } from '../contract/codes.ts';

export interface HomeworkFacts {
  /** Anything of theirs was answered. */
  readonly begun: boolean;
  /** A hand-in stands, or the time is over and what arrived counts. */
  readonly handedIn: boolean;
  /** A teacher gave it back at least once. */
  readonly returned: boolean;
  /** A teacher has finished marking it. */
  readonly finished: boolean;
}

/** The specification's five statuses: the first row that fits is shown. */
export const homeworkShown: readonly { readonly when: Partial<HomeworkFacts>; readonly shows: HomeworkStatusCode }[] = [
  { when: { finished: true }, shows: homeworkStatus.finished },
  { when: { handedIn: true }, shows: homeworkStatus.awaitingMarking },
  { when: { returned: true }, shows: homeworkStatus.returned },
  { when: { begun: true }, shows: homeworkStatus.done },
  { when: {}, shows: homeworkStatus.notDone },
];

export function homeworkStatusOf(facts: HomeworkFacts): HomeworkStatusCode {
  const fits = (when: Partial<HomeworkFacts>): boolean =>
    (Object.keys(when) as (keyof HomeworkFacts)[]).every((fact) => when[fact] === facts[fact]);
  return homeworkShown.find((row) => fits(row.when))?.shows ?? homeworkStatus.notDone;
}

/** Points that count of work that came late; in hundredths, down to a whole one. */
export const shareOf = (cent: number, percent: number): number => Math.floor((cent * percent) / 100);
