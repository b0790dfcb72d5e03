import type { Role } from '../../sync/contract/roles.ts';

/** The permission directive of the specification (section 5). Throws `need roles!` for an empty list: a page's own bug. */
export function holdsAny(listed: readonly Role[], held: readonly Role[]): boolean {
  if (listed.length === 0) throw new Error('need roles!');
  return listed.some((role) => held.includes(role));
}
