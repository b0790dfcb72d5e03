import { expect, test } from 'vitest';
import { createAddressReader, getRateLimitUnit } from './client-address.ts';
import type { HttpContext } from './call-context.ts';

const from = (remoteAddress: string, forwarded?: string) =>
  ({
    env: { incoming: { socket: { remoteAddress } } },
    req: { header: (name: string) => (name === 'x-forwarded-for' ? forwarded : undefined) },
  }) as unknown as HttpContext;

test('createAddressReader returns the socket’s address for a client that is no trusted proxy', () => {
  expect(createAddressReader([])(from('10.0.0.9', '1.2.3.4'))).toBe('10.0.0.9');
  expect(createAddressReader(['10.0.0.1'])(from('10.0.0.9', '1.2.3.4'))).toBe('10.0.0.9');
  expect(createAddressReader(['10.0.0.1'])(from('::ffff:10.0.0.9', '1.2.3.4'))).toBe('10.0.0.9');
  expect(createAddressReader(['10.0.0.1'])(from('10.0.0.9', '1.2.3.4, 10.0.0.1'))).toBe('10.0.0.9');
});

test('createAddressReader returns the last hop before the trusted proxies and ignores earlier ones', () => {
  const read = createAddressReader(['127.0.0.1', '10.1.0.0/16', 'fd00::/8']);
  expect(read(from('127.0.0.1', '192.168.3.4'))).toBe('192.168.3.4');
  expect(read(from('::ffff:127.0.0.1', '6.6.6.6, 192.168.3.4, 10.1.2.3'))).toBe('192.168.3.4');
  expect(read(from('127.0.0.1', '10.1.2.3'))).toBe('10.1.2.3');
  expect(read(from('fd00::1', '2001:db8::7'))).toBe('2001:db8::7');
  for (const nonsense of ['', 'unknown', ' , ']) expect(read(from('127.0.0.1', nonsense))).toBe('127.0.0.1');
  expect(read(from('127.0.0.1'))).toBe('127.0.0.1');
});

test.each(['nginx', '10.0.0.0/33', '10.0.0.0/', '1.2.3.4/8/9', '::1/129'])(
  'createAddressReader refuses %s as a trusted proxy and names TRUST_PROXY',
  (value) => {
    expect(() => createAddressReader([value])).toThrow(/TRUST_PROXY/);
  },
);

test('getRateLimitUnit returns an IPv4 address itself, and the /64 network of an IPv6 address', () => {
  expect(getRateLimitUnit('10.0.0.9')).toBe('10.0.0.9');
  expect(getRateLimitUnit('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(getRateLimitUnit('2001:DB8:1:2::9')).toBe(getRateLimitUnit('2001:db8:0001:2:ffff::1'));
  expect(getRateLimitUnit('2001:db8::1')).toBe('2001:db8:0:0::/64');
  expect(getRateLimitUnit('::1')).toBe('0:0:0:0::/64');
  expect(getRateLimitUnit('')).toBe('');
});
