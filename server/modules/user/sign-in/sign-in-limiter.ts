import { createHmac, type BinaryLike } from 'node:crypto';
import type { ServerClock } from '../../../ports.ts';

/** A request to have a password checked. */
export interface SignInAttempt {
  readonly account: string;
  /** Origin of the request: an address or a site's network. */
  readonly place: string;
  /** Identifies a known device, one that has signed in an account before. */
  readonly device?: string | undefined;
  readonly password: string;
}

/** One check of a password. It counts as wrong until `succeeded` or `giveBack` is called. */
export interface SignInTurn {
  /** 0 if the password may be checked now. Otherwise it must not be checked, and the caller may ask again after this time (ms). */
  readonly waitMs: number;
  /** True if the account has many wrong guesses; others are served first. */
  readonly isGuessedAt: boolean;
  /** Reports a wrong password and returns for how long (ms) to delay the answer. */
  failed(): number;
  succeeded(): void;
  /** Reports that the password was not checked, so the attempt does not count. */
  giveBack(): void;
}

/** Attempts available at once, and the time (ms) after which one more becomes available. */
const ofDevice = { most: 5, everyMs: 15_000 };
const ofPlace = { most: 12, everyMs: 3_000 };
/** A first request leaves this many attempts of a place to users who were turned away before and ask again. */
const keptForOthers = 7;
/** A user who was turned away asks again after this time and is then closer to a turn. Earlier requests do not count. */
const askAgainMs = 1_000;
const soonestMs = 900;

const forgetMs = 15 * 60_000;
const mostLines = 50_000;
const mostAsks = 50_000;

/** Wrong answers are delayed for accounts and places with many wrong guesses; right answers never are. */
const longestHoldMs = 3_000;
const holdOfAccount = { free: 20, stepMs: 100 };
const holdOfPlace = { free: 60, stepMs: 50 };
const guessedAtFrom = 6;

interface Line {
  left: number;
  atMs: number;
}
interface Tally {
  wrong: number;
  atMs: number;
}

/**
 * Limits attempts to sign in (decision 008).
 * Each account has a line for every place that unknown devices ask from, and one for every known device. A line has a few attempts at once, then one
 * every few seconds. So guessing is slow, and a guesser waits in their own line. At a place a guesser and the owner on a new PC look alike, except
 * that the owner repeats the same password and a guesser does not. So every repetition (counted once a second) moves a rejected request closer to a
 * turn and ahead of new ones. A first request needs more than seven attempts left; an eighth one takes the last.
 */
export function createSignInLimiter(clock: ServerClock, secret: BinaryLike) {
  const lines = new Map<string, Line>();
  const accounts = new Map<string, Tally>();
  const places = new Map<string, Tally>();
  /** Line and password (hashed with a key that lives as long as the process) of rejected requests, with their number and last time. */
  const turnedAway = new Map<string, { readonly times: number; readonly atMs: number }>();

  const lineOf = (key: string, { most, everyMs }: typeof ofPlace, nowMs: number): Line => {
    const line = lines.get(key) ?? { left: most, atMs: nowMs };
    // Add only whole attempts and keep the remainder of the time, so that no fraction is lost between two requests.
    const back = Math.floor((nowMs - line.atMs) / everyMs);
    line.left = Math.min(most, line.left + back);
    line.atMs = line.left === most ? nowMs : line.atMs + back * everyMs;
    keep(lines, key, line, mostLines);
    return line;
  };
  const wrongOf = (map: Map<string, Tally>, key: string, nowMs: number): Tally => {
    const known = map.get(key);
    return known && nowMs - known.atMs < forgetMs ? known : { wrong: 0, atMs: nowMs };
  };

  return {
    ask({ account, place, device, password }: SignInAttempt): SignInTurn {
      const nowMs = clock.nowMs();
      const rule = device === undefined ? ofPlace : ofDevice;
      const key = `${device === undefined ? 'at' : 'on'} ${device ?? place} ${account}`;
      const line = lineOf(key, rule, nowMs);
      const asked = createHmac('sha256', secret).update(`${key}\n${password}`).digest('base64url');
      const before = turnedAway.get(asked);
      const kept = device === undefined ? Math.max(0, keptForOthers - (before?.times ?? 0)) : 0;
      const isGuessedAt = wrongOf(accounts, account, nowMs).wrong >= guessedAtFrom;
      if (line.left <= kept) {
        const isSoon = before !== undefined && nowMs - before.atMs < soonestMs;
        keep(turnedAway, asked, isSoon ? before : { times: (before?.times ?? 0) + 1, atMs: nowMs }, mostAsks);
        const waitMs = device === undefined ? askAgainMs : line.atMs + rule.everyMs - nowMs;
        return { waitMs, isGuessedAt, failed: () => 0, succeeded: () => undefined, giveBack: () => undefined };
      }
      turnedAway.delete(asked);
      line.left -= 1;
      let isOpen = true;
      const giveBack = (): void => {
        if (isOpen) line.left = Math.min(rule.most, line.left + 1);
        isOpen = false;
      };
      return {
        waitMs: 0,
        isGuessedAt,
        failed() {
          isOpen = false;
          const byAccount = { wrong: wrongOf(accounts, account, nowMs).wrong + 1, atMs: nowMs };
          keep(accounts, account, byAccount, mostLines);
          if (device !== undefined) return 0;
          const byPlace = { wrong: wrongOf(places, place, nowMs).wrong + 1, atMs: nowMs };
          keep(places, place, byPlace, mostLines);
          return Math.max(holdBy(holdOfAccount, byAccount), holdBy(holdOfPlace, byPlace));
        },
        succeeded() {
          isOpen = false;
          lines.delete(key);
        },
        giveBack,
      };
    },
  };
}

/**
 * Stores a value as the most recent and drops the least recently used. A flood of invented names neither grows the map without bound nor displaces
 * entries in use.
 */
function keep<V>(map: Map<string, V>, key: string, value: V, most: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > most) map.delete(map.keys().next().value as string);
}

const holdBy = ({ free, stepMs }: { readonly free: number; readonly stepMs: number }, { wrong }: Tally): number =>
  Math.min(longestHoldMs, Math.max(0, wrong - free) * stepMs);
