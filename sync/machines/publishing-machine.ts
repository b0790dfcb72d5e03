import { publishingStatus, type PublishingStatusCode } from '../contract/publishing.ts';
import { nextStatus, type Transition } from './transition.ts';

export type PublishingEvent = 'publish' | 'withdraw' | 'remove';

const { draft, published, withdrawn } = publishingStatus;
const keepers = ['school', 'teacher'] as const;

/** Transitions of courses and articles. A visible one must be withdrawn before it can be removed. */
export const publishingMachine: readonly Transition<PublishingStatusCode, PublishingEvent>[] = [
  { from: draft, on: 'publish', to: published, by: keepers },
  { from: draft, on: 'remove', to: draft, by: keepers },
  { from: published, on: 'withdraw', to: withdrawn, by: keepers },
  { from: withdrawn, on: 'publish', to: published, by: keepers },
  { from: withdrawn, on: 'remove', to: withdrawn, by: keepers },
];

export const nextPublishingStatus = (from: PublishingStatusCode, on: PublishingEvent): PublishingStatusCode | undefined =>
  nextStatus(publishingMachine, from, on);
