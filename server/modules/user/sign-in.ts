import type { Kysely } from 'kysely';
import { loginType, userStatus } from '../../../sync/contract/codes.ts';
import type { Database } from '../../db/schema.ts';
import { refuse, type Refusal, type RequestContext } from '../../http/handler.ts';
import type { ServerChance, ServerClock, ServerTimers } from '../../ports.ts';
import { schoolReads } from '../school/school-reads.ts';
import { systemReads } from '../system/system-reads.ts';
import { indexIdNumber, normaliseIdNumber, sameIndex, type PersonalKeys } from './id-number.ts';
import { PasswordQueueFull, verifyNothing } from './password.ts';
import { passwordCheck } from './password-check.ts';
import { hashToken } from './session-gate.ts';
import { sessionStore } from './session-store.ts';
import { signInThrottle } from './sign-in-throttle.ts';
import { userMessages } from './user-messages.ts';
import { userStore, type UserRow } from './user-store.ts';

export interface SignInDeps {
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
  readonly chance: ServerChance;
  readonly timers: ServerTimers;
  readonly keys: { readonly personal: PersonalKeys };
}

interface Credentials {
  login_name: string;
  login_pwd: string;
  school_id: number;
  login_type: 1 | 2;
  resume: boolean;
}

/** Students and examinees. */
const oneDevice: ReadonlySet<number> = new Set([7, 8]);

/** Sign-in: throttle, check, session. The same words and the same time whether the account exists or not. */
export function signIn(deps: SignInDeps) {
  const users = userStore(deps.db);
  const sessions = sessionStore(deps.db);
  const throttle = signInThrottle(deps.clock);
  const verify = passwordCheck(deps.keys.personal);

  return async (typed: Credentials, context: RequestContext): Promise<{ token: string } | Refusal> => {
    const byTicket = typed.login_type === loginType.ticket;
    const name = typed.login_name.normalize('NFKC').trim();
    const account = `${typed.school_id}/${typed.login_type}/${name.toLowerCase()}`;
    const failedAs = (id: number | null): void => context.audit.note({ entity: 'user', id, schoolId: typed.school_id, claimedName: name });
    const { waitMs, holdMs } = throttle.attempt(account, context.ip);
    if (waitMs > 0) {
      failedAs(null);
      return refuse('tooMany', userMessages.waitBeforeTrying(waitMs), { data: { waitMs } });
    }
    if (holdMs > 0) await deps.timers.sleep(holdMs, context.signal);

    const user = byTicket ? await users.byTicketNo(typed.school_id, name) : await users.byLoginName(typed.school_id, name);
    const right = byTicket ? idNumberMatches(user, typed) : await passwordMatches(user, typed.login_pwd);
    if (right === 'full') {
      // Nothing was checked: this was no wrong guess.
      throttle.succeeded(account, context.ip);
      return refuse('unavailable', userMessages.tooManyAtTheDoor());
    }
    if (!user || !right || user.status !== userStatus.enabled) failedAs(user?.id ?? null);
    if (!user || !right) return refuse('refused', byTicket ? userMessages.wrongTicket() : userMessages.wrongPassword());

    throttle.succeeded(account, context.ip);
    if (user.status === userStatus.applying) return refuse('refused', userMessages.applying());
    if (user.status !== userStatus.enabled)
      return refuse('disabled', user.rejected_reason === '' ? userMessages.disabled() : userMessages.rejected(user.rejected_reason));
    if (!(await schoolReads(deps.db).isEnabled(user.school_id))) {
      failedAs(user.id);
      return refuse('disabled', userMessages.schoolDisabled());
    }
    context.audit.note({ entity: 'user', id: user.id, byUserId: user.id });
    return { token: await openSession(user, typed, context) };
  };

  async function openSession(user: UserRow, typed: Credentials, context: RequestContext): Promise<string> {
    const userId = user.id;
    const byTicket = typed.login_type === loginType.ticket;
    const nowMs = deps.clock.nowMs();
    const token = deps.chance.bytes(32).toString('base64url');
    const limits = await systemReads(deps.db).sessionLimits();
    await sessions.removeEndedBefore(nowMs - limits.absoluteMs);
    const agent = (context.agent ?? '').slice(0, 200);
    // Who sits exams is signed in on one device, so that nobody else can be there unseen (decision 26).
    const alone = oneDevice.has(user.user_type) && !typed.resume;
    await sessions.add({ userId, tokenHash: hashToken(token), nowMs, limits, ip: context.ip, agent, byTicket, alone });
    await users.signedIn(userId, nowMs);
    return token;
  }

  function idNumberMatches(user: UserRow | undefined, typed: Credentials): boolean {
    const index = indexIdNumber(normaliseIdNumber(typed.login_pwd), typed.school_id, deps.keys.personal);
    return user?.id_number_index ? sameIndex(user.id_number_index, index) : false;
  }

  async function passwordMatches(user: UserRow | undefined, password: string): Promise<boolean | 'full'> {
    try {
      return await (user ? verify(user.pwd_hash, password) : verifyNothing(password));
    } catch (error) {
      if (error instanceof PasswordQueueFull) return 'full';
      throw error;
    }
  }
}
