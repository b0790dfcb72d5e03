import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ServerChance } from '../../ports.ts';
import type { PersonalKeys } from './id-number.ts';

/** As many accounts as a device is remembered to have signed in; the latest stay. */
const mostAccounts = 60;

/** What a device keeps of whom it signed in. It opens nothing: it only tells its owner's attempts from a stranger's behind the same address. */
export interface KnownDevice {
  readonly id: string;
  readonly userIds: readonly number[];
}

/** The mark a device keeps, `<id>.<user>-<user>.<mac>`: made here, so nobody makes one of an account that isn't theirs. */
export function knownDevices(keys: PersonalKeys, chance: ServerChance) {
  const macOf = (told: string): Buffer => createHmac('sha256', keys.index).update(`known device\n${told}`).digest();
  return {
    read(mark: string): KnownDevice | undefined {
      const [id = '', users = '', mac = ''] = mark.split('.');
      const given = Buffer.from(mac, 'base64url');
      const right = macOf(`${id}.${users}`);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      return { id, userIds: users.split('-').map(Number) };
    },

    markWith(device: KnownDevice | undefined, userId: number): string {
      const userIds = [userId, ...(device?.userIds ?? []).filter((id) => id !== userId)].slice(0, mostAccounts);
      const told = `${device?.id ?? chance.bytes(12).toString('base64url')}.${userIds.join('-')}`;
      return `${told}.${macOf(told).toString('base64url')}`;
    },
  };
}
