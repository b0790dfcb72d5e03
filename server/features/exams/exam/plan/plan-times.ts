import type { Message } from '../../../../http/handler.ts';
import { examMessages as messages } from '../exam-messages.ts';

/** Finds invalid times of a plan, field by field. */
export function listTimeErrors(times: {
  readonly durationMs: number;
  readonly entryLimitMs: number;
  readonly earliestHandInMs: number;
}): { path: string; message: Message }[] {
  const faults = [];
  if (times.entryLimitMs > times.durationMs) faults.push({ path: 'entryLimitMs', message: messages.entryLimitTooLong() });
  if (times.earliestHandInMs > times.durationMs) faults.push({ path: 'earliestHandInMs', message: messages.handInTooLate() });
  return faults;
}
