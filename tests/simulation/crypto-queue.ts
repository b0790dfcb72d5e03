/**
 * WebCrypto works in other threads and finishes in any order. Here its calls go one after the other, and virtual time waits
 * for them: so a seed gives the same history each time. Only HPKE and receipts still use it (about ten calls a stream).
 */
const names = [
  'importKey',
  'exportKey',
  'generateKey',
  'deriveBits',
  'deriveKey',
  'sign',
  'verify',
  'encrypt',
  'decrypt',
  'digest',
] as const;

let pending = 0;
let last: Promise<unknown> = Promise.resolve();

export function queueWebCrypto(): void {
  const { subtle } = crypto;
  for (const name of names) {
    const real = subtle[name].bind(subtle) as (...args: unknown[]) => Promise<unknown>;
    const queued = (...args: unknown[]): Promise<unknown> => {
      pending += 1;
      const done = last.then(() => real(...args));
      last = done.catch(() => undefined);
      return done.finally(() => void (pending -= 1));
    };
    Object.defineProperty(subtle, name, { value: queued });
  }
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Resolves when nothing is under way any more but virtual timers. */
export async function settleCrypto(): Promise<void> {
  do await turn();
  while (pending > 0);
}
