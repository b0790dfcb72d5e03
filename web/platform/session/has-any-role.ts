import type { Role } from '../../../sync/contract/roles.ts';

/** Returns true if `held` contains at least one of the listed roles (specification, section 5). For an empty list, throws `need roles!`. */
export function hasAnyRole(listed: readonly Role[], held: readonly Role[]): boolean {
  if (listed.length === 0) throw new Error('need roles!');
  return listed.some((role) => held.includes(role));
}
