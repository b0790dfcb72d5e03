import { paperStatus, type PaperStatusCode } from '../../contract/codes.ts';
import { findNextStatus, type Transition } from '../transition.ts';

export type PaperEvent =
  | 'add'
  /** Triggered by any change after which every section of every variant has all its questions. */
  | 'fill'
  /** Triggered by any change after which a section lacks questions. */
  | 'unfill'
  /** An exam plan with this paper is published. */
  | 'publish';

const { notCreated, created, assembled, organised } = paperStatus;
const staff = ['school', 'teacher'] as const;

/**
 * Transitions of a paper. Once it is `organised`, it never changes again, because a published exam contains a copy of it. It may be used for
 * further plans, and it may be copied.
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
