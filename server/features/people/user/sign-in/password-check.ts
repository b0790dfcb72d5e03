import { refuse } from '../../../../http/handler.ts';
import type { IdNumberKeys } from '../id-number.ts';
import { isInitialHash, verifyInitialPassword } from './initial-password.ts';
import { PasswordQueueFull, simulatePasswordCheck, verifyPassword } from './password.ts';
import type { PasswordAsker } from './password-queue.ts';
import { userMessages } from '../user-messages.ts';

/** Checks a chosen or an initial password against its hash. Both take the time of a slow hash, so that timing does not tell them apart. */
export const createPasswordCheck =
  (keys: IdNumberKeys) =>
  async (hash: string, password: string, asker: PasswordAsker): Promise<boolean> => {
    if (!isInitialHash(hash)) return verifyPassword(hash, password, asker);
    await simulatePasswordCheck(password, asker);
    return verifyInitialPassword(hash, password, keys);
  };

/** Describes a signed-in user for the password queue. Such users have queues of their own, which a flood from the same address cannot fill. */
export const describePasswordAsker = ({ userId }: { readonly userId: number }): PasswordAsker => ({
  address: `user ${userId}`,
  account: '',
  rank: 'own',
});

/**
 * Runs work that checks or hashes a password. If too many checks wait already, it refuses without doing the work. It then calls `giveBack`, so that
 * the attempt does not count as a guess.
 */
export async function refuseWhenQueueFull<T>(work: () => Promise<T>, giveBack?: () => Promise<void>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PasswordQueueFull)) throw error;
    await giveBack?.();
    return refuse('unavailable', userMessages.tooManyAtTheDoor());
  }
}
