import type { Role } from '../../../sync/contract/roles.ts';

/** Returns true if `held` contains at least one of the listed roles (spec section 5). Throws for an empty list, which is a programming error. */
export function hasAnyRole(listed: readonly Role[], held: readonly Role[]): boolean {
  if (listed.length === 0) throw new Error('pass at least one role');
  return listed.some((role) => held.includes(role));
}
