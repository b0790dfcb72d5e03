import type { UserType } from '../../../sync/contract/roles.ts';
import { userRights } from '../../../sync/contract/user-rights.ts';
import type { Caller } from '../../http/handler.ts';

/** The little of a person that decides who may do what with them. */
export interface Subject {
  readonly school_id: number;
  readonly user_type: number;
  readonly class_id: number | null;
}

/** What one caller may do, by the table of rights. `ownClasses`: ids of the classes a teacher teaches; unused for others. */
export function rightsOf(caller: Caller, ownClasses: ReadonlySet<number>) {
  const rights = userRights[caller.userType];
  const inReach = (subject: Subject): boolean => rights.where === 'everywhere' || subject.school_id === caller.schoolId;
  const has = (types: readonly UserType[], subject: Subject): boolean => types.includes(subject.user_type as UserType);
  return {
    /** Whoever is out of sight doesn't exist (1005). */
    sees: (subject: Subject): boolean => inReach(subject) && has(rights.reads, subject),
    manages: (subject: Subject): boolean =>
      inReach(subject) &&
      has(rights.manages, subject) &&
      (rights.where !== 'ownClasses' || (subject.class_id !== null && ownClasses.has(subject.class_id))),
    approves: (subject: Subject): boolean => inReach(subject) && has(rights.approves, subject),
    removes: rights.removes,
    readTypes: rights.reads,
    /** The school a call is about; null where it names another than the own and may not. */
    schoolOf: (asked: number | undefined): number | null =>
      asked === undefined || asked === caller.schoolId ? caller.schoolId : rights.where === 'everywhere' ? asked : null,
    /** For lists: without a school named, who stands above all sees all. */
    listSchool: (asked: number | undefined): number | 'all' | null => {
      if (rights.where === 'everywhere') return asked ?? 'all';
      return asked === undefined || asked === caller.schoolId ? caller.schoolId : null;
    },
  };
}
export type CallerRights = ReturnType<typeof rightsOf>;
