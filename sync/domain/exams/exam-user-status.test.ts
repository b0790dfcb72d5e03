import { expect, test } from 'vitest';
import { examUserStatus, recordStatus } from '../../contract/codes.ts';
import { toRecordStatus } from './exam-user-status.ts';

test('toRecordStatus keeps cheating and absent and maps every other status to normal', () => {
  const { cheating, absent, ...others } = examUserStatus;
  expect(toRecordStatus(cheating)).toBe(recordStatus.cheating);
  expect(toRecordStatus(absent)).toBe(recordStatus.absent);
  expect(new Set(Object.values(others).map(toRecordStatus))).toEqual(new Set([recordStatus.normal]));
});
