import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

/** argon2id is this package's default algorithm; 19 MiB and two passes are the least OWASP accepts. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// The pool has four threads whatever the machine has. One core stays free for everybody who is already inside:
// 300 people signing in at once queue up among themselves and slow nobody else.
const lanes = Math.max(1, availableParallelism() - 1);
let busy = 0;
const waiting: (() => void)[] = [];
/** More than any school has people at the door, about a minute's work; who comes after is better told than kept waiting for nothing. */
export const mostWaiting = 2_000;

/** Too many passwords wait to be checked already: nothing was checked. */
export class PasswordQueueFull extends Error {
  override readonly name = 'PasswordQueueFull';
}

async function inLane<T>(work: () => Promise<T>): Promise<T> {
  if (busy >= lanes && waiting.length >= mostWaiting) throw new PasswordQueueFull();
  if (busy >= lanes) await new Promise<void>((go) => waiting.push(go));
  else busy += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else busy -= 1;
  }
}

export const hashPassword = (password: string): Promise<string> => inLane(() => hash(password, cost));

export const verifyPassword = (hashed: string, password: string): Promise<boolean> => inLane(() => verify(hashed, password));

let decoy: Promise<string> | undefined;
/** The time a real check takes, for an account that doesn't exist: names can't be told apart by the clock. */
export async function verifyNothing(password: string): Promise<false> {
  // A decoy that could not be made for want of room is made next time.
  decoy ??= hashPassword('nobody has this password').catch((error: unknown) => {
    decoy = undefined;
    throw error;
  });
  await verifyPassword(await decoy, password);
  return false;
}
