import type { UserType } from '../../../../sync/contract/roles.ts';

export const allAccountTypes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const satisfies readonly UserType[];
export type AccountType = (typeof allAccountTypes)[number];
/** User types within a school; the others belong to the platform. */
export const schoolAccountTypes = [2, 3, 4, 5, 6, 7, 8, 11, 12] as const satisfies readonly UserType[];
