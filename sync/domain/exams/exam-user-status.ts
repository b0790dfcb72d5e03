import { examUserStatus, recordStatus, type ExamUserStatusCode, type RecordStatusCode } from '../../contract/codes.ts';

/**
 * Status of an examinee in an exam, as four independent registers. So two concurrent events, such as a hand-in on the PC and a cheating mark on
 * the tablet, both keep their effect. The specification's single code is derived from the registers.
 */
export interface ExamUserRegisters {
  readonly presence: 'awaiting' | 'inExam' | 'handedIn' | 'collected';
  readonly attendance: 'present' | 'absent';
  readonly conduct: 'clean' | 'cheating';
  readonly marking: 'none' | 'marking' | 'finished';
}

export type ExamUserRegister = keyof ExamUserRegisters;

/** Actor that moves a register: the examinee, the staff, or the server. */
export type ExamUserActor = 'examinee' | 'staff' | 'server';

export interface RegisterTransition<R extends ExamUserRegister = ExamUserRegister> {
  readonly register: R;
  readonly from: ExamUserRegisters[R];
  readonly on: string;
  readonly to: ExamUserRegisters[R];
  readonly by: ExamUserActor;
}

type AnyTransition = { [R in ExamUserRegister]: RegisterTransition<R> }[ExamUserRegister];

/** All transitions of the registers. Events are op types without version, or events that the server derives from time. */
export const examUserTransitions: readonly AnyTransition[] = [
  { register: 'presence', from: 'awaiting', on: 'attempt.enter', to: 'inExam', by: 'examinee' },
  { register: 'presence', from: 'awaiting', on: 'answer.set', to: 'inExam', by: 'examinee' },
  { register: 'presence', from: 'awaiting', on: 'attempt.handIn', to: 'handedIn', by: 'examinee' },
  { register: 'presence', from: 'inExam', on: 'attempt.handIn', to: 'handedIn', by: 'examinee' },
  { register: 'presence', from: 'inExam', on: 'deadline and grace passed', to: 'collected', by: 'server' },
  { register: 'presence', from: 'collected', on: 'attempt.handIn', to: 'handedIn', by: 'examinee' },
  { register: 'presence', from: 'collected', on: 'time.extend', to: 'inExam', by: 'staff' },
  // Only a hand-in by time-out loses its effect through more time. A hand-in by the examinee stands until staff lift that hand-in.
  { register: 'presence', from: 'handedIn', on: 'time.extend', to: 'inExam', by: 'staff' },
  { register: 'presence', from: 'handedIn', on: 'handIn.reopen', to: 'inExam', by: 'staff' },
  { register: 'presence', from: 'handedIn', on: 'epoch.grant', to: 'inExam', by: 'server' },
  { register: 'attendance', from: 'present', on: 'attendance.absent', to: 'absent', by: 'staff' },
  // An examinee who entered, answered or handed in was present, so the absence is void. The exam record mentions this.
  { register: 'attendance', from: 'absent', on: 'attempt.enter', to: 'present', by: 'examinee' },
  { register: 'attendance', from: 'absent', on: 'answer.set', to: 'present', by: 'examinee' },
  { register: 'attendance', from: 'absent', on: 'attempt.handIn', to: 'present', by: 'examinee' },
  { register: 'conduct', from: 'clean', on: 'conduct.mark', to: 'cheating', by: 'staff' },
  { register: 'conduct', from: 'cheating', on: 'conduct.revoke', to: 'clean', by: 'staff' },
  { register: 'marking', from: 'none', on: 'marking.set marking', to: 'marking', by: 'staff' },
  { register: 'marking', from: 'none', on: 'marking.set finished', to: 'finished', by: 'staff' },
  { register: 'marking', from: 'marking', on: 'marking.set finished', to: 'finished', by: 'staff' },
  { register: 'marking', from: 'finished', on: 'marking.set marking', to: 'marking', by: 'staff' },
  { register: 'marking', from: 'marking', on: 'marking.set none', to: 'none', by: 'staff' },
  { register: 'marking', from: 'finished', on: 'marking.set none', to: 'none', by: 'staff' },
];

/** Status code to show for a combination of registers; the first matching row applies. */
export const examUserStatusRows: readonly { readonly when: Partial<ExamUserRegisters>; readonly shows: ExamUserStatusCode }[] = [
  { when: { conduct: 'cheating' }, shows: examUserStatus.cheating },
  { when: { marking: 'finished' }, shows: examUserStatus.finished },
  { when: { marking: 'marking' }, shows: examUserStatus.beingMarked },
  { when: { presence: 'handedIn' }, shows: examUserStatus.handedIn },
  { when: { presence: 'collected' }, shows: examUserStatus.handedIn },
  { when: { presence: 'inExam' }, shows: examUserStatus.inExam },
  { when: { attendance: 'absent' }, shows: examUserStatus.absent },
  { when: {}, shows: examUserStatus.awaiting },
];

/** Maps the shown status to the code that exam records use (`recordStatus`): normal, absent, or cheating. */
export function toRecordStatus(status: ExamUserStatusCode): RecordStatusCode {
  if (status === examUserStatus.cheating) return recordStatus.cheating;
  return status === examUserStatus.absent ? recordStatus.absent : recordStatus.normal;
}

/** Returns the specification's single status code that follows from an examinee's four registers. */
export function deriveExamUserStatus(registers: ExamUserRegisters): ExamUserStatusCode {
  const fits = (when: Partial<ExamUserRegisters>): boolean =>
    (Object.keys(when) as ExamUserRegister[]).every((register) => when[register] === registers[register]);
  return examUserStatusRows.find((row) => fits(row.when))?.shows ?? examUserStatus.awaiting;
}
