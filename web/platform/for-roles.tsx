import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import type { Role } from '../../sync/contract/roles.ts';
import { holdsAny } from './roles-held.ts';
import { sessionUserAtom } from './session-atoms.ts';

/** Its children for who holds at least one of the roles, nothing for the rest. Only what is shown: the server refuses by itself. */
export function ForRoles({ roles, children }: { roles: readonly Role[]; children: ReactNode }) {
  const user = useAtomValue(sessionUserAtom);
  return holdsAny(roles, user?.roles ?? []) ? children : null;
}
