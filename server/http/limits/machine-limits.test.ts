import { expect, it } from 'vitest';
import { acceptBacklog, listLowLimits, readMachineLimits } from './machine-limits.ts';

const limitsText = (files: string): string =>
  `Max processes 9 9\nMax open files            ${files}                 524288               files\n`;
const reader = (files: string, backlog: string) => (path: string) => (path.endsWith('limits') ? limitsText(files) : backlog);

it('readMachineLimits reserves open files for other use and assumes a low limit if unreadable', () => {
  expect(readMachineLimits('linux', reader('4096', '128\n'))).toEqual({ connections: 3_096, backlog: 128 });
  expect(readMachineLimits('linux', reader('unlimited', '4096\n')).connections).toBe(Infinity);
  expect(readMachineLimits('darwin', () => undefined)).toEqual({ connections: 768, backlog: acceptBacklog });
  expect(readMachineLimits('win32', () => undefined).connections).toBe(Infinity);
});

it('the start names each limit that is too low for a large exam', () => {
  expect(listLowLimits({ connections: 150_000, backlog: 4_096 })).toEqual([]);
  expect(listLowLimits({ connections: 768, backlog: 128 })).toEqual([
    expect.stringContaining('768 connections open, enough for 384 examinees'),
    expect.stringContaining('only 128 new connections may wait'),
  ]);
});
