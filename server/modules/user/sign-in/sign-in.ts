import type { Kysely } from 'kysely';
import { loginType, userStatus } from '../../../../sync/contract/codes.ts';
import type { Database } from '../../../db/schema.ts';
import { getRateLimitUnit } from '../../../http/client-address.ts';
import { createSharedRateLimiter, type SharedLimitDeps } from '../../../http/limits/rate-limiter.ts';
import { refuse, type RequestContext } from '../../../http/handler.ts';
import { accountLimits } from '../../../limits.ts';
import type { ServerRandom, ServerTimers } from '../../../ports.ts';
import { createTicketStore } from '../../../db/ticket-store.ts';
import { createSchoolReads } from '../../school/school-reads.ts';
import { createSystemReads } from '../../system/system-reads.ts';
import { normaliseIdNumber } from '../../../../sync/contract/people/id-number.ts';
import { toMatchText } from '../../../../sync/domain/plain-text.ts';
import { indexIdNumber, isSameBlindIndex, type PersonalKeys } from '../id-number.ts';
import { createKnownDevices, formatSignInMark, findVouchingAccount } from './known-device.ts';
import { simulatePasswordCheck } from './password.ts';
import { describePasswordAsker, createPasswordCheck, refuseWhenQueueFull } from './password-check.ts';
import type { PasswordAsker } from './password-queue.ts';
import { hashSessionToken } from './authenticator.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { createSessionStore } from './session-store.ts';
import { createSignInLimiter } from './sign-in-limiter.ts';
import { userMessages } from '../user-messages.ts';
import { createUserStore, type UserRow } from '../accounts/user-store.ts';

export interface SignInDeps extends SharedLimitDeps {
  readonly db: Kysely<Database>;
  readonly chance: ServerRandom;
  readonly timers: ServerTimers;
  readonly keys: { readonly personal: PersonalKeys };
}

interface Credentials {
  login_name: string;
  login_pwd: string;
  school_id: number;
  login_type: 1 | 2;
  resume: boolean;
  device: string;
}

/** Students and examinees may be signed in on one device only. */
const oneDevice: ReadonlySet<number> = new Set([7, 8]);

/** Ended sessions are deleted at most this often. */
const sweepMs = 60_000;

/** Signs users in: attempt limit, password check, session. Message and duration are the same whether the account exists or not. */
export function createSignInService(deps: SignInDeps) {
  const users = createUserStore(deps.db);
  const sessions = createSessionStore(deps.db);
  const turns = createSignInLimiter(deps, 'signIn');
  const signIns = createSharedRateLimiter(deps, 'signIns', { limit: accountLimits.signInsPerHour, everyMs: 3_600_000 });
  const verify = createPasswordCheck(deps.keys.personal);
  const devices = createKnownDevices(deps.keys.personal, deps.chance);
  let sweptMs = 0;

  const passwordMatches = (user: UserRow | undefined, password: string, asker: PasswordAsker): Promise<boolean> =>
    user ? verify(user.pwd_hash, password, asker) : simulatePasswordCheck(password, asker);

  /** Finds a user by their own ticket number, or by one that a published exam gave them. */
  const ticketHolder = async (schoolId: number, ticketNo: string): Promise<UserRow | undefined> => {
    const own = await users.byTicketNo(schoolId, ticketNo);
    if (own) return own;
    const given = await createTicketStore(deps.db).userWithTicket(schoolId, ticketNo);
    return given === undefined ? undefined : users.ofSchool(schoolId, given);
  };

  return async (typed: Credentials, context: RequestContext): Promise<{ token: string; device: string }> => {
    const byTicket = typed.login_type === loginType.ticket;
    const name = toMatchText(typed.login_name);
    const account = `${typed.school_id}/${typed.login_type}/${name.toLowerCase()}`;
    const wrong = (): never => refuse('refused', byTicket ? userMessages.wrongTicket() : userMessages.wrongPassword());
    const failedAs = (id: number | null): void => context.audit.note({ entity: 'user', id, schoolId: typed.school_id, claimedName: name });
    const user = byTicket ? await ticketHolder(typed.school_id, name) : await users.byLoginName(typed.school_id, name);
    const device = devices.read(context.device?.value ?? '') ?? devices.read(typed.device);
    const ownDevice = user && device?.signIns.includes(formatSignInMark(user.id, byTicket)) ? device.id : undefined;
    const voucher = ownDevice === undefined ? findVouchingAccount(device, user?.id) : undefined;
    const place = getRateLimitUnit(context.ip);
    const turn = await turns.ask({
      account,
      place,
      device: ownDevice ?? (voucher === undefined ? undefined : `of ${voucher}`),
      password: typed.login_pwd,
    });
    if (turn.waitMs > 0) {
      failedAs(null);
      refuse('tooMany', userMessages.waitBeforeTrying(turn.waitMs), { data: { waitMs: turn.waitMs } });
    }

    // Known devices of an account share one line of the queue. Every sign-in yields a mark, so separate lines would multiply an attacker's places.
    const asker: PasswordAsker =
      user && ownDevice !== undefined
        ? describePasswordAsker({ userId: user.id })
        : { address: place, account, rank: !user ? 'unknown' : turn.isGuessedAt ? 'guessed' : 'fresh' };
    const right = byTicket
      ? idNumberMatches(user, typed)
      : await refuseWhenQueueFull(() => passwordMatches(user, typed.login_pwd, asker), turn.giveBack);
    if (!user || !right || user.status !== userStatus.enabled) failedAs(user?.id ?? null);
    if (!user || !right) {
      const holdMs = await turn.failed();
      if (holdMs > 0) await deps.timers.sleep(holdMs, context.signal);
      return wrong();
    }

    await turn.succeeded();
    if (user.status === userStatus.applying) refuse('refused', userMessages.applying());
    if (user.status !== userStatus.enabled)
      refuse('disabled', user.rejected_reason === '' ? userMessages.disabled() : userMessages.rejected(user.rejected_reason));
    if (!(await createSchoolReads(deps.db).isEnabled(user.school_id))) {
      failedAs(user.id);
      refuse('disabled', userMessages.schoolDisabled());
    }
    if (!(await signIns.admit(String(user.id)))) refuse('tooMany', userMessages.tooManySignIns());
    // A device that resumes after being offline replaces no other session. Only a device that has signed this account in before may claim to resume.
    const resumes = typed.resume && ownDevice !== undefined;
    if (typed.resume && !resumes && oneDevice.has(user.user_type) && (await sessions.isOpen(user.id, deps.clock.nowMs())))
      refuse('elsewhere', userMessages.resumeNeedsSignIn());
    const token = await openSession(user, typed, resumes, context);
    // The password or ticket was replaced during the check, so the old one no longer signs in.
    if (token === undefined) {
      failedAs(user.id);
      return wrong();
    }
    const mark = devices.markWith(device, formatSignInMark(user.id, byTicket));
    context.device?.keep(mark);
    return { token, device: mark };
  };

  async function openSession(user: UserRow, typed: Credentials, resumes: boolean, context: RequestContext): Promise<string | undefined> {
    const userId = user.id;
    const byTicket = typed.login_type === loginType.ticket;
    const nowMs = deps.clock.nowMs();
    const token = deps.chance.bytes(32).toString('base64url');
    const limits = await createSystemReads(deps.db).sessionLimits();
    if (nowMs - sweptMs >= sweepMs) {
      sweptMs = nowMs;
      await sessions.removeEndedBefore(nowMs - limits.absoluteMs);
    }
    const agent = (context.agent ?? '').slice(0, 200);
    // Students and examinees are signed in on one device only, so that nobody can use their account unnoticed.
    const alone = oneDevice.has(user.user_type) && !resumes;
    const row = { userId, tokenHash: hashSessionToken(token), nowMs, limits, ip: context.ip, agent, byTicket, alone, seen: user };
    // The lock on the school keeps changes of the account out until the session is open.
    const { opened } = await runUnitOfWork(deps.db, user.school_id, context, async (tx) => {
      if (!(await createSessionStore(tx).add(row))) return { opened: false };
      await context.audit.noteIn(tx, { entity: 'user', id: userId, byUserId: userId });
      return { opened: true };
    });
    return opened ? token : undefined;
  }

  function idNumberMatches(user: UserRow | undefined, typed: Credentials): boolean {
    const index = indexIdNumber(normaliseIdNumber(typed.login_pwd), typed.school_id, deps.keys.personal);
    return user?.id_number_index ? isSameBlindIndex(user.id_number_index, index) : false;
  }
}
