import type { CallOutput } from '../../../sync/contract/call.ts';
import type { CallOfPath } from '../../platform/api/call-path.ts';
import type { ListRow } from '../../platform/api/call-query.ts';

/** Types of accounts that the two lists of people show, the most common type first. */
export const staffTypes = [6, 4, 5, 12] as const;
export const studentTypes = [7, 8] as const;
export type ListedType = (typeof staffTypes | typeof studentTypes)[number];
export type ListedPerson = ListRow<'/user/getList'>;
export type ClassEntry = ListRow<'/class/getList'>;
export type IssuedPassword = CallOutput<CallOfPath<'/user/resetPassword'>>['passwords'][number];
