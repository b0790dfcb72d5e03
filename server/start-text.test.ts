import { expect, it } from 'vitest';
import { getReachableHost } from './http/listen.ts';
import { formatStartText } from './start-text.ts';

const report = { accounts: [], oneTime: false };
const card = (address: string, internal = false) => ({ address, family: 'IPv4', internal, netmask: '', mac: '', cidr: null }) as const;

it('a server that listens on all addresses prints one that a browser can open', () => {
  const interfaces = { lo: [card('127.0.0.1', true)], eth0: [card('192.168.1.20')] };
  expect(getReachableHost('0.0.0.0', interfaces)).toBe('192.168.1.20');
  expect(getReachableHost('::', interfaces)).toBe('192.168.1.20');
  expect(getReachableHost('0.0.0.0', { lo: [card('127.0.0.1', true)] })).toBe('localhost');
  expect(getReachableHost('127.0.0.1', interfaces)).toBe('127.0.0.1');
  expect(getReachableHost('fe80::1', interfaces)).toBe('[fe80::1]');
});

it('the start says that other computers need HTTPS', () => {
  expect(formatStartText('http://192.168.1.20:8787', report)).toMatch(/other computers[^]*TLS_CERT[^]*http:\/\/localhost:8787/);
  for (const url of ['https://192.168.1.20:8443', 'http://127.0.0.1:8787', 'http://localhost:8787', 'http://[::1]:8787'])
    expect(formatStartText(url, report)).not.toContain('TLS_CERT');
});

it('the start prints the address of the certificate, the page for other PCs and the fingerprint', () => {
  const certificate = { names: ['exam.school.test', 'localhost'], authority: { fingerprint256: 'AB:CD' }, warning: null } as never;
  const text = formatStartText('https://192.168.1.20:8443', report, { certificate, plainUrl: 'http://192.168.1.20:8444' });
  expect(text).toContain('ready: https://exam.school.test:8443\n');
  expect(text).toContain('http://192.168.1.20:8444');
  expect(text).toContain('AB:CD');
  const expired = { certificate: { ...(certificate as object), warning: 'it expired' } as never, plainUrl: null };
  expect(formatStartText('https://127.0.0.1:8443', report, expired)).toMatch(/127\.0\.0\.1:8443[^]*Warning: it expired/);
});

it('the start warns of limits of the machine that are too low', () => {
  const url = 'http://127.0.0.1:8787';
  expect(formatStartText(url, report, null, ['only few connections may wait.'])).toContain('Warning: only few connections may wait.');
  expect(formatStartText(url, report)).not.toContain('Warning');
});
