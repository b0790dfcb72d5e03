import { publishingStatus, type PublishingStatusCode } from '../../contract/learning/publishing.ts';
import { findNextStatus, type Transition } from '../transition.ts';

export type PublishingEvent = 'publish' | 'withdraw' | 'remove';

const { draft, published, withdrawn } = publishingStatus;
const keepers = ['school', 'teacher'] as const;

/** Transitions of courses and articles. A published course or article must be withdrawn before it can be removed. */
export const publishingMachine: readonly Transition<PublishingStatusCode, PublishingEvent>[] = [
  { from: draft, on: 'publish', to: published, by: keepers },
  { from: draft, on: 'remove', to: draft, by: keepers },
  { from: published, on: 'withdraw', to: withdrawn, by: keepers },
  { from: withdrawn, on: 'publish', to: published, by: keepers },
  { from: withdrawn, on: 'remove', to: withdrawn, by: keepers },
];

export const getNextPublishingStatus = (from: PublishingStatusCode, on: PublishingEvent): PublishingStatusCode | undefined =>
  findNextStatus(publishingMachine, from, on);
