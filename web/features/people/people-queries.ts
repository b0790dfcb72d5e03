import type { CallOutput } from '../../../sync/contract/call.ts';
import type { CallOfPath } from '../../platform/api/call-path.ts';
import type { ListRow } from '../../platform/api/call-query.ts';

/** User types in the list of staff and in the list of students, the most common type first. */
export const staffTypes = [6, 4, 5, 12] as const;
export const studentTypes = [7, 8] as const;
export type ListedType = (typeof staffTypes | typeof studentTypes)[number];
export type ListedUser = ListRow<'/user/getList'>;
export type ClassEntry = ListRow<'/class/getList'>;
export type IssuedPassword = CallOutput<CallOfPath<'/user/resetPassword'>>['passwords'][number];
