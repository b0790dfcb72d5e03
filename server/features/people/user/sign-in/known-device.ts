import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ServerRandom } from '../../../../ports.ts';
import type { IdNumberKeys } from '../id-number.ts';
import type { SignInMethod } from './session-store.ts';

/** Most accounts that the mark of a device (a cookie with the accounts that have signed in on it) remembers; the most recent ones stay. */
const mostAccounts = 60;

const markLetters = { password: '', ticket: 't', directory: 'd' } as const satisfies Record<SignInMethod, string>;
/**
 * Encodes an account and the method by which the device signed it in. The methods are distinct, so that a person who signed in by admission ticket or
 * directory is not treated as a known device when guessing the account's password.
 */
export const formatSignInMark = (userId: number, by: SignInMethod): string => `${userId}${markLetters[by]}`;

/**
 * Content of a device's mark, the cookie that remembers earlier sign-ins. It grants no rights. It only lets the server count the account owner's
 * attempts to sign in apart from those of strangers behind the same address.
 */
export interface KnownDevice {
  readonly id: string;
  /** Accounts that have signed in on the device, the latest first, as `formatSignInMark` encodes them. */
  readonly signIns: readonly string[];
}

/**
 * Returns the oldest sign-in that the device remembers of an account other than `userId`. Such a device is no stranger, and its attempts to sign in
 * as `userId` are counted separately. The oldest sign-in is used, so that a person who signs in one account on many devices has only one count of
 * attempts.
 */
export const findVouchingAccount = (device: KnownDevice | undefined, userId: number | undefined): string | undefined =>
  device?.signIns.findLast((each) => Number.parseInt(each, 10) !== userId);

/** Reads and writes device marks, `<id>.<sign-in>-<sign-in>.<mac>`. The MAC keeps people from forging a mark for accounts of others. */
export function createKnownDevices(keys: IdNumberKeys, chance: ServerRandom) {
  const macOf = (content: string): Buffer => createHmac('sha256', keys.index).update(`known device\n${content}`).digest();
  return {
    read(mark: string): KnownDevice | undefined {
      const [id = '', signIns = '', mac = ''] = mark.split('.');
      const receivedMac = Buffer.from(mac, 'base64url');
      const expectedMac = macOf(`${id}.${signIns}`);
      if (receivedMac.length !== expectedMac.length || !timingSafeEqual(receivedMac, expectedMac)) return undefined;
      return { id, signIns: signIns.split('-') };
    },

    markWith(device: KnownDevice | undefined, latest: string): string {
      const signIns = [latest, ...(device?.signIns ?? []).filter((each) => each !== latest)].slice(0, mostAccounts);
      const content = `${device?.id ?? chance.bytes(12).toString('base64url')}.${signIns.join('-')}`;
      return `${content}.${macOf(content).toString('base64url')}`;
    },
  };
}
