import type { Kysely } from 'kysely';
import { userStatus } from '../../../../../sync/contract/codes.ts';
import { refuse, type RequestContext } from '../../../../http/handler.ts';
import { createSharedRateLimiter, type SharedLimitDeps } from '../../../../http/limits/rate-limiter.ts';
import { runInScope } from '../../../../db/lock-scope.ts';
import type { Database } from '../../../../db/schema.ts';
import type { ServerRandom, ServerTimers } from '../../../../ports.ts';
import type { IdNumberKeys } from '../id-number.ts';
import { accountLimits } from '../../../../limits.ts';
import { runUnitOfWork } from '../../../../resources/unit-of-work.ts';
import { createSchoolReads } from '../../school/school-reads.ts';
import { createSystemReads } from '../../../platform/system/system-reads.ts';
import type { UserRow } from '../user-store.ts';
import { userMessages } from '../user-messages.ts';
import { hashSessionToken } from './authenticator.ts';
import { createKnownDevices, formatSignInMark, type KnownDevice } from './known-device.ts';
import type { SecondFactors } from './second-factor.ts';
import { createSessionStore, type SignInMethod } from './session-store.ts';

export interface SignInDeps extends SharedLimitDeps {
  readonly db: Kysely<Database>;
  readonly chance: ServerRandom;
  readonly timers: ServerTimers;
  readonly keys: { readonly personal: IdNumberKeys };
  readonly factors: SecondFactors;
}

/** Tells whether a user may be signed in on one device only: students and examinees, so that nobody uses their account unnoticed. */
const isOneDeviceOnly = ({ user_type: type }: Pick<UserRow, 'user_type'>): boolean => type === 7 || type === 8;

/** Interval (ms) at which a sign-in also deletes sessions that have long expired. */
const sweepMs = 60_000;

/** A person whose credential was checked. */
export interface CheckedUser {
  /** The account as it was when the credential was checked. */
  readonly user: UserRow;
  readonly method: SignInMethod;
  /** Mark that the browser has stored from earlier sign-ins on this device (`KnownDevice`); undefined if it has none. */
  readonly device: KnownDevice | undefined;
  /** Code of the second factor that was typed, or ''. A person who signs in by admission ticket is not asked for one. */
  readonly code?: string;
  /** Additional data in the refusal that asks for the code of the second factor. */
  readonly withRequest?: object;
  /** Runs in the transaction that opens the session. If it refuses, no session is opened. */
  readonly inTransaction?: (tx: Kysely<Database>) => Promise<void>;
  /** True for a device that has worked offline and now gets a session for the same user. */
  readonly resume?: boolean;
}

/**
 * Creates the last step of every sign-in. It asks for the second factor, refuses a disabled account or school and too many sign-ins, opens the
 * session, and adds the account to the device's mark (`KnownDevice`).
 * Resolves with undefined if the account has changed since its credential was checked.
 */
export function createSessionOpener(deps: SignInDeps) {
  const sessions = createSessionStore(deps.db);
  const signIns = createSharedRateLimiter(deps, 'signIns', { limit: accountLimits.signInsPerHour, everyMs: 3_600_000 });
  const devices = createKnownDevices(deps.keys.personal, deps.chance);
  let sweptMs = 0;

  const describeFailure = ({ id, school_id: schoolId, login_name: claimedName }: UserRow) => ({
    entity: 'user',
    id,
    schoolId,
    claimedName,
  });

  const requireFactor = async ({ user, code = '', withRequest = {} }: CheckedUser, context: RequestContext): Promise<void> => {
    try {
      // No lock is needed: marking the code as used fails if the second factor's row has changed since it was read.
      await runInScope('nothing', () => deps.factors.require(deps.db, user.id, code, withRequest));
    } catch (refusal) {
      context.audit.note(describeFailure(user));
      throw refusal;
    }
  };

  const requireEnabled = async (user: UserRow, context: RequestContext): Promise<void> => {
    const failure = describeFailure(user);
    if (user.status !== userStatus.enabled) context.audit.note(failure);
    if (user.status === userStatus.applying) refuse('refused', userMessages.applying());
    if (user.status !== userStatus.enabled)
      refuse('disabled', user.rejected_reason === '' ? userMessages.disabled() : userMessages.rejected(user.rejected_reason));
    if (await createSchoolReads(deps.db).isEnabled(user.school_id)) return;
    context.audit.note(failure);
    refuse('disabled', userMessages.schoolDisabled());
  };

  return async (checkedUser: CheckedUser, context: RequestContext) => {
    const { user, method: by, device, resume = false } = checkedUser;
    if (by !== 'ticket') await requireFactor(checkedUser, context);
    await requireEnabled(user, context);
    if (!(await signIns.admit(String(user.id)))) refuse('tooMany', userMessages.tooManySignIns());
    const nowMs = deps.clock.nowMs();
    // A device that resumes replaces no other session. Only a device that has signed this account in before may claim to resume.
    const resumes = resume && device?.signIns.includes(formatSignInMark(user.id, by)) === true;
    if (resume && !resumes && isOneDeviceOnly(user) && (await sessions.isOpen(user.id, nowMs)))
      refuse('elsewhere', userMessages.resumeNeedsSignIn());
    const token = deps.chance.bytes(32).toString('base64url');
    const limits = await createSystemReads(deps.db).sessionLimits();
    if (nowMs - sweptMs >= sweepMs) {
      sweptMs = nowMs;
      await sessions.removeEndedBefore(nowMs - limits.absoluteMs);
    }
    const agent = (context.agent ?? '').slice(0, 200);
    const alone = isOneDeviceOnly(user) && !resumes;
    const row = { userId: user.id, tokenHash: hashSessionToken(token), nowMs, limits, ip: context.ip, agent, by, alone, seen: user };
    // The lock on the school keeps changes of the account out until the session is open.
    const { opened } = await runUnitOfWork(deps.db, user.school_id, context, async (tx) => {
      if (!(await createSessionStore(tx).add(row))) return { opened: false };
      await checkedUser.inTransaction?.(tx);
      await context.audit.noteIn(tx, { entity: 'user', id: user.id, byUserId: user.id });
      return { opened: true };
    });
    if (!opened) return undefined;
    const mark = devices.markWith(device, formatSignInMark(user.id, by));
    context.device?.keep(mark);
    return { token, device: mark };
  };
}
