import type { ServerClock } from '../../ports.ts';

interface Tally {
  failures: number;
  /** Attempts from there on this account wait until then. */
  openMs: number;
  touchedMs: number;
}

const freeFailures = 5;
const longestWaitMs = 30_000;
const forgetMs = 15 * 60_000;
const maxTallies = 50_000;

/** From how many failures on, and by how much more with each, an answer is held back. */
const longestHoldMs = 3_000;
const holdOfAccount = { free: 20, stepMs: 100 };
const holdOfAddress = { free: 60, stepMs: 50 };

/** Where an attempt comes from. `device`: one that signed this very account in before. */
export interface AttemptFrom {
  readonly ip: string;
  readonly device?: string | undefined;
}

/** Counts as failed until `succeeded` or `giveBack` says otherwise. */
export interface Attempt {
  /** How long attempts from there must still wait; 0: go on. */
  readonly waitMs: number;
  /** How long to wait before looking. */
  readonly holdMs: number;
  succeeded(): void;
  /** Nothing was checked: this one attempt was none. */
  giveBack(): void;
}

/**
 * Guessing slows down; nobody is locked out (decision 15). The wait that refuses belongs to an account *and* where the guesses come
 * from: after five wrong ones each further one doubles it, up to 30 s. Of an account from anywhere, and of an address, answers are only
 * held back, by at most 3 s. A device that signed the account in before counts for itself, so that whoever guesses behind the same
 * address can't keep its owner waiting.
 */
export function signInThrottle(clock: ServerClock) {
  const sources = new Map<string, Tally>();
  const accounts = new Map<string, Tally>();
  const addresses = new Map<string, Tally>();

  const tallyOf = (map: Map<string, Tally>, key: string, nowMs: number): Tally => {
    const known = map.get(key);
    const tally = known && nowMs - known.touchedMs < forgetMs ? known : { failures: 0, openMs: 0, touchedMs: nowMs };
    map.delete(key);
    map.set(key, tally);
    // What was asked for least lately goes first: a flood of made-up names can't grow this without bound, nor push out what is in use.
    if (map.size > maxTallies) map.delete(map.keys().next().value as string);
    return tally;
  };

  return {
    attempt(account: string, { ip, device }: AttemptFrom): Attempt {
      const nowMs = clock.nowMs();
      const sourceKey = `${device === undefined ? 'at' : 'on'} ${device ?? ip} ${account}`;
      const source = tallyOf(sources, sourceKey, nowMs);
      if (source.openMs > nowMs) return { waitMs: source.openMs - nowMs, holdMs: 0, succeeded: () => undefined, giveBack: () => undefined };
      const strangers = device === undefined;
      const byAccount = strangers ? [tallyOf(accounts, account, nowMs)] : [];
      const byAddress = strangers ? [tallyOf(addresses, ip, nowMs)] : [];
      const tallies = [source, ...byAccount, ...byAddress];
      for (const tally of tallies) {
        tally.failures += 1;
        tally.touchedMs = nowMs;
      }
      const over = source.failures - freeFailures;
      if (over >= 0) source.openMs = nowMs + Math.min(longestWaitMs, 1000 * 2 ** over);
      let open = true;
      const giveBack = (): void => {
        if (!open) return;
        open = false;
        for (const tally of tallies) tally.failures = Math.max(0, tally.failures - 1);
        // Any wait there is began with an attempt as late as this one.
        source.openMs = 0;
      };
      return {
        waitMs: 0,
        holdMs: Math.max(0, ...byAccount.map(holdBy(holdOfAccount)), ...byAddress.map(holdBy(holdOfAddress))),
        succeeded() {
          // A whole room that signs in rightly is no guessing; a guesser's own account takes back that one attempt and no more.
          giveBack();
          sources.delete(sourceKey);
        },
        giveBack,
      };
    },
  };
}

const holdBy =
  ({ free, stepMs }: { readonly free: number; readonly stepMs: number }) =>
  ({ failures }: Tally): number =>
    Math.min(longestHoldMs, Math.max(0, failures - free) * stepMs);
