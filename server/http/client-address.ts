import { BlockList, isIP } from 'node:net';
import type { AddressOf, HttpContext } from './call-context.ts';

/**
 * `TRUST_PROXY`: addresses and CIDR ranges whose `X-Forwarded-For` is believed. Throws a sentence that names what is no address.
 * The forwarded list is read from its end: each hop vouches for the one before it, and the first that isn't trusted is the client.
 */
export function addressReader(trusted: readonly string[]): AddressOf {
  const proxies = proxyList(trusted);
  return (c) => {
    let address = socketAddress(c);
    if (trusted.length === 0) return address;
    const hops = (c.req.header('x-forwarded-for') ?? '').split(',').map((hop) => plainAddress(hop.trim()));
    while (hops.length > 0 && has(proxies, address)) {
      const next = hops.pop() ?? '';
      if (isIP(next) === 0) break;
      address = next;
    }
    return address;
  };
}

export const socketAddress = (c: HttpContext): string => plainAddress(c.env?.incoming?.socket.remoteAddress ?? '');

/** A request that some proxy passed on, whoever believes what it says of itself. */
export const isForwarded = (c: HttpContext): boolean =>
  ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some((name) => c.req.header(name) !== undefined);

export const isLoopbackAddress = (address: string): boolean => address === '::1' || address.startsWith('127.');

/** Who shares a place: one IPv4 address, or a whole IPv6 network of a site (its /64), of which a single machine has every address. */
export function placeOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const groups = [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')}::/64`;
}

function proxyList(trusted: readonly string[]): BlockList {
  const list = new BlockList();
  for (const each of trusted) {
    const [address = '', bits, ...more] = each.split('/');
    const family = isIP(address);
    const most = family === 4 ? 32 : 128;
    const prefix = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : -1;
    if (family === 0 || more.length > 0 || prefix < 0 || prefix > most)
      throw new Error(`TRUST_PROXY: "${each}" is neither an address nor a range like 10.0.0.0/8`);
    list.addSubnet(address, prefix, family === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}

const has = (list: BlockList, address: string): boolean => {
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6');
};

/** A socket that speaks both families names IPv4 neighbours so: "::ffff:10.0.0.1". */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');
