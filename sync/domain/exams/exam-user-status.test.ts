import { expect, test } from 'vitest';
import { examUserStatus, recordStatus } from '../../contract/codes.ts';
import { toRecordStatus } from './exam-user-status.ts';

test('the record system knows who cheated, who was absent, and that everybody else sat the exam', () => {
  const { cheating, absent, ...others } = examUserStatus;
  expect(toRecordStatus(cheating)).toBe(recordStatus.cheating);
  expect(toRecordStatus(absent)).toBe(recordStatus.absent);
  expect(new Set(Object.values(others).map(toRecordStatus))).toEqual(new Set([recordStatus.normal]));
});
