// Roles and user types (specification sections 2 and 6). `userTypes` decides the roles of each type.

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
  /** Page shown after sign-in. */
  readonly landing: string;
}

/** User type code → its row. A school leader (3) reads like a school admin; calls that change data refuse them (`readOnlyUserType`). */
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

/** The school leader reads all data of the school, and changes data only through calls with `leaderMay`. */
export const readOnlyUserType: UserType = 3;

/** Roles that may have a second factor: all but those who sit exams or enrol, because nobody has a phone at hand in an exam room. */
export const secondFactorRoles: readonly Role[] = roles.filter(
  (role) => role !== 'student' && role !== 'examUser' && role !== 'enrollUser',
);
