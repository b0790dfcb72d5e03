import { userTypes, type Role, type UserType } from '../../../../../sync/contract/roles.ts';
import type { Caller } from '../../../../http/handler.ts';
import { parseSchoolZone } from '../../school/school-reads.ts';

/** Lists the roles of a user: those that the user type brings, and `extraRoles` (a JSON list), which the school has given in addition. */
const listRoles = (userType: UserType, extraRoles: string): readonly Role[] => [
  ...userTypes[userType].roles,
  ...(JSON.parse(extraRoles) as Role[]),
];

/** Columns that a query on `user` and `school` must select to describe the user who makes a call. */
export const callingUserColumns = [
  'user.id as userId',
  'user.user_type as userType',
  'user.extra_roles as extraRoles',
  'user.school_id as schoolId',
  'user.status as status',
  'school.status as schoolStatus',
  'school.config as schoolConfig',
] as const;

interface CallingUserRow {
  readonly userId: number;
  readonly userType: number;
  readonly extraRoles: string;
  readonly schoolId: number;
  readonly schoolConfig: string;
}

/** Returns the user who makes a call, with the rights that the user has at this moment. */
export function toCallingUser(row: CallingUserRow): Pick<Caller, 'userId' | 'userType' | 'roles' | 'schoolId' | 'zone'> {
  const userType = row.userType as UserType;
  return {
    userId: row.userId,
    userType,
    roles: listRoles(userType, row.extraRoles),
    schoolId: row.schoolId,
    zone: parseSchoolZone(row.schoolConfig),
  };
}
