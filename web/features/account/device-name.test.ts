import { expect, it } from 'vitest';
import { describeDevice } from './device-name.ts';

it.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36', 'Chrome · Windows'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/120.0 Safari/537.36 Edg/120.0', 'Edge · Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605.1.15 Version/17.0 Safari/605.1.15', 'Safari · macOS'],
  ['', ''],
])('describeDevice names browser and system of the user agent %s', (agent, name) => {
  expect(describeDevice(agent)).toBe(name);
});
