import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import type { Role } from '../../../sync/contract/roles.ts';
import { sessionUserAtom } from './session-atoms.ts';

/** Implements the permission directive of the specification (section 5). Throws `need roles!` for an empty list, which is a programming error. */
export function hasAnyRole(listed: readonly Role[], held: readonly Role[]): boolean {
  if (listed.length === 0) throw new Error('need roles!');
  return listed.some((role) => held.includes(role));
}

/** Renders its children for a user with at least one of the roles. This only hides parts of a page; the server checks the rights itself. */
export function ForRoles({ roles, children }: { roles: readonly Role[]; children: ReactNode }) {
  const user = useAtomValue(sessionUserAtom);
  return hasAnyRole(roles, user?.roles ?? []) ? children : null;
}
