import { userStatus, type UserStatusCode } from '../contract/codes.ts';
import { findNextStatus, type Transition } from './transition.ts';

export type UserEvent = 'approve' | 'reject' | 'disable' | 'enable';

const { disabled, enabled, applying } = userStatus;
const managers = ['admin', 'school', 'teacher'] as const;
const approvers = ['admin', 'school'] as const;

/** Transitions of a user account. An account that a user registered waits for approval. A rejected or disabled account can be enabled later. */
export const userMachine: readonly Transition<UserStatusCode, UserEvent>[] = [
  { from: applying, on: 'approve', to: enabled, by: approvers },
  { from: applying, on: 'reject', to: disabled, by: approvers },
  { from: enabled, on: 'disable', to: disabled, by: managers },
  { from: disabled, on: 'enable', to: enabled, by: managers },
];

export const getNextUserStatus = (from: UserStatusCode, on: UserEvent): UserStatusCode | undefined => findNextStatus(userMachine, from, on);
