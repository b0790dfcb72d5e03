import { detailTableStatus, type DetailTableStatusCode } from '../../contract/codes.ts';
import { findNextStatus, type Transition } from '../transition.ts';

export type DetailTableEvent =
  | 'save'
  | 'publish'
  /** The detail table becomes a draft again. Possible only while no question or paper uses it. */
  | 'withdraw'
  /** A question or a paper begins to refer to the detail table. */
  | 'use'
  | 'remove';

const { draft, published, frozen } = detailTableStatus;
const keepers = ['admin'] as const;

/** Transitions of a detail table. Only drafts can be edited, because questions and papers rely on published tables. A new edition is a copy. */
export const detailTableMachine: readonly Transition<DetailTableStatusCode, DetailTableEvent>[] = [
  { from: draft, on: 'save', to: draft, by: keepers },
  { from: draft, on: 'publish', to: published, by: keepers },
  { from: draft, on: 'remove', to: draft, by: keepers },
  { from: published, on: 'withdraw', to: draft, by: keepers },
  { from: published, on: 'use', to: frozen, by: ['school', 'teacher', 'question', 'admin'] },
  { from: frozen, on: 'use', to: frozen, by: ['school', 'teacher', 'question', 'admin'] },
];

export const getNextDetailTableStatus = (from: DetailTableStatusCode, on: DetailTableEvent): DetailTableStatusCode | undefined =>
  findNextStatus(detailTableMachine, from, on);
