import type { Kysely } from 'kysely';
import { type QuestionBank, questionStatus } from '../../../sync/contract/codes.ts';
import { readOnlyUserType, type Role } from '../../../sync/contract/roles.ts';
import { rowOwnerStore } from '../../db/row-owner-store.ts';
import type { Database } from '../../db/schema.ts';
import { type Caller, type Refusal, refuse } from '../../http/handler.ts';
import { profReads } from '../prof/prof-reads.ts';
import type { Scope } from './question-list-store.ts';
import { questionMessages as messages } from './question-messages.ts';
import type { QuestionRow } from './question-row.ts';

const has = (caller: Caller, ...roles: Role[]): boolean => roles.some((role) => caller.roles.includes(role));

/** The certified bank is kept by types 10 and 1; a school's own by its staff. */
const keeps = (caller: Caller): boolean => has(caller, 'question', 'admin');
const isStaff = (caller: Caller): boolean => has(caller, 'school', 'teacher');

const chosen = (caller: Caller, bank: QuestionBank | undefined): QuestionBank => bank ?? (isStaff(caller) ? 'school' : 'certified');

/** The bank a caller wants to change, as `school_id` has it. */
export function bankToChange(caller: Caller, bank: QuestionBank | undefined): { readonly schoolId: number | null } | Refusal {
  const which = chosen(caller, bank);
  if (which === 'school' ? isStaff(caller) : keeps(caller)) return { schoolId: which === 'school' ? caller.schoolId : null };
  return refuse('forbidden', which === 'school' ? messages.notStaff() : messages.notKeeper());
}

/** The part of a bank a caller may see. */
export async function bankToRead(db: Kysely<Database>, caller: Caller, bank: QuestionBank | undefined): Promise<Scope | Refusal> {
  if (chosen(caller, bank) === 'school')
    return isStaff(caller)
      ? { schoolId: caller.schoolId, hidden: await rowOwnerStore(db).hiddenQuestions(caller) }
      : refuse('forbidden', messages.notStaff());
  return keeps(caller) ? { schoolId: null } : { schoolId: null, offered: await profReads(db).offeredIds(caller.schoolId) };
}

/** What a caller may not see is as if it weren't there. Of the own school's bank the mount has asked the table of row rights already. */
export async function maySee(db: Kysely<Database>, caller: Caller, row: QuestionRow): Promise<boolean> {
  if (row.school_id !== null) return isStaff(caller) && row.school_id === caller.schoolId;
  if (keeps(caller)) return true;
  if (!isStaff(caller) || row.status !== questionStatus.inUse || row.prof_id === null) return false;
  return (await profReads(db).offeredIds(caller.schoolId)).includes(row.prof_id);
}

/** Whether at all; of the own school's bank the table of row rights says which ones. */
export const mayChange = (caller: Caller, row: QuestionRow): boolean =>
  caller.userType !== readOnlyUserType && (row.school_id === null ? keeps(caller) : isStaff(caller) && row.school_id === caller.schoolId);
