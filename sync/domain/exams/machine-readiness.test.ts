import { expect, it } from 'vitest';
import { machineContactMs, listMachineProblems, offsetLimitMs } from './machine-readiness.ts';

const good = { revision: 4, holds: 'B', persisted: true, offsetMs: -offsetLimitMs, worker: 'index-2.js', untrusted: false, drill: null };
const wanted = { revision: 4, variant: 'B', worker: 'index-2.js' };
const nowMs = 1e9;

it('a machine is ready when it holds its seat’s variant of the newest revision, keeps it, has the right time and was heard of', () => {
  expect(listMachineProblems(good, nowMs - machineContactMs, wanted, nowMs)).toEqual([]);
  expect(listMachineProblems({ ...good, holds: 'A' }, nowMs, { ...wanted, variant: undefined }, nowMs)).toEqual([]);
  expect(listMachineProblems(good, nowMs, { ...wanted, worker: undefined }, nowMs)).toEqual([]);
});

it.each([
  ['package', { holds: 'A' }],
  ['package', { holds: '' }],
  ['revision', { revision: 3 }],
  ['clock', { offsetMs: offsetLimitMs + 1 }],
  ['clock', { offsetMs: -offsetLimitMs - 1 }],
  ['persisted', { persisted: null }],
  ['persisted', { persisted: false }],
  ['worker', { worker: 'index-1.js' }],
  ['noWorker', { worker: '' }],
  ['certificate', { untrusted: true }],
  ['certificate', { untrusted: true, worker: '' }],
] as const)('%s is named', (fault, change) => {
  expect(listMachineProblems({ ...good, ...change }, nowMs, wanted, nowMs)).toEqual([fault]);
});

it('one that was not heard of for long is named, and one that said nothing holds nothing', () => {
  expect(listMachineProblems(good, nowMs - machineContactMs - 1, wanted, nowMs)).toEqual(['silent']);
  expect(listMachineProblems(null, nowMs, wanted, nowMs)).toEqual(['package']);
});
