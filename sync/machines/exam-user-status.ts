import { examUserStatus, recordStatus, type ExamUserStatusCode, type RecordStatusCode } from '../contract/codes.ts';

/**
 * Where an examinee stands in an exam, as four registers that change apart from each other: so that what happens at the same
 * time in different places keeps both facts. The specification's one code is a view over them.
 */
export interface ExamUserRegisters {
  readonly presence: 'awaiting' | 'inExam' | 'handedIn' | 'collected';
  readonly attendance: 'present' | 'absent';
  readonly conduct: 'clean' | 'cheating';
  readonly marking: 'none' | 'marking' | 'finished';
}

export type ExamUserRegister = keyof ExamUserRegisters;

/** Who moves a register: the examinee, the staff, or the server by itself. */
export type ExamUserMover = 'examinee' | 'staff' | 'server';

export interface RegisterTransition<R extends ExamUserRegister = ExamUserRegister> {
  readonly register: R;
  readonly from: ExamUserRegisters[R];
  readonly on: string;
  readonly to: ExamUserRegisters[R];
  readonly by: ExamUserMover;
}

type AnyTransition = { [R in ExamUserRegister]: RegisterTransition<R> }[ExamUserRegister];

/** Every way a register moves. Events are op types without their version, or what the server derives from time. */
export const examUserTransitions: readonly AnyTransition[] = [
  { register: 'presence', from: 'awaiting', on: 'attempt.enter', to: 'inExam', by: 'examinee' },
  { register: 'presence', from: 'awaiting', on: 'answer.set', to: 'inExam', by: 'examinee' },
  { register: 'presence', from: 'awaiting', on: 'attempt.handIn', to: 'handedIn', by: 'examinee' },
  { register: 'presence', from: 'inExam', on: 'attempt.handIn', to: 'handedIn', by: 'examinee' },
  { register: 'presence', from: 'inExam', on: 'deadline and grace passed', to: 'collected', by: 'server' },
  { register: 'presence', from: 'collected', on: 'attempt.handIn', to: 'handedIn', by: 'examinee' },
  { register: 'presence', from: 'collected', on: 'time.extend', to: 'inExam', by: 'staff' },
  // A hand-in by time-out alone: one by the examinee stands until staff lift it by name.
  { register: 'presence', from: 'handedIn', on: 'time.extend', to: 'inExam', by: 'staff' },
  { register: 'presence', from: 'handedIn', on: 'handIn.reopen', to: 'inExam', by: 'staff' },
  { register: 'presence', from: 'handedIn', on: 'epoch.grant', to: 'inExam', by: 'server' },
  { register: 'attendance', from: 'present', on: 'attendance.absent', to: 'absent', by: 'staff' },
  // Void, and the record says so: whoever answered was there.
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

/** The first row that fits is shown. */
export const examUserShown: readonly { readonly when: Partial<ExamUserRegisters>; readonly shows: ExamUserStatusCode }[] = [
  { when: { conduct: 'cheating' }, shows: examUserStatus.cheating },
  { when: { marking: 'finished' }, shows: examUserStatus.finished },
  { when: { marking: 'marking' }, shows: examUserStatus.beingMarked },
  { when: { presence: 'handedIn' }, shows: examUserStatus.handedIn },
  { when: { presence: 'collected' }, shows: examUserStatus.handedIn },
  { when: { presence: 'inExam' }, shows: examUserStatus.inExam },
  { when: { attendance: 'absent' }, shows: examUserStatus.absent },
  { when: {}, shows: examUserStatus.awaiting },
];

/** What the record system has of it: whether somebody sat the exam, and sat it honestly. */
export function recordStatusOf(status: ExamUserStatusCode): RecordStatusCode {
  if (status === examUserStatus.cheating) return recordStatus.cheating;
  return status === examUserStatus.absent ? recordStatus.absent : recordStatus.normal;
}

export function shownStatus(registers: ExamUserRegisters): ExamUserStatusCode {
  const fits = (when: Partial<ExamUserRegisters>): boolean =>
    (Object.keys(when) as ExamUserRegister[]).every((register) => when[register] === registers[register]);
  return examUserShown.find((row) => fits(row.when))?.shows ?? examUserStatus.awaiting;
}
