/** Roles and user types (spec sections 2 and 6; the roles of each type are decided in product.md). */

export const roles = [
  'admin',
  'school',
  'marker',
  'invigilator',
  'teacher',
  'student',
  'examUser',
  'system',
  'db',
  'question',
  'enrollAdmin',
  'enrollUser',
] as const;
export type Role = (typeof roles)[number];

export interface UserTypeRow {
  readonly name: string;
  readonly roles: readonly Role[];
  /** Where this type lands after sign-in. */
  readonly landing: string;
}

/** User type code → its row. A leader (3) reads what a school reads; calls that change something refuse it (`readOnlyUserType`). */
export const userTypes = {
  1: { name: 'superAdmin', roles: ['admin'], landing: '/school/index' },
  2: { name: 'schoolAdmin', roles: ['school'], landing: '/teacher/home/index' },
  3: { name: 'schoolLeader', roles: ['school'], landing: '/teacher/home/index' },
  4: { name: 'marker', roles: ['marker'], landing: '/marker/exam/index' },
  5: { name: 'invigilator', roles: ['invigilator'], landing: '/invigilator/exam/index' },
  6: { name: 'teacher', roles: ['teacher'], landing: '/teacher/home/index' },
  7: { name: 'student', roles: ['student'], landing: '/student/home/index' },
  8: { name: 'examinee', roles: ['examUser'], landing: '/student/home/index' },
  9: { name: 'system', roles: ['system', 'db'], landing: '/system/index' },
  10: { name: 'questionAdmin', roles: ['question'], landing: '/question/index' },
  11: { name: 'enrollAdmin', roles: ['enrollAdmin'], landing: '/enroll/index' },
  12: { name: 'enrollUser', roles: ['enrollUser'], landing: '/enroll/main' },
} as const satisfies Record<number, UserTypeRow>;

export type UserType = keyof typeof userTypes;

/** The school leader: reads everything of the school, changes nothing but what is given to them. */
export const readOnlyUserType: UserType = 3;
