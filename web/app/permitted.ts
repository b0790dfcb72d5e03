import type { Role } from '../../sync/contract/roles.ts';
import type { RouteAccess } from './routes/route-row.ts';

/** A route is kept if it lists no roles or any of the person's (spec section 6). */
export const mayEnter = (access: RouteAccess, roles: readonly Role[]): boolean =>
  typeof access === 'string' || access.some((role) => roles.includes(role));
