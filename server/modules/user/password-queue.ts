/** Who wants a password checked: an address (or a person, where it is known who asks) and the account it is about. */
export interface Asker {
  readonly address: string;
  readonly account: string;
}

interface Line<T> {
  size: number;
  /** In the order in which it is their turn. */
  readonly accounts: Map<string, T[]>;
}

/**
 * Serves one of each address in turn, and of each address one of each account: whoever fills the queue waits behind themselves.
 * Bounded for each address, and in all: there a newcomer takes the last place of the address that has the most.
 */
export function passwordQueue<T>({ most, mostOfAddress }: { readonly most: number; readonly mostOfAddress: number }) {
  /** In the order in which it is their turn. */
  const lines = new Map<string, Line<T>>();
  let size = 0;

  const lose = (address: string, line: Line<T>, account: string, items: readonly T[]): void => {
    size -= 1;
    line.size -= 1;
    if (items.length === 0) line.accounts.delete(account);
    if (line.size === 0) lines.delete(address);
  };
  /** The last of the longest line; undefined: none is longer than the newcomer's would be. */
  const pushOut = (newcomers: number): T | undefined => {
    let longest: readonly [string, Line<T>] | undefined;
    for (const entry of lines) if (!longest || entry[1].size > longest[1].size) longest = entry;
    if (!longest || longest[1].size <= newcomers) return undefined;
    const [account, items] = [...longest[1].accounts].at(-1) as [string, T[]];
    const item = items.pop() as T;
    lose(...longest, account, items);
    return item;
  };

  return {
    /** False: there is no room. An item: it had to make room. */
    add({ address, account }: Asker, item: T): boolean | { readonly out: T } {
      const waiting = (lines.get(address)?.size ?? 0) + 1;
      if (waiting > mostOfAddress) return false;
      const out = size >= most ? pushOut(waiting) : undefined;
      if (size >= most) return false;
      const line = lines.get(address) ?? { size: 0, accounts: new Map<string, T[]>() };
      lines.set(address, line);
      const items = line.accounts.get(account) ?? [];
      line.accounts.set(account, items);
      items.push(item);
      line.size += 1;
      size += 1;
      return out === undefined ? true : { out };
    },

    next(): T | undefined {
      const [first] = lines;
      if (!first) return undefined;
      const [address, line] = first;
      const [account, items] = line.accounts.entries().next().value as [string, T[]];
      const item = items.shift() as T;
      // To the back of both.
      line.accounts.delete(account);
      line.accounts.set(account, items);
      lines.delete(address);
      lines.set(address, line);
      lose(address, line, account, items);
      return item;
    },
  };
}
