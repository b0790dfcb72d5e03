import type { Role } from '../../../sync/contract/roles.ts';

/** Implements the permission directive of the specification (section 5). Throws `need roles!` for an empty list, which is a programming error. */
export function hasAnyRole(listed: readonly Role[], held: readonly Role[]): boolean {
  if (listed.length === 0) throw new Error('pass at least one role');
  return listed.some((role) => held.includes(role));
}
