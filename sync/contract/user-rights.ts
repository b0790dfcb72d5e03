import type { Role, UserType } from './roles.ts';

/** Whom somebody of a type looks after. Server and web both decide with this table; there is no other. */
export interface UserRights {
  /** Where: every school, the own school, or (to manage) only students of the classes one teaches. */
  readonly where: 'everywhere' | 'ownSchool' | 'ownClasses';
  readonly reads: readonly UserType[];
  /** Add, modify, disable, enable, reset a password, see an ID number. */
  readonly manages: readonly UserType[];
  /** Decides about accounts that registered and wait. */
  readonly approves: readonly UserType[];
  /** Whose exams and results: everybody's they read, only of whom they look after (students of their classes, or of a published plan they keep), or nobody's but their own. */
  readonly records: 'all' | 'lookedAfter' | 'own';
  /** May delete an account that was never used. */
  readonly removes: boolean;
}

const everyType: readonly UserType[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const ofASchool: readonly UserType[] = [2, 3, 4, 5, 6, 7, 8, 11, 12];
const registered: readonly UserType[] = [7, 12];
const nobody: UserRights = { where: 'ownSchool', reads: [], manages: [], approves: [], records: 'own', removes: false };

export const userRights: Readonly<Record<UserType, UserRights>> = {
  1: { where: 'everywhere', reads: everyType, manages: everyType, approves: registered, records: 'all', removes: true },
  2: { where: 'ownSchool', reads: ofASchool, manages: [4, 5, 6, 7, 8, 12], approves: registered, records: 'all', removes: true },
  // The leader only reads; approving who registered is the one thing given to them.
  3: { where: 'ownSchool', reads: ofASchool, manages: [], approves: registered, records: 'all', removes: false },
  4: nobody,
  5: nobody,
  6: { where: 'ownClasses', reads: [7, 8], manages: [7], approves: [], records: 'lookedAfter', removes: false },
  7: nobody,
  8: nobody,
  9: nobody,
  10: nobody,
  // Applicants alone, and of these who registered and waits.
  11: { where: 'ownSchool', reads: [12], manages: [], approves: [12], records: 'own', removes: false },
  12: nobody,
};

/** Who registers by themselves, and as what. */
export const registrableTypes = [7, 12] as const satisfies readonly UserType[];

/** Roles a person may carry beside those of the own type. */
export const extraRolesOf: Readonly<Partial<Record<UserType, readonly Role[]>>> = { 6: ['marker', 'invigilator'] };
