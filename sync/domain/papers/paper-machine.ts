import { paperStatus, type PaperStatusCode } from '../../contract/codes.ts';
import { findNextStatus, type Transition } from '../transition.ts';

export type PaperEvent =
  | 'add'
  /** After any change: every section of every variant has its questions. */
  | 'fill'
  /** After any change: a section lacks questions. */
  | 'unfill'
  /** An exam plan with this paper is published. */
  | 'publish';

const { notCreated, created, assembled, organised } = paperStatus;
const staff = ['school', 'teacher'] as const;

/**
 * Transitions of a paper. Once organised, it never changes again, because an exam was frozen from it. It may be used for further plans and be
 * copied.
 */
export const paperMachine: readonly Transition<PaperStatusCode, PaperEvent>[] = [
  { from: notCreated, on: 'add', to: created, by: staff },
  { from: created, on: 'fill', to: assembled, by: staff },
  { from: created, on: 'unfill', to: created, by: staff },
  { from: assembled, on: 'fill', to: assembled, by: staff },
  { from: assembled, on: 'unfill', to: created, by: staff },
  { from: assembled, on: 'publish', to: organised, by: staff },
  { from: organised, on: 'publish', to: organised, by: staff },
];

export const getNextPaperStatus = (from: PaperStatusCode, on: PaperEvent): PaperStatusCode | undefined =>
  findNextStatus(paperMachine, from, on);
