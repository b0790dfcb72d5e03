import { describe, expect, it } from 'vitest';
import { proposeDecision, type WeighedVersion } from './answer-proposal.ts';

const movedMs = new Map([[1, 1000]]);
const version = (streamId: string, change: Partial<WeighedVersion>): WeighedVersion => ({
  streamId,
  seq: 3,
  epoch: 1,
  lamport: 5,
  value: ['B'],
  receivedMs: 9000,
  wallMs: 900,
  label: 'within',
  winner: false,
  timeDoubtful: false,
  why: 'olderEpoch',
  ...change,
});
const old = (change: Partial<WeighedVersion> = {}): WeighedVersion => version('old', change);
const counting = (value: string[]): WeighedVersion => version('new', { epoch: 2, value, winner: true, why: '' });

describe('proposeDecision for the versions of an answer', () => {
  it('proposes nothing if no version waits', () => {
    expect(proposeDecision([counting(['A'])], movedMs)).toBeNull();
    expect(proposeDecision([old({ why: 'decided' }), counting(['A'])], movedMs)).toBeNull();
  });

  it('proposes the only version if it was written before the move', () => {
    expect(proposeDecision([old()], movedMs)).toEqual({ group: 'agreeing', choose: { streamId: 'old', seq: 3 } });
  });

  it('proposes the version that was answered again at the new PC', () => {
    expect(proposeDecision([old(), counting(['C'])], movedMs)).toEqual({ group: 'contradicting', choose: { streamId: 'new', seq: 3 } });
    expect(proposeDecision([old(), counting(['B'])], movedMs)).toEqual({ group: 'agreeing', choose: { streamId: 'new', seq: 3 } });
  });

  it.each([
    ['by its own account written after the move', { wallMs: 1001 }],
    ['surely written late', { label: 'late' as const }],
    ['written after the hand-in', { why: 'afterHandIn' }],
    ['written after scores were told', { why: 'afterDisclosure' }],
    ['received before the start', { why: 'early' }],
  ])('proposes none of the versions if one was %s', (_name, change) => {
    expect(proposeDecision([old(change)], movedMs)).toEqual({ group: 'contradicting', choose: null });
  });

  it('proposes the newest of several differing versions, for a decision one by one', () => {
    const two = [old(), version('other', { lamport: 8, value: ['C'] })];
    expect(proposeDecision(two, movedMs)).toEqual({ group: 'contradicting', choose: { streamId: 'other', seq: 3 } });
  });
});

describe('proposeDecision for an answer that may have been written after the end', () => {
  const doubtful = (change: Partial<WeighedVersion> = {}): WeighedVersion =>
    version('new', { label: 'unprovable', winner: true, why: '', timeDoubtful: true, ...change });
  const proven = (value: string[]): WeighedVersion => version('old', { value, why: '', lamport: 2 });

  it.each([
    ['alone: it goes on counting', [doubtful()], { group: 'agreeing', choose: { streamId: 'new', seq: 3 } }],
    ['an equal answer was surely in time', [proven(['B']), doubtful()], { group: 'agreeing', choose: { streamId: 'old', seq: 3 } }],
    ['another answer was surely in time', [proven(['A']), doubtful()], { group: 'contradicting', choose: { streamId: 'old', seq: 3 } }],
    ['surely late', [doubtful({ label: 'late' })], { group: 'contradicting', choose: null }],
    ['another answer waits', [old({ value: ['A'] }), doubtful()], { group: 'contradicting', choose: { streamId: 'new', seq: 3 } }],
  ] as const)('proposes a version by the other versions of the answer: %s', (_name, versions, proposal) => {
    expect(proposeDecision(versions, movedMs)).toEqual(proposal);
  });
});
