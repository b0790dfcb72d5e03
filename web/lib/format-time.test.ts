import { afterEach, expect, it } from 'vitest';
import {
  getDeviceZone,
  formatClock,
  formatDateTime,
  formatDay,
  fromLocalInput,
  splitMinutesAndSeconds,
  setSchoolZone,
  getStartOfDay,
  toLocalInput,
} from './format-time.ts';

const ms = Date.parse('2026-11-27T15:50:31Z');
afterEach(() => setSchoolZone('Asia/Shanghai'));

it('times are formatted and parsed in the school’s zone on a PC in another zone', () => {
  expect(getDeviceZone()).toBe('America/New_York');
  expect(new Date(ms).getHours()).toBe(10);
  expect([formatDateTime(ms), formatClock(ms), formatDay(ms, 'zh-CN')]).toEqual(['2026-11-27 23:50', '23:50:31', '2026-11-27 周五']);
  expect(fromLocalInput('2026-11-27T23:50')).toBe(ms - 31_000);
  expect(fromLocalInput(toLocalInput(ms))).toBe(ms - 31_000);
  expect(getStartOfDay(ms)).toBe(Date.parse('2026-11-26T16:00:00Z'));
  setSchoolZone('Asia/Urumqi');
  expect([formatDateTime(ms), toLocalInput(ms)]).toEqual(['2026-11-27 21:50', '2026-11-27T21:50']);
});

it('a zone that the browser does not know is replaced by the default', () => {
  setSchoolZone('Asia/Nowhere');
  expect(formatDateTime(ms)).toBe('2026-11-27 23:50');
});

it('an empty or invalid date gives null or an empty text', () => {
  expect(fromLocalInput('')).toBeNull();
  expect(fromLocalInput('2026-13-40T99:00')).toBeNull();
  expect(formatDateTime(Number.NaN)).toBe('');
});

it('splitMinutesAndSeconds rounds to whole seconds', () => {
  expect(splitMinutesAndSeconds(604_122)).toEqual({ minutes: 10, seconds: 4 });
  expect(splitMinutesAndSeconds(599_700)).toEqual({ minutes: 10, seconds: 0 });
  expect(splitMinutesAndSeconds(300_000)).toEqual({ minutes: 5, seconds: 0 });
});
