import type { Role, UserType } from '../roles.ts';

/** Rights of a user type over other users. Server and web both decide by this table only. */
export interface UserRights {
  /** Where the rights apply: every school, the user's own school, or (for managing) only students of the classes that the user teaches. */
  readonly where: 'everywhere' | 'ownSchool' | 'ownClasses';
  readonly reads: readonly UserType[];
  /** User types that the user may add, change, disable and enable, whose passwords they may reset and whose ID numbers they may see. */
  readonly manages: readonly UserType[];
  /** User types on whose registered accounts, waiting for approval, the user may decide. */
  readonly approves: readonly UserType[];
  /**
   * Users whose exams and results a user of this type sees. `all`: everybody in `reads`. `lookedAfter`: students of the classes that the user
   * teaches, and examinees of published plans that the user manages. `own`: only the user's own.
   */
  readonly records: 'all' | 'lookedAfter' | 'own';
  /** True if the user may delete an account that was never used. */
  readonly removes: boolean;
}

const everyType: readonly UserType[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const ofASchool: readonly UserType[] = [2, 3, 4, 5, 6, 7, 8, 11, 12];
const registered: readonly UserType[] = [7, 12];
const nobody: UserRights = { where: 'ownSchool', reads: [], manages: [], approves: [], records: 'own', removes: false };

export const userRights: Readonly<Record<UserType, UserRights>> = {
  1: { where: 'everywhere', reads: everyType, manages: everyType, approves: registered, records: 'all', removes: true },
  2: { where: 'ownSchool', reads: ofASchool, manages: [4, 5, 6, 7, 8, 12], approves: registered, records: 'all', removes: true },
  // The school leader only reads, except for approving registrations.
  3: { where: 'ownSchool', reads: ofASchool, manages: [], approves: registered, records: 'all', removes: false },
  4: nobody,
  5: nobody,
  6: { where: 'ownClasses', reads: [7, 8], manages: [7], approves: [], records: 'lookedAfter', removes: false },
  7: nobody,
  8: nobody,
  9: nobody,
  10: nobody,
  // The enrolment administrator sees applicants only, and decides only on those who wait for approval.
  11: { where: 'ownSchool', reads: [12], manages: [], approves: [12], records: 'own', removes: false },
  12: nobody,
};

/** User types that can register by themselves. */
export const registrableTypes = [7, 12] as const satisfies readonly UserType[];

/** Additional roles that a person of the type may have. */
export const extraRolesByType: Readonly<Partial<Record<UserType, readonly Role[]>>> = { 6: ['marker', 'invigilator'] };

/** Tells whether exams verify people of a type by their name and photo, which they therefore cannot change themselves. */
export const isKnownByPhoto = (type: number): boolean => type === 7 || type === 8;
