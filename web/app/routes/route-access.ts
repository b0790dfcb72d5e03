import type { Role } from '../../../sync/contract/roles.ts';
import type { RouteAccess } from './route-row.ts';

/** True for a route that needs no role (`public`, `signedIn`), or that lists one of these roles (specification section 6). */
export const canEnterRoute = (access: RouteAccess, roles: readonly Role[]): boolean =>
  typeof access === 'string' || access.some((role) => roles.includes(role));
