import { expect, it } from 'vitest';
import { machineContactMs, listMachineProblems, offsetLimitMs } from './machine-readiness.ts';

const goodReport = {
  revision: 4,
  holds: 'B',
  persisted: true,
  offsetMs: -offsetLimitMs,
  worker: 'index-2.js',
  untrusted: false,
  drill: null,
};
const requirements = { revision: 4, variant: 'B', worker: 'index-2.js' };
const nowMs = 1e9;

it('a PC with the newest package, persistent storage, a right clock and recent contact is ready', () => {
  expect(listMachineProblems(goodReport, nowMs - machineContactMs, requirements, nowMs)).toEqual([]);
  expect(listMachineProblems({ ...goodReport, holds: 'A' }, nowMs, { ...requirements, variant: undefined }, nowMs)).toEqual([]);
  expect(listMachineProblems(goodReport, nowMs, { ...requirements, worker: undefined }, nowMs)).toEqual([]);
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
] as const)('listMachineProblems reports %s', (fault, change) => {
  expect(listMachineProblems({ ...goodReport, ...change }, nowMs, requirements, nowMs)).toEqual([fault]);
});

it('a PC without recent contact is reported as silent, and one without a report as lacking the package', () => {
  expect(listMachineProblems(goodReport, nowMs - machineContactMs - 1, requirements, nowMs)).toEqual(['silent']);
  expect(listMachineProblems(null, nowMs, requirements, nowMs)).toEqual(['package']);
});
