import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { type AddressTest, createAddressTest } from '../../../../../http/client-address.ts';
import { directoryMessages as messages } from '../directory-messages.ts';
import { DirectoryFault } from './connector.ts';

/** An address of a directory that the server may connect to. */
export interface HostAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Finds the addresses of directories, whose names school administrators choose. */
export interface DirectoryNetwork {
  /** Resolves a host name or address. Callers connect to the result, not to the name, which may mean another address a moment later. */
  resolve(host: string): Promise<HostAddress>;
}

/** Addresses that mean this machine, its link, or the metadata service of a cloud, which hands out the machine's credentials. */
const specialAddresses = {
  ipv4: '0.0.0.0/8 127.0.0.0/8 169.254.0.0/16 224.0.0.0/4 240.0.0.0/4',
  ipv6: '::/96 fe80::/10 fec0::/10 ff00::/8',
  /** IPv4 addresses within IPv6: translated and tunnelled. */
  embedded: '64:ff9b::/96 64:ff9b:1::/48 2002::/16 2001::/32',
  /** Metadata services outside the link-local range: Alibaba Cloud, Azure, Oracle, AWS. */
  metadata: '100.100.100.200 168.63.129.16 192.0.0.0/24 fd00:ec2::254',
};
const isSpecial = createAddressTest(Object.values(specialAddresses).join(' ').split(' '), 'special addresses');

/** Rewrites an IPv4 address that is mapped into IPv6 (::ffff:7f00:1), so that no rule is avoided by its other form. */
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
 * Creates the network that directories are reached through. The rule: a directory may stand anywhere, also on private addresses, except on this
 * server itself, its link or a cloud's metadata service, unless the operator allows that address (`WENKAO_DIRECTORY_ALLOW`).
 */
export function createDirectoryNetwork(
  allowed: readonly string[],
  resolveName: (host: string) => Promise<readonly { address: string }[]> = (host) => lookup(host, { all: true }),
): DirectoryNetwork {
  const isAllowed: AddressTest = createAddressTest(allowed, 'WENKAO_DIRECTORY_ALLOW');
  const mayReach = (address: string): boolean => isAllowed(address) || !(isSpecial(address) || isOwn(address));
  return {
    async resolve(host) {
      const family = isIP(host);
      const found = family !== 0 ? [{ address: host }] : await resolveName(host).catch(() => []);
      if (found.length === 0) throw new DirectoryFault(messages.nameUnknown(host));
      const address = found.map((each) => unmapIpv4(each.address)).find(mayReach);
      if (address === undefined) throw new DirectoryFault(messages.addressRefused(host));
      return { address, family: isIP(address) === 6 ? 6 : 4 };
    },
  };
}
