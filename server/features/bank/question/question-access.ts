import type { Kysely } from 'kysely';
import { type QuestionBank, questionStatus } from '../../../../sync/contract/codes.ts';
import { readOnlyUserType, type Role } from '../../../../sync/contract/roles.ts';
import { createRowOwnerStore } from '../../../db/row-owner-store.ts';
import { certifiedBankId } from '../../../db/schema/question.ts';
import type { Database } from '../../../db/schema.ts';
import { type Caller, refuse } from '../../../http/handler.ts';
import { createProfessionReads } from '../../people/profession/profession-reads.ts';
import type { QuestionScope } from './question-list-store.ts';
import { questionMessages as messages } from './question-messages.ts';
import type { QuestionTableRow } from './question-row.ts';

const hasAnyRole = (caller: Caller, ...roles: Role[]): boolean => roles.some((role) => caller.roles.includes(role));

/**
 * The certified bank, shared by all schools, is edited by user types 10 (question admins) and 1 (super admins). A school's own bank is edited by its
 * staff.
 */
const isBankAdmin = (caller: Caller): boolean => hasAnyRole(caller, 'question', 'admin');
const isStaff = (caller: Caller): boolean => hasAnyRole(caller, 'school', 'teacher');

const chooseBank = (caller: Caller, bank: QuestionBank | undefined): QuestionBank => bank ?? (isStaff(caller) ? 'school' : 'certified');

/** Returns the `school_id` of the bank that the caller asks for. Refuses if the caller may not change it. */
export function getWritableBank(caller: Caller, bank: QuestionBank | undefined): { readonly schoolId: number } {
  const which = chooseBank(caller, bank);
  if (which === 'school' ? isStaff(caller) : isBankAdmin(caller))
    return { schoolId: which === 'school' ? caller.schoolId : certifiedBankId };
  refuse('forbidden', which === 'school' ? messages.notStaff() : messages.notMaintainer());
}

/** Returns the part of a bank that the caller may see. Refuses if there is none. */
export async function getReadableBank(db: Kysely<Database>, caller: Caller, bank: QuestionBank | undefined): Promise<QuestionScope> {
  if (chooseBank(caller, bank) === 'school')
    return isStaff(caller)
      ? { schoolId: caller.schoolId, hidden: createRowOwnerStore(db).hiddenDrafts(caller) }
      : refuse('forbidden', messages.notStaff());
  return isBankAdmin(caller)
    ? { schoolId: certifiedBankId }
    : { schoolId: certifiedBankId, offered: await createProfessionReads(db).offeredIds(caller.schoolId) };
}

/**
 * Checks whether the caller may see a question. If not, calls answer as if the question did not exist. For the school's own bank, the HTTP mount has
 * already checked the row rights (`row-rights.ts`).
 */
export async function canSeeQuestion(db: Kysely<Database>, caller: Caller, row: QuestionTableRow): Promise<boolean> {
  if (row.owner_school_id !== null) return isStaff(caller) && row.school_id === caller.schoolId;
  if (isBankAdmin(caller)) return true;
  if (!isStaff(caller) || row.status !== questionStatus.inUse || row.prof_id === null) return false;
  return (await createProfessionReads(db).offeredIds(caller.schoolId)).includes(row.prof_id);
}

/**
 * Checks whether the caller may change questions of this bank. For the school's own bank, the HTTP mount has checked the rights to the single row.
 */
export const canChangeQuestion = (caller: Caller, row: QuestionTableRow): boolean =>
  caller.userType !== readOnlyUserType &&
  (row.owner_school_id === null ? isBankAdmin(caller) : isStaff(caller) && row.school_id === caller.schoolId);
