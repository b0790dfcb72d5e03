import { createHmac, type BinaryLike } from 'node:crypto';
import type { ServerClock } from '../../ports.ts';

/** Who asks to have a password looked at, of which account. */
export interface TurnAsk {
  readonly account: string;
  /** Where from: an address, or a site's network. */
  readonly place: string;
  /** A device that can be told from others at its place, because it signed somebody in before. */
  readonly device?: string | undefined;
  readonly password: string;
}

/** Counts as wrong until `succeeded` or `giveBack` says otherwise. */
export interface Turn {
  /** 0: it is their turn. Else nothing was looked at, and they may ask again so much later. */
  readonly waitMs: number;
  /** Somebody has been guessing at the account: others go first. */
  readonly isGuessedAt: boolean;
  /** The password was wrong. How long the answer is held back. */
  failed(): number;
  succeeded(): void;
  /** Nothing was looked at: this one was none. */
  giveBack(): void;
}

/** Looks that are there at once, and how soon another one is. */
const ofDevice = { most: 5, everyMs: 15_000 };
const ofPlace = { most: 12, everyMs: 3_000 };
/** A first ask leaves so many looks of a place to those who were turned away before and ask again. */
const keptForOthers = 7;
/** Whoever is turned away asks again after this; at a place their turn is then nearer. Sooner asks count for none. */
const askAgainMs = 1_000;
const soonestMs = 900;

const forgetMs = 15 * 60_000;
const mostLines = 50_000;
const mostAsks = 50_000;

/** Wrong answers come late from an account or a place that is guessed at much; right ones never. */
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
 * Turns at signing in (decision 51). Each account has a line for every place that strangers ask from, and one for every device that is
 * known. A line has some looks at once and then one every few seconds, so guessing is slow, and whoever guesses waits in their own line.
 *
 * At a place nobody can tell a guesser from the owner on a new PC, but for one thing: the owner asks again with the same password, a guesser
 * has no reason to. So whoever was turned away comes nearer with each ask of the same password (one a second), and before all who come new:
 * a first ask takes a look only where more than seven are left, an eighth one the last.
 */
export function signInTurns(clock: ServerClock, secret: BinaryLike) {
  const lines = new Map<string, Line>();
  const accounts = new Map<string, Tally>();
  const places = new Map<string, Tally>();
  /** Line and password (hashed with a key that dies with the process) → how often it was turned away, and when last. */
  const turnedAway = new Map<string, { readonly times: number; readonly atMs: number }>();

  const lineOf = (key: string, { most, everyMs }: typeof ofPlace, nowMs: number): Line => {
    const line = lines.get(key) ?? { left: most, atMs: nowMs };
    // Only whole looks come back, so that no part of one is lost between two asks.
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
    ask({ account, place, device, password }: TurnAsk): Turn {
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

/** What was asked for least lately goes first: a flood of made-up names can't grow this without bound, nor push out what is in use. */
function keep<V>(map: Map<string, V>, key: string, value: V, most: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > most) map.delete(map.keys().next().value as string);
}

const holdBy = ({ free, stepMs }: { readonly free: number; readonly stepMs: number }, { wrong }: Tally): number =>
  Math.min(longestHoldMs, Math.max(0, wrong - free) * stepMs);
