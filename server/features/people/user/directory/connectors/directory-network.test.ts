import { networkInterfaces } from 'node:os';
import { expect, it } from 'vitest';
import { createDirectoryFetch } from './directory-fetch.ts';
import { createDirectoryNetwork } from './directory-network.ts';

const found =
  (...addresses: string[]) =>
  () =>
    Promise.resolve(addresses.map((address) => ({ address })));
const resolve = (host: string, allowed: readonly string[] = []) => createDirectoryNetwork(allowed).resolve(host);

it.each(['10.1.2.3', '172.16.77.9', '192.168.1.20', 'fd12:3456::9', '203.0.113.7', '2408:8000::1'])(
  'the directory network reaches a directory at %s, private or public',
  async (address) => {
    expect(await resolve(address)).toEqual({ address, family: address.includes(':') ? 6 : 4 });
  },
);

const special = {
  loopback: '127.0.0.1 127.8.8.8 0.0.0.0 :: ::1 ::ffff:127.0.0.1 ::ffff:7f00:1 64:ff9b::7f00:1 2002:7f00:1::',
  others: '169.254.169.254 fe80::1 100.100.100.200 168.63.129.16 192.0.0.192 fd00:ec2::254 224.0.0.1 255.255.255.255',
};
it.each(Object.values(special).join(' ').split(' '))(
  'the directory network never reaches %s: this server, link-local or a metadata service',
  async (address) => {
    await expect(resolve(address)).rejects.toThrow('not allowed');
    await expect(createDirectoryNetwork([], found(address)).resolve('innocent.school.test')).rejects.toThrow('not allowed');
  },
);

it('the directory network never reaches an address of this machine', async () => {
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  expect(own.length).toBeGreaterThan(0);
  for (const { address, family } of own)
    for (const form of family === 'IPv4' ? [address, `::ffff:${address}`] : [address])
      await expect(resolve(form)).rejects.toThrow('not allowed');
});

it('the directory network reaches a blocked address if the operator allows it', async () => {
  expect(await resolve('127.0.0.1', ['127.0.0.1'])).toEqual({ address: '127.0.0.1', family: 4 });
  await expect(resolve('127.0.0.2', ['127.0.0.1'])).rejects.toThrow('not allowed');
  expect(() => createDirectoryNetwork(['localhost'])).toThrow('WENKAO_DIRECTORY_ALLOW: "localhost" is neither');
});

it('the directory network uses the allowed address of a host with several, and reports an unknown host', async () => {
  expect(await createDirectoryNetwork([], found('127.0.0.1', '10.0.0.5')).resolve('two.school.test')).toEqual({
    address: '10.0.0.5',
    family: 4,
  });
  await expect(createDirectoryNetwork([], found()).resolve('gone.school.test')).rejects.toThrow('is unknown');
});

it.each(['https://127.0.0.1/', 'https://[::1]/', 'https://2130706433/', 'https://0x7f.1/', 'https://localhost/'])(
  'the directory fetch refuses %s, however the address is written',
  async (url) => {
    await expect(createDirectoryFetch(createDirectoryNetwork([]), '')(url)).rejects.toThrow('not allowed');
  },
);

it('the directory fetch refuses unencrypted HTTP', async () => {
  await expect(createDirectoryFetch(createDirectoryNetwork([]), '')('http://10.0.0.5/')).rejects.toThrow('does not use https');
});
