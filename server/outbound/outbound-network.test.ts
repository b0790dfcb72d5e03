import { expect, it } from 'vitest';
import { createOutboundNetwork, type OutboundRule, type ResolveName } from './outbound-network.ts';

const rule: OutboundRule = {
  reach: 'public',
  allowed: [],
  setting: 'WENKAO_WEBHOOK_ALLOW',
  faults: { nameUnknown: (host) => new Error(`${host} is unknown`), addressRefused: (host) => new Error(`${host} is refused`) },
};
const found =
  (...addresses: string[]): ResolveName =>
  () =>
    Promise.resolve(addresses.map((address) => ({ address })));

const refused = {
  own: '127.0.0.1 127.8.8.8 0.0.0.0 :: ::1 ::ffff:127.0.0.1 ::ffff:7f00:1 64:ff9b::7f00:1 2002:7f00:1::',
  link: '169.254.1.1 fe80::1 224.0.0.1 ff02::1 255.255.255.255 240.0.0.1',
  metadata: '169.254.169.254 ::ffff:169.254.169.254 100.100.100.200 168.63.129.16 192.0.0.192 fd00:ec2::254',
  private:
    '10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.20 ::ffff:10.1.2.3 ::ffff:c0a8:114 fc00::1 fd12:3456::9 100.64.0.1 100.127.255.254',
  examples: '192.0.2.1 198.18.0.1 198.51.100.7 203.0.113.7 2001:db8::1',
};

it.each(Object.values(refused).join(' ').split(' '))(
  'an outbound network for public addresses refuses %s, by address and by name',
  async (address) => {
    await expect(createOutboundNetwork(rule).resolve(address)).rejects.toThrow('is refused');
    await expect(createOutboundNetwork(rule, found(address)).resolve('innocent.example')).rejects.toThrow('innocent.example is refused');
  },
);

it.each(['114.114.114.114', '172.32.0.1', '100.128.0.1', '2408:8000::1'])(
  'an outbound network for public addresses reaches %s',
  async (address) => {
    expect(await createOutboundNetwork(rule).resolve(address)).toEqual({ address, family: address.includes(':') ? 6 : 4 });
  },
);

it('an outbound network reaches a private address that the operator allows, and no other', async () => {
  const network = createOutboundNetwork({ ...rule, allowed: ['10.1.0.0/16'] }, found('10.1.2.3'));
  expect(await network.resolve('sms.school.example')).toEqual({ address: '10.1.2.3', family: 4 });
  await expect(network.resolve('10.2.0.1')).rejects.toThrow('is refused');
});
