import { BlockList, isIP } from 'node:net';
import type { GetClientAddress, HttpContext } from './call-context.ts';

/**
 * Builds the function that reads a client's address. `trusted` (`TRUST_PROXY`): addresses and CIDR ranges of proxies whose `X-Forwarded-For` is
 * believed. The header is read from its end, because each proxy adds the address that it saw; the first address that is not trusted is the client's.
 * Throws an error that names an invalid entry.
 */
export function createAddressReader(trusted: readonly string[]): GetClientAddress {
  const isProxy = createAddressTest(trusted);
  return (c) => {
    let address = getSocketAddress(c);
    if (trusted.length === 0) return address;
    const hops = (c.req.header('x-forwarded-for') ?? '').split(',').map((hop) => stripIpv4Prefix(hop.trim()));
    while (hops.length > 0 && isProxy(address)) {
      const next = hops.pop() ?? '';
      if (isIP(next) === 0) break;
      address = next;
    }
    return address;
  };
}

/** Returns the address of the TCP connection: that of a proxy, if there is one. */
export const getSocketAddress = (c: HttpContext): string => stripIpv4Prefix(c.env?.incoming?.socket.remoteAddress ?? '');

/** Tests whether a proxy passed the request on, trusted or not. */
export const isForwarded = (c: HttpContext): boolean =>
  ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some((name) => c.req.header(name) !== undefined);

export const isLoopbackAddress = (address: string): boolean => address === '::1' || address.startsWith('127.');

/**
 * Returns the unit that rate limits apply to: one IPv4 address, or the /64 network of an IPv6 address, because one machine owns all its addresses.
 */
export function getRateLimitUnit(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? [];
  const headGroups = head === '' ? [] : head.split(':');
  const tailGroups = tail === '' ? [] : tail.split(':');
  const groups = [
    ...headGroups,
    ...Array.from({ length: Math.max(0, 8 - headGroups.length - tailGroups.length) }, () => '0'),
    ...tailGroups,
  ];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')}::/64`;
}

/** Tells whether an address is in a list. */
export type AddressTest = (address: string) => boolean;

/**
 * Reads a list of addresses and CIDR ranges. `setting`: name of the environment variable with the list. Throws an error that names an entry which is
 * neither.
 */
export function createAddressTest(trusted: readonly string[], setting = 'TRUST_PROXY'): AddressTest {
  const list = new BlockList();
  for (const each of trusted) {
    const [address = '', bits, ...more] = each.split('/');
    const family = isIP(address);
    const addressBits = family === 4 ? 32 : 128;
    const prefix = bits === undefined ? addressBits : /^\d{1,3}$/.test(bits) ? Number(bits) : -1;
    if (family === 0 || more.length > 0 || prefix < 0 || prefix > addressBits)
      throw new Error(`${setting}: "${each}" is neither an address nor a range like 10.0.0.0/8`);
    list.addSubnet(address, prefix, family === 4 ? 'ipv4' : 'ipv6');
  }
  return (address) => {
    const kind = isIP(address);
    return kind !== 0 && list.check(address, kind === 4 ? 'ipv4' : 'ipv6');
  };
}

/** Strips the prefix of IPv4 addresses on a dual-stack socket: "::ffff:10.0.0.1". */
export const stripIpv4Prefix = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');
