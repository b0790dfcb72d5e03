/**
 * Ranks of the queue, served in this order. `own`: signed in, or at a device known to the account; `fresh`: an account without wrong guesses;
 * `guessed`: an account that is being guessed at; `unknown`: no such account.
 */
export const passwordQueueRanks = ['own', 'fresh', 'guessed', 'unknown'] as const;
export type PasswordQueueRank = (typeof passwordQueueRanks)[number];

/** Origin of a password check: the address (or the user, if known) and the account. */
export interface PasswordAsker {
  readonly address: string;
  readonly account: string;
  readonly rank: PasswordQueueRank;
}

interface Line<T> {
  size: number;
  /** Waiting entries of each account. Accounts are served in the order of the map. */
  readonly accounts: Map<string, T[]>;
}

/**
 * Queues password checks fairly. Ranks are served one after the other; within a rank addresses take turns, and within an address accounts do. So a
 * client that fills the queue waits behind itself.
 * The queue is bounded for each address and in total. When it is full, a newcomer replaces the last entry of the longest line of the lowest rank,
 * unless that line is the newcomer's own.
 */
export function createPasswordQueue<T>({
  maxWaiting,
  mostOfAddress,
}: {
  readonly maxWaiting: number;
  readonly mostOfAddress: Readonly<Record<PasswordQueueRank, number>>;
}) {
  /** Waiting entries of each address by rank. Addresses are served in the order of the map. */
  const queues: Readonly<Record<PasswordQueueRank, Map<string, Line<T>>>> = {
    own: new Map(),
    fresh: new Map(),
    guessed: new Map(),
    unknown: new Map(),
  };
  let size = 0;

  const lose = (rank: PasswordQueueRank, address: string, line: Line<T>, account: string, items: readonly T[]): void => {
    size -= 1;
    line.size -= 1;
    if (items.length === 0) line.accounts.delete(account);
    if (line.size === 0) queues[rank].delete(address);
  };
  /**
   * Makes room for a newcomer: removes and returns the last entry of the longest line of the lowest rank that has entries. Returns undefined if that
   * rank is above the newcomer's, or if it is the same and no line is longer than the newcomer's own.
   */
  const pushOut = (newcomer: PasswordQueueRank, newcomers: number): T | undefined => {
    const rank = passwordQueueRanks.findLast((each) => queues[each].size > 0);
    if (rank === undefined || passwordQueueRanks.indexOf(rank) < passwordQueueRanks.indexOf(newcomer)) return undefined;
    let longest: readonly [string, Line<T>] | undefined;
    for (const entry of queues[rank]) if (!longest || entry[1].size > longest[1].size) longest = entry;
    if (!longest || (rank === newcomer && longest[1].size <= newcomers)) return undefined;
    const [account, items] = [...longest[1].accounts].at(-1) as [string, T[]];
    const item = items.pop() as T;
    lose(rank, ...longest, account, items);
    return item;
  };

  return {
    /** Adds an entry. Returns true, or false if the queue is full. If another entry was removed to make room, returns it as `out`. */
    add({ address, account, rank }: PasswordAsker, item: T): boolean | { readonly out: T } {
      const queue = queues[rank];
      const waiting = (queue.get(address)?.size ?? 0) + 1;
      if (waiting > mostOfAddress[rank]) return false;
      const out = size >= maxWaiting ? pushOut(rank, waiting) : undefined;
      if (size >= maxWaiting) return false;
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
      const rank = passwordQueueRanks.find((each) => queues[each].size > 0);
      if (rank === undefined) return undefined;
      const queue = queues[rank];
      const [address, line] = queue.entries().next().value as [string, Line<T>];
      const [account, items] = line.accounts.entries().next().value as [string, T[]];
      const item = items.shift() as T;
      // Move the account to the end of the order of its address, and the address to the end of the order of its rank.
      line.accounts.delete(account);
      line.accounts.set(account, items);
      queue.delete(address);
      queue.set(address, line);
      lose(rank, address, line, account, items);
      return item;
    },
  };
}
