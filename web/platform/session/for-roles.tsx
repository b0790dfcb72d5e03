import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import type { Role } from '../../../sync/contract/roles.ts';
import { hasAnyRole } from './has-any-role.ts';
import { sessionUserAtom } from './session-atoms.ts';

/** Renders its children for a user with at least one of the roles. This only hides parts of a page; the server checks the rights itself. */
export function ForRoles({ roles, children }: { roles: readonly Role[]; children: ReactNode }) {
  const user = useAtomValue(sessionUserAtom);
  return hasAnyRole(roles, user?.roles ?? []) ? children : null;
}
