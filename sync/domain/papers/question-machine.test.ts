import { describe, expect, it } from 'vitest';
import { questionEvents, questionStatus } from '../../contract/codes.ts';
import { findNextStatus } from '../transition.ts';
import { questionMachine, decideQuestionStep, listQuestionSteps } from './question-machine.ts';

describe('the review of a question', () => {
  it('gives the next status, or none, for every status and event', () => {
    const transitions = Object.values(questionStatus).map((from) => [
      from,
      ...questionEvents.map((on) => findNextStatus(questionMachine, from, on) ?? '-'),
    ]);
    // First the present status, then the status after submit, withdraw, return, approve, retire and revive.
    expect(transitions).toEqual([
      [0, 1, '-', '-', 2, '-', '-'],
      [1, '-', 0, 0, 2, '-', '-'],
      [2, '-', '-', '-', '-', 3, '-'],
      [3, '-', '-', '-', '-', '-', 2],
    ]);
    expect(new Set(questionMachine.map((row) => `${row.from} ${row.on}`)).size).toBe(questionMachine.length);
  });

  it('forbids authors to approve their own questions unless their role is responsible for the bank', () => {
    const teacher = { roles: ['teacher'], isAuthor: true } as const;
    expect(listQuestionSteps(1, teacher)).toEqual(['withdraw']);
    expect(decideQuestionStep(1, 'approve', teacher)).toBe('own');
    expect(listQuestionSteps(1, { ...teacher, isAuthor: false })).toEqual(['return', 'approve']);
    expect(decideQuestionStep(1, 'withdraw', { ...teacher, isAuthor: false })).toBe('others');
    expect(listQuestionSteps(1, { roles: ['school'], isAuthor: true })).toEqual(['withdraw', 'return', 'approve']);
    expect(listQuestionSteps(0, teacher)).toEqual(['submit']);
    expect(listQuestionSteps(0, { roles: ['admin'], isAuthor: false })).toEqual(['submit', 'approve']);
    expect(decideQuestionStep(2, 'retire', { roles: ['marker'], isAuthor: false })).toBe('role');
    expect(decideQuestionStep(3, 'retire', teacher)).toBe('status');
  });
});
