import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { type Asker, passwordQueue } from './password-queue.ts';

/** argon2id is this package's default algorithm; 19 MiB and two passes are the least OWASP accepts. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// The pool has four threads whatever the machine has. One core stays free for everybody who is already inside:
// 300 people signing in at once queue up among themselves and slow nobody else.
const lanes = Math.max(1, availableParallelism() - 1);
let busy = 0;
/** More than any school has people at the door, about a minute's work; who comes after is better told than kept waiting for nothing. */
export const mostWaiting = 2_000;
/** Halls of examinees behind one address are looked at one by one; of guesses and made-up names from there only so many may wait. */
export const mostWaitingOfAddress = { own: 500, fresh: 1_200, guessed: 200, unknown: 200 } as const;

interface Place {
  readonly go: () => void;
  readonly refuse: (full: PasswordQueueFull) => void;
}
const waiting = passwordQueue<Place>({ most: mostWaiting, mostOfAddress: mostWaitingOfAddress });

/** Too many passwords wait to be checked already: nothing was checked. */
export class PasswordQueueFull extends Error {
  override readonly name = 'PasswordQueueFull';
}

/** The server's own work, at its first start or at the console. */
const server: Asker = { address: '', account: '', rank: 'own' };

function placeFor(asker: Asker): Promise<void> {
  return new Promise((go, refuse) => {
    const added = waiting.add(asker, { go, refuse });
    if (added === false) refuse(new PasswordQueueFull());
    else if (added !== true) added.out.refuse(new PasswordQueueFull());
  });
}

async function inLane<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
  if (busy >= lanes) await placeFor(asker);
  else busy += 1;
  try {
    return await work();
  } finally {
    const next = waiting.next();
    if (next) next.go();
    else busy -= 1;
  }
}

export const hashPassword = (password: string, asker: Asker = server): Promise<string> => inLane(asker, () => hash(password, cost));

export const verifyPassword = (hashed: string, password: string, asker: Asker): Promise<boolean> =>
  inLane(asker, () => verify(hashed, password));

let decoy: Promise<string> | undefined;
/** The time a real check takes, for an account that doesn't exist: names can't be told apart by the clock. */
export async function verifyNothing(password: string, asker: Asker): Promise<false> {
  // A decoy that could not be made for want of room is made next time.
  decoy ??= hashPassword('nobody has this password', asker).catch((error: unknown) => {
    decoy = undefined;
    throw error;
  });
  await verifyPassword(await decoy, password, asker);
  return false;
}
