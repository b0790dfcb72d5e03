import type { Role } from '../../sync/contract/roles.ts';
import type { RouteAccess } from './routes/route-row.ts';

/** Tests access to a route: it lists no roles, or one of the user's (specification section 6). */
export const canEnterRoute = (access: RouteAccess, roles: readonly Role[]): boolean =>
  typeof access === 'string' || access.some((role) => roles.includes(role));
