import { createHmac } from 'node:crypto';
import type { SharedLimitDeps } from '../../../../http/limits/rate-limiter.ts';
import type { IdNumberKeys } from '../id-number.ts';

/** A request to have a password checked. */
export interface SignInAttempt {
  readonly account: string;
  /** Origin of the request: an address or a site's network. */
  readonly place: string;
  /** Identifies a device on which an account has signed in before; undefined for an unknown device. */
  readonly device?: string | undefined;
  readonly password: string;
}

/** One check of a password. It counts as wrong until `succeeded` or `reportUncounted` is called. */
export interface SignInTurn {
  /** 0 if the password may be checked now. Otherwise it must not be checked, and the caller may ask again after this time (ms). */
  readonly waitMs: number;
  /** True if the account has many wrong guesses; others are served first. */
  readonly hasManyWrongGuesses: boolean;
  /** Reports that the typed password is wrong, and returns for how long (ms) to delay the reply. */
  failed(): Promise<number>;
  /** Reports that the typed password is the account's own, and makes all attempts available again. */
  succeeded(): Promise<void>;
  /**
   * Reports that the attempt does not count: nothing was checked, or the person signed in without the password. An admission ticket is known to more
   * people than the password, so it must not give its holders more guesses at the password.
   */
  reportUncounted(): Promise<void>;
}

/** Limits of a line of attempts: `most` attempts are available at once, and one more after each `everyMs`. */
const ofDevice = { most: 5, everyMs: 15_000 };
const ofPlace = { most: 12, everyMs: 3_000 };
/**
 * A request with a password that was not turned away before is turned away if only this many attempts of its place are left, because users who were
 * turned away ask again for these attempts with the same password.
 */
const keptForOthers = 7;
/**
 * A user who was turned away asks again after `askAgainMs` and is then closer to being admitted. A repetition earlier than `soonestMs` does not
 * count.
 */
const askAgainMs = 1_000;
const soonestMs = 900;

const forgetMs = 15 * 60_000;
/** A rejected request is forgotten if it was not repeated for this time. */
const patienceMs = 60_000;
const mostStates = 50_000;
/**
 * Bytes of the keyed hash that tells rejected passwords apart: too few to find a password by them, even with the key, but enough to tell apart the
 * thousand passwords a minute of a guesser.
 */
const digestBytes = 3;

/** The reply to a wrong password is delayed for accounts and network addresses with many wrong guesses; the reply to a right one never is. */
const longestHoldMs = 3_000;
const holdOfAccount = { free: 20, stepMs: 100 };
const holdOfPlace = { free: 60, stepMs: 50 };
const guessedAtFrom = 6;

interface Line {
  readonly left: number;
  readonly atMs: number;
}
interface Tally {
  readonly wrong: number;
  readonly atMs: number;
}
interface RejectedAttempts {
  readonly times: number;
  readonly atMs: number;
}
type LineRule = typeof ofPlace;

export interface SignInLimiterDeps extends SharedLimitDeps {
  readonly keys: { readonly personal: IdNumberKeys };
}

/**
 * Limits attempts to sign in (decision 008). Each account has a line for every place that unknown devices ask from, and one for every known device. A
 * line has a few attempts at once, then one more every few seconds. So guessing is slow, and a guesser waits in their own line. At one place, a
 * guesser and the owner on a new PC look alike, except that the owner repeats the same password and a guesser does not. So every repetition (counted
 * once a second) brings a rejected request closer to being admitted, ahead of new ones: a first request needs eight available attempts, each
 * repetition one less, and the seventh repetition takes even the last. All servers of a database share the lines. `name` begins the names of the
 * stored states. Limiters of one name share these, so that all ways to sign in have one count (`getSignInAccount`).
 */
export function createSignInLimiter({ clock, limits, keys }: SignInLimiterDeps, name: 'signIn' | 'ownPassword') {
  const lines = limits<Line>({ name: `${name}.line`, maxStates: mostStates, keepMs: Math.max(...[ofDevice, ofPlace].map(computeFillMs)) });
  const accounts = limits<Tally>({ name: `${name}.account`, maxStates: mostStates, keepMs: forgetMs });
  const places = limits<Tally>({ name: `${name}.place`, maxStates: mostStates, keepMs: forgetMs });
  const rejected = limits<RejectedAttempts>({ name: `${name}.rejected`, maxStates: mostStates, keepMs: patienceMs });
  const computeDigest = (text: string): string =>
    createHmac('sha256', keys.personal.index).update(`rejected\n${text}`).digest().subarray(0, digestBytes).toString('base64url');

  return {
    async ask({ account, place, device, password }: SignInAttempt): Promise<SignInTurn> {
      const nowMs = clock.nowMs();
      const rule = device === undefined ? ofPlace : ofDevice;
      const key = `${device === undefined ? 'at' : 'on'} ${device ?? place} ${account}`;
      const passwordKey = `${key} ${computeDigest(`${key}\n${password}`)}`;
      const reads = [
        rejected.update(passwordKey, (before) => [before, before && nowMs - before.atMs < patienceMs ? before.times : 0]),
        accounts.update(account, (before) => [before, countRecentWrong(before, nowMs) >= guessedAtFrom]),
      ] as const;
      const [times, isGuessedAt] = await Promise.all(reads);
      const reservedPlaces = device === undefined ? Math.max(0, keptForOthers - times) : 0;
      const waitMs = await lines.update(key, (before) => {
        const line = refill(before, rule, nowMs);
        if (line.left > reservedPlaces) return [{ ...line, left: line.left - 1 }, 0];
        return [line, device === undefined ? askAgainMs : line.atMs + rule.everyMs - nowMs];
      });
      if (waitMs > 0) {
        await rejected.update(passwordKey, (before) => {
          const isSoon = before !== undefined && nowMs - before.atMs < soonestMs;
          return [isSoon ? before : { times: times + 1, atMs: nowMs }, undefined];
        });
        return {
          waitMs,
          hasManyWrongGuesses: isGuessedAt,
          failed: async () => 0,
          succeeded: async () => undefined,
          reportUncounted: async () => undefined,
        };
      }
      if (times > 0) await rejected.update(passwordKey, () => [undefined, undefined]);
      let isOpen = true;
      const countWrong = (tallies: typeof accounts, of: string): Promise<Tally> =>
        tallies.update(of, (before) => {
          const tally = { wrong: countRecentWrong(before, nowMs) + 1, atMs: nowMs };
          return [tally, tally];
        });
      return {
        waitMs: 0,
        hasManyWrongGuesses: isGuessedAt,
        async failed() {
          isOpen = false;
          const byAccount = await countWrong(accounts, account);
          if (device !== undefined) return 0;
          return Math.max(holdBy(holdOfAccount, byAccount), holdBy(holdOfPlace, await countWrong(places, place)));
        },
        async succeeded() {
          isOpen = false;
          await lines.update(key, () => [undefined, undefined]);
        },
        async reportUncounted() {
          if (!isOpen) return;
          isOpen = false;
          await lines.update(key, (before) => [before && { ...before, left: Math.min(rule.most, before.left + 1) }, undefined]);
        },
      };
    },
  };
}

/**
 * Returns the key under which attempts on an account are counted, the same for all ways to sign in. `userId`: the account that was named; undefined
 * if there is none.
 */
export const getSignInAccount = (schoolId: number, userId: number | undefined, typedName: string): string =>
  userId === undefined ? `${schoolId}/${typedName.toLowerCase()}` : `user ${userId}`;

const computeFillMs = ({ most, everyMs }: LineRule): number => most * everyMs;

/** Adds whole attempts only and keeps the remainder of the time, so that no fraction is lost between two requests. */
function refill(line: Line | undefined, { most, everyMs }: LineRule, nowMs: number): Line {
  if (!line) return { left: most, atMs: nowMs };
  // The difference can be negative, because the clocks of two servers may differ a little.
  const addedAttempts = Math.max(0, Math.floor((nowMs - line.atMs) / everyMs));
  const left = Math.min(most, line.left + addedAttempts);
  return { left, atMs: left === most ? nowMs : line.atMs + addedAttempts * everyMs };
}

const countRecentWrong = (tally: Tally | undefined, nowMs: number): number => (tally && nowMs - tally.atMs < forgetMs ? tally.wrong : 0);

const holdBy = ({ free, stepMs }: { readonly free: number; readonly stepMs: number }, { wrong }: Tally): number =>
  Math.min(longestHoldMs, Math.max(0, wrong - free) * stepMs);
