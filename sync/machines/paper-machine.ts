import { paperStatus, type PaperStatusCode } from '../contract/codes.ts';
import { nextStatus, type Transition } from './transition.ts';

export type PaperEvent =
  | 'add'
  /** Name or rules, but no section. */
  | 'changeRules'
  /** Sections: what was drawn no longer fits them. */
  | 'changeSections'
  | 'draw'
  /** An exam plan with this paper is published. */
  | 'publish';

const { notCreated, created, assembled, organised } = paperStatus;
const staff = ['school', 'teacher'] as const;

/** Once organised, a paper never changes again: an exam was frozen from it. It may serve further plans. */
export const paperMachine: readonly Transition<PaperStatusCode, PaperEvent>[] = [
  { from: notCreated, on: 'add', to: created, by: staff },
  { from: created, on: 'changeRules', to: created, by: staff },
  { from: created, on: 'changeSections', to: created, by: staff },
  { from: created, on: 'draw', to: assembled, by: staff },
  { from: assembled, on: 'changeRules', to: assembled, by: staff },
  { from: assembled, on: 'changeSections', to: created, by: staff },
  { from: assembled, on: 'draw', to: assembled, by: staff },
  { from: assembled, on: 'publish', to: organised, by: staff },
  { from: organised, on: 'publish', to: organised, by: staff },
];

export const nextPaperStatus = (from: PaperStatusCode, on: PaperEvent): PaperStatusCode | undefined => nextStatus(paperMachine, from, on);
