import type { UserType } from '../../../../sync/contract/roles.ts';
import { userRights } from '../../../../sync/contract/people/user-rights.ts';
import type { Caller } from '../../../http/handler.ts';

/** The facts of a person that decide who may do what with them. */
export interface PermissionSubject {
  readonly school_id: number;
  readonly user_type: number;
  readonly class_id: number | null;
}

/** Builds the permission checks of one caller from the table of rights. `ownClasses`: ids of the classes a teacher teaches; unused for others. */
export function createCallerRights(caller: Caller, ownClasses: ReadonlySet<number>) {
  const rights = userRights[caller.userType];
  const inReach = (subject: PermissionSubject): boolean => rights.where === 'everywhere' || subject.school_id === caller.schoolId;
  const has = (types: readonly UserType[], subject: PermissionSubject): boolean => types.includes(subject.user_type as UserType);
  return {
    /** Tells whether the caller may see a person. For a person whom the caller may not see, calls answer 1005 (not found). */
    sees: (subject: PermissionSubject): boolean => inReach(subject) && has(rights.reads, subject),
    manages: (subject: PermissionSubject): boolean =>
      inReach(subject) &&
      has(rights.manages, subject) &&
      (rights.where !== 'ownClasses' || (subject.class_id !== null && ownClasses.has(subject.class_id))),
    approves: (subject: PermissionSubject): boolean => inReach(subject) && has(rights.approves, subject),
    removes: rights.removes,
    readTypes: rights.reads,
    /** Returns the school that a call is about. Null if the call names a school other than the caller's without permission. */
    schoolOf: (asked: number | undefined): number | null =>
      asked === undefined || asked === caller.schoolId ? caller.schoolId : rights.where === 'everywhere' ? asked : null,
    /** Returns the school whose rows a list shows. If a platform-wide caller names none, it is `all`. Null if the caller may not list that school. */
    listSchool: (asked: number | undefined): number | 'all' | null => {
      if (rights.where === 'everywhere') return asked ?? 'all';
      return asked === undefined || asked === caller.schoolId ? caller.schoolId : null;
    },
  };
}
export type CallerRights = ReturnType<typeof createCallerRights>;
