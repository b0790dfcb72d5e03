import { refuse, type Refusal } from '../../http/handler.ts';
import type { PersonalKeys } from './id-number.ts';
import { isInitialHash, verifyInitialPassword } from './initial-password.ts';
import { PasswordQueueFull, verifyNothing, verifyPassword } from './password.ts';
import type { Asker } from './password-queue.ts';
import { userMessages } from './user-messages.ts';

/** Is this the password behind the hash, be it chosen or given? Both take the time of a slow hash: the clock tells nobody apart. */
export const passwordCheck =
  (keys: PersonalKeys) =>
  async (hash: string, password: string, asker: Asker): Promise<boolean> => {
    if (!isInitialHash(hash)) return verifyPassword(hash, password, asker);
    await verifyNothing(password, asker);
    return verifyInitialPassword(hash, password, keys);
  };

/** Who is signed in has a place of their own in the queue: a flood behind the same address doesn't take it. */
export const askerOf = ({ userId }: { readonly userId: number }): Asker => ({ address: `user ${userId}`, account: '', rank: 'own' });

/** Work that checks or hashes passwords; where too many wait already the caller is told, and nothing was done. */
export async function whileThereIsRoom<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PasswordQueueFull) return refuse('unavailable', userMessages.tooManyAtTheDoor());
    throw error;
  }
}
