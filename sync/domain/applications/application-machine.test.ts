import { describe, expect, it } from 'vitest';
import { declarationStatus, enrolmentStatus, applicationEvents, offerStatus } from '../../contract/codes.ts';
import { declarationMachine, enrolmentMachine, applicationKinds, deriveOfferPhase } from './application-machine.ts';

/** Lists the allowed transitions among all statuses and events. Events without a row are refused. */
const moves = (next: (from: number, on: (typeof applicationEvents)[number]) => number | undefined, statuses: readonly number[]) =>
  statuses.flatMap((from) => applicationEvents.flatMap((on) => (next(from, on) === undefined ? [] : [`${from} ${on} ${next(from, on)}`])));

describe('status transitions of applications', () => {
  it('of an enrolment are those of its table', () =>
    expect(moves(applicationKinds.enroll.next, Object.values(enrolmentStatus))).toEqual([
      '-1 submit 0',
      '0 approve 1',
      '0 return 2',
      '0 withdraw -1',
      '1 return 2',
      '2 submit 0',
      '2 withdraw -1',
    ]));
  it('of a declaration are those of its table', () =>
    expect(moves(applicationKinds.declare.next, Object.values(declarationStatus))).toEqual([
      '0 save 1',
      '0 submit 3',
      '1 save 1',
      '1 submit 3',
      '2 save 2',
      '2 submit 3',
      '3 approve 4',
      '3 return 2',
      '3 withdraw 1',
      '4 return 2',
    ]));
  it('belong either to the applicant or to the reviewer, never to both', () => {
    for (const row of [...enrolmentMachine, ...declarationMachine])
      expect(row.by.some((role) => role === 'enrollUser' || role === 'student')).toBe(['save', 'submit', 'withdraw'].includes(row.on));
  });
});

it('deriveOfferPhase calls an offer open from its opening time until just before its closing time', () => {
  const at = (nowMs: number, status = offerStatus.open as 0 | 1 | 2) => deriveOfferPhase({ status, opensMs: 10, closesMs: 20 }, nowMs);
  expect([at(9), at(10), at(19), at(20)]).toEqual(['coming', 'open', 'open', 'over']);
  expect([at(15, offerStatus.draft), at(15, offerStatus.closed)]).toEqual(['draft', 'closed']);
});
