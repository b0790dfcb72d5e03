import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { type AddressTest, createAddressTest } from '../http/client-address.ts';

/** An address of another system that the server may connect to. */
export interface HostAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Finds the addresses of other systems, whose names school administrators choose. */
export interface OutboundNetwork {
  /** Resolves a host name or address. Callers connect to the result, not to the name, which may mean another address a moment later. */
  resolve(host: string): Promise<HostAddress>;
}

/** Finds all addresses of a name. */
export type ResolveName = (host: string) => Promise<readonly { address: string }[]>;

export interface OutboundRule {
  /** `public`: only addresses of the internet. `private`: addresses of private networks as well. */
  readonly reach: 'private' | 'public';
  /** Addresses and ranges that the operator allows although `reach` excludes them. */
  readonly allowed: readonly string[];
  /** Name of the environment variable that holds `allowed`. */
  readonly setting: string;
  /** Creates the errors that `resolve` throws for an unknown host name and for an address that is not allowed. */
  readonly faults: { readonly nameUnknown: (host: string) => Error; readonly addressRefused: (host: string) => Error };
}

/** Addresses of this machine, of the local network link, and of a cloud's metadata service, which hands out the machine's credentials. */
const specialAddresses = {
  ipv4: '0.0.0.0/8 127.0.0.0/8 169.254.0.0/16 224.0.0.0/4 240.0.0.0/4',
  ipv6: '::/96 fe80::/10 fec0::/10 ff00::/8',
  /** IPv6 ranges that contain IPv4 addresses, for translation and tunnels. */
  embedded: '64:ff9b::/96 64:ff9b:1::/48 2002::/16 2001::/32',
  /** Metadata services outside the link-local range: Alibaba Cloud, Azure, Oracle, AWS. */
  metadata: '100.100.100.200 168.63.129.16 192.0.0.0/24 fd00:ec2::254',
};
/** Addresses of private networks, of a provider's network (CGNAT), of unique local networks, and those kept for tests and examples. */
const privateAddresses = {
  ipv4: '10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 100.64.0.0/10',
  ipv6: 'fc00::/7',
  examples: '192.0.2.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 192.88.99.0/24 100::/64 2001:db8::/32',
};
const listRanges = (groups: Readonly<Record<string, string>>): string[] => Object.values(groups).join(' ').split(' ');
const isSpecial = createAddressTest(listRanges(specialAddresses), 'special addresses');
const isPrivate = createAddressTest(listRanges(privateAddresses), 'private addresses');

/** Rewrites an IPv4 address that is mapped into IPv6 (::ffff:7f00:1) as IPv4, so that this notation evades no rule. */
function unmapIpv4(address: string): string {
  if (isIP(address) !== 6) return address;
  const [, high, low] = /^\[::ffff:([\da-f]+):([\da-f]+)\]$/.exec(new URL(`http://[${address}]`).hostname) ?? [];
  if (high === undefined || low === undefined) return address;
  return [high, low]
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}

const isOwn = (address: string): boolean =>
  Object.values(networkInterfaces()).some((each) => each?.some((one) => one.address === address) === true);

/**
 * Creates the network through which the server reaches other systems. Unless the operator allows the address, it never reaches this server itself,
 * the local network link or a cloud's metadata service; with `reach: 'public'`, it also reaches no private network. Throws if an entry of `allowed`
 * is invalid.
 */
export function createOutboundNetwork(
  { reach, allowed, setting, faults }: OutboundRule,
  resolveName: ResolveName = (host) => lookup(host, { all: true }),
): OutboundNetwork {
  const isAllowed: AddressTest = createAddressTest(allowed, setting);
  const mayReach = (address: string): boolean =>
    isAllowed(address) || !(isSpecial(address) || isOwn(address) || (reach === 'public' && isPrivate(address)));
  return {
    async resolve(host) {
      const family = isIP(host);
      const addresses = family !== 0 ? [{ address: host }] : await resolveName(host).catch(() => []);
      if (addresses.length === 0) throw faults.nameUnknown(host);
      const address = addresses.map((each) => unmapIpv4(each.address)).find(mayReach);
      if (address === undefined) throw faults.addressRefused(host);
      return { address, family: isIP(address) === 6 ? 6 : 4 };
    },
  };
}
