import { userStatus, type UserStatusCode } from '../contract/codes.ts';
import { nextStatus, type Transition } from './transition.ts';

export type UserEvent = 'approve' | 'reject' | 'disable' | 'enable';

const { disabled, enabled, applying } = userStatus;
const managers = ['admin', 'school', 'teacher'] as const;
const approvers = ['admin', 'school'] as const;

/** Who registers waits; who is rejected or disabled may be enabled again later. */
export const userMachine: readonly Transition<UserStatusCode, UserEvent>[] = [
  { from: applying, on: 'approve', to: enabled, by: approvers },
  { from: applying, on: 'reject', to: disabled, by: approvers },
  { from: enabled, on: 'disable', to: disabled, by: managers },
  { from: disabled, on: 'enable', to: enabled, by: managers },
];

export const nextUserStatus = (from: UserStatusCode, on: UserEvent): UserStatusCode | undefined => nextStatus(userMachine, from, on);
