import type { PersonalKeys } from './id-number.ts';
import { isInitialHash, verifyInitialPassword } from './initial-password.ts';
import { verifyNothing, verifyPassword } from './password.ts';

/** Is this the password behind the hash, be it chosen or given? Both take the time of a slow hash: the clock tells nobody apart. */
export const passwordCheck =
  (keys: PersonalKeys) =>
  async (hash: string, password: string): Promise<boolean> => {
    if (!isInitialHash(hash)) return verifyPassword(hash, password);
    await verifyNothing(password);
    return verifyInitialPassword(hash, password, keys);
  };
