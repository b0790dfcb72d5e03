import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

/** argon2id is this package's default algorithm; 19 MiB and two passes are the least OWASP accepts. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// The pool has four threads whatever the machine has. One core stays free for everybody who is already inside:
// 300 people signing in at once queue up among themselves and slow nobody else.
const lanes = Math.max(1, availableParallelism() - 1);
let busy = 0;
const waiting: (() => void)[] = [];

async function inLane<T>(work: () => Promise<T>): Promise<T> {
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
  decoy ??= hashPassword('nobody has this password');
  await verifyPassword(await decoy, password);
  return false;
}
