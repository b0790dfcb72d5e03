/**
 * Who goes before whom: `own` is signed in, or at a device known to the account; `fresh` asks for an account that nobody has guessed at,
 * `guessed` for one that somebody has, `unknown` for one there isn't.
 */
export const ranks = ['own', 'fresh', 'guessed', 'unknown'] as const;
export type Rank = (typeof ranks)[number];

/** Who wants a password checked: an address (or a person, where it is known who asks) and the account it is about. */
export interface Asker {
  readonly address: string;
  readonly account: string;
  readonly rank: Rank;
}

interface Line<T> {
  size: number;
  /** In the order in which it is their turn. */
  readonly accounts: Map<string, T[]>;
}

/**
 * Serves the ranks one after the other; within a rank one of each address in turn, and of each address one of each account: whoever
 * fills the queue waits behind themselves. Bounded for each address, and in all: there a newcomer takes the last place of the longest
 * line of the lowest rank, unless that would be their own.
 */
export function passwordQueue<T>({
  most,
  mostOfAddress,
}: {
  readonly most: number;
  readonly mostOfAddress: Readonly<Record<Rank, number>>;
}) {
  /** In the order in which it is their turn. */
  const queues: Readonly<Record<Rank, Map<string, Line<T>>>> = {
    own: new Map(),
    fresh: new Map(),
    guessed: new Map(),
    unknown: new Map(),
  };
  let size = 0;

  const lose = (rank: Rank, address: string, line: Line<T>, account: string, items: readonly T[]): void => {
    size -= 1;
    line.size -= 1;
    if (items.length === 0) line.accounts.delete(account);
    if (line.size === 0) queues[rank].delete(address);
  };
  /** The last of the longest line of the lowest rank; undefined: that is the newcomer's own. */
  const pushOut = (newcomer: Rank, newcomers: number): T | undefined => {
    const rank = ranks.findLast((each) => queues[each].size > 0);
    if (rank === undefined || ranks.indexOf(rank) < ranks.indexOf(newcomer)) return undefined;
    let longest: readonly [string, Line<T>] | undefined;
    for (const entry of queues[rank]) if (!longest || entry[1].size > longest[1].size) longest = entry;
    if (!longest || (rank === newcomer && longest[1].size <= newcomers)) return undefined;
    const [account, items] = [...longest[1].accounts].at(-1) as [string, T[]];
    const item = items.pop() as T;
    lose(rank, ...longest, account, items);
    return item;
  };

  return {
    /** False: there is no room. An item: it had to make room. */
    add({ address, account, rank }: Asker, item: T): boolean | { readonly out: T } {
      const queue = queues[rank];
      const waiting = (queue.get(address)?.size ?? 0) + 1;
      if (waiting > mostOfAddress[rank]) return false;
      const out = size >= most ? pushOut(rank, waiting) : undefined;
      if (size >= most) return false;
      const line = queue.get(address) ?? { size: 0, accounts: new Map<string, T[]>() };
      queue.set(address, line);
      const items = line.accounts.get(account) ?? [];
      line.accounts.set(account, items);
      items.push(item);
      line.size += 1;
      size += 1;
      return out === undefined ? true : { out };
    },

    next(): T | undefined {
      const rank = ranks.find((each) => queues[each].size > 0);
      if (rank === undefined) return undefined;
      const queue = queues[rank];
      const [address, line] = queue.entries().next().value as [string, Line<T>];
      const [account, items] = line.accounts.entries().next().value as [string, T[]];
      const item = items.shift() as T;
      // To the back of both.
      line.accounts.delete(account);
      line.accounts.set(account, items);
      queue.delete(address);
      queue.set(address, line);
      lose(rank, address, line, account, items);
      return item;
    },
  };
}
