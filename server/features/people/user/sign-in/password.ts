import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { type PasswordAsker, createPasswordQueue } from './password-queue.ts';

/** Cost of argon2id, the default algorithm of the package `@node-rs/argon2`. 19 MiB and two passes are the least that OWASP accepts. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// The thread pool has four threads on every machine. One core stays free for users who are already signed in: 300 simultaneous sign-ins queue among
// themselves and slow down nothing else.
const lanes = Math.max(1, availableParallelism() - 1);
let busy = 0;
/**
 * Most password checks that may wait: more than any school has signing in at once, about a minute's work. Further callers are refused at once instead
 * of waiting in vain.
 */
export const maxWaitingPasswords = 2_000;
/**
 * Most waiting checks for each address and rank. Halls of examinees behind one address need many; guesses and unknown names from one address get few.
 */
export const maxWaitingPerAddress = { own: 500, fresh: 1_200, guessed: 200, unknown: 200 } as const;

interface Place {
  readonly go: () => void;
  readonly refuse: (full: PasswordQueueFull) => void;
}
const waiting = createPasswordQueue<Place>({ maxWaiting: maxWaitingPasswords, mostOfAddress: maxWaitingPerAddress });

/** Thrown when too many password checks wait already; the password was not checked. */
export class PasswordQueueFull extends Error {
  override readonly name = 'PasswordQueueFull';
}

/** Password work of the server itself, at first start or on the console. */
const server: PasswordAsker = { address: '', account: '', rank: 'own' };

function waitForPlace(asker: PasswordAsker): Promise<void> {
  return new Promise((go, refuse) => {
    const outcome = waiting.add(asker, { go, refuse });
    if (outcome === false) refuse(new PasswordQueueFull());
    else if (outcome !== true) outcome.out.refuse(new PasswordQueueFull());
  });
}

async function runInLane<T>(asker: PasswordAsker, work: () => Promise<T>): Promise<T> {
  if (busy >= lanes) await waitForPlace(asker);
  else busy += 1;
  try {
    return await work();
  } finally {
    const next = waiting.next();
    if (next) next.go();
    else busy -= 1;
  }
}

/** Hashes a password with argon2id. Throws `PasswordQueueFull`. */
export const hashPassword = (password: string, asker: PasswordAsker = server): Promise<string> =>
  runInLane(asker, () => hash(password, cost));

/** Checks a password against its argon2id hash. Throws `PasswordQueueFull`. */
export const verifyPassword = (hashed: string, password: string, asker: PasswordAsker): Promise<boolean> =>
  runInLane(asker, () => verify(hashed, password));

let decoy: Promise<string> | undefined;
/** Takes the time of a real check for an account that does not exist, so that timing does not reveal names. */
export async function simulatePasswordCheck(password: string, asker: PasswordAsker): Promise<false> {
  // If the queue was too full to make the decoy, make it next time.
  decoy ??= hashPassword('nobody has this password', asker).catch((error: unknown) => {
    decoy = undefined;
    throw error;
  });
  await verifyPassword(await decoy, password, asker);
  return false;
}
