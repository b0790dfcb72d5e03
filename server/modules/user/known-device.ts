import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ServerChance } from '../../ports.ts';
import type { PersonalKeys } from './id-number.ts';

/** As many accounts as a device is remembered to have signed in; the latest stay. */
const mostAccounts = 60;

/** Whom a device signed in, and how: who has a ticket may not try out the account's passwords as a device of its own. */
export const signInOf = (userId: number, byTicket: boolean): string => `${userId}${byTicket ? 't' : ''}`;

/** What a device keeps of whom it signed in. It opens nothing: it only tells its owner's attempts from a stranger's behind the same address. */
export interface KnownDevice {
  readonly id: string;
  /** See `signInOf`. */
  readonly signIns: readonly string[];
}

/**
 * Somebody else whom the device signed in before: it is no stranger's then, and its attempts count for themselves. Always the first of
 * them, so that who has one account of their own has one such line and no more.
 */
export const voucherOf = (device: KnownDevice | undefined, userId: number | undefined): string | undefined =>
  device?.signIns.findLast((each) => Number.parseInt(each, 10) !== userId);

/** The mark a device keeps, `<id>.<sign-in>-<sign-in>.<mac>`: made here, so nobody makes one of an account that isn't theirs. */
export function knownDevices(keys: PersonalKeys, chance: ServerChance) {
  const macOf = (told: string): Buffer => createHmac('sha256', keys.index).update(`known device\n${told}`).digest();
  return {
    read(mark: string): KnownDevice | undefined {
      const [id = '', signIns = '', mac = ''] = mark.split('.');
      const given = Buffer.from(mac, 'base64url');
      const right = macOf(`${id}.${signIns}`);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      return { id, signIns: signIns.split('-') };
    },

    markWith(device: KnownDevice | undefined, latest: string): string {
      const signIns = [latest, ...(device?.signIns ?? []).filter((each) => each !== latest)].slice(0, mostAccounts);
      const told = `${device?.id ?? chance.bytes(12).toString('base64url')}.${signIns.join('-')}`;
      return `${told}.${macOf(told).toString('base64url')}`;
    },
  };
}
