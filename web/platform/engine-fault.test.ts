import { beforeEach, expect, test, vi } from 'vitest';

const call = vi.hoisted(() => vi.fn());
vi.mock('./api/call.ts', () => ({ makeCall: call, CallFailure: class extends Error {} }));

beforeEach(() => {
  vi.resetModules();
  call.mockReset();
  call.mockResolvedValue({});
  vi.stubGlobal('location', { origin: 'https://exam.school.cn', pathname: '/student/exam/5' });
  vi.stubGlobal('navigator', { userAgent: 'Chrome/140.0' });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
const reported = () => call.mock.calls.map(([path, { engine, message, times }]) => ({ path, engine, message, times }));
const load = async () => (await import('./engine-fault.ts')).reportEngineFault;

test('an engine fault is logged, counted and reported at its 1st, 10th and 100th occurrence', async () => {
  const onFault = await load();
  for (let at = 0; at < 150; at += 1) onFault(new TypeError('no row'), 'push');
  expect(console.error).toHaveBeenCalledTimes(150);
  const report = { path: '/system/reportFault', engine: 'push', message: 'no row' };
  expect(reported()).toEqual([
    { ...report, times: 1 },
    { ...report, times: 9 },
    { ...report, times: 90 },
  ]);
});

test('the next report includes the count of a lost report, and a page sends a limited number of reports', async () => {
  const onFault = await load();
  call.mockRejectedValueOnce(new Error('no network'));
  onFault(new TypeError('no row'), 'push');
  await vi.waitFor(() => {
    onFault(new TypeError('no row'), 'push');
    expect(call.mock.calls.length).toBeGreaterThan(1);
  });
  expect(reported()[1]?.times).toBeGreaterThan(1);
  call.mockReset();
  call.mockResolvedValue({});
  for (let at = 0; at < 50; at += 1) onFault(new TypeError(`kind ${'x'.repeat(at)}`), 'pull');
  expect(call).toHaveBeenCalledTimes(4);
});
