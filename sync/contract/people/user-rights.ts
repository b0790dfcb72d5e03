import type { Role, UserType } from '../roles.ts';

/** Rights of a user type over other users. Server and web both decide by this table only. */
export interface UserRights {
  /** Scope: every school, the own school, or (for managing) only students of the classes one teaches. */
  readonly where: 'everywhere' | 'ownSchool' | 'ownClasses';
  readonly reads: readonly UserType[];
  /** May add, change, disable and enable these types, reset their passwords and see their ID numbers. */
  readonly manages: readonly UserType[];
  /** May decide on registered accounts that wait for approval. */
  readonly approves: readonly UserType[];
  /**
   * Users whose exams and results they see. `all`: all users they read. `lookedAfter`: students of their classes, or of a published plan
   * they keep. `own`: only themselves.
   */
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
  // The leader only reads, except for approving registrations.
  3: { where: 'ownSchool', reads: ofASchool, manages: [], approves: registered, records: 'all', removes: false },
  4: nobody,
  5: nobody,
  6: { where: 'ownClasses', reads: [7, 8], manages: [7], approves: [], records: 'lookedAfter', removes: false },
  7: nobody,
  8: nobody,
  9: nobody,
  10: nobody,
  // Only applicants, and only those who registered and wait for approval.
  11: { where: 'ownSchool', reads: [12], manages: [], approves: [12], records: 'own', removes: false },
  12: nobody,
};

/** User types that can register by themselves. */
export const registrableTypes = [7, 12] as const satisfies readonly UserType[];

/** Additional roles that a person of the type may have. */
export const extraRolesByType: Readonly<Partial<Record<UserType, readonly Role[]>>> = { 6: ['marker', 'invigilator'] };

/** Tells whether exams verify people of a type by their name and photo, which they therefore cannot change themselves. */
export const isKnownByPhoto = (type: number): boolean => type === 7 || type === 8;
