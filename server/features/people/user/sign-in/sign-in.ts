import { loginType } from '../../../../../sync/contract/codes.ts';
import { getRateLimitUnit } from '../../../../http/client-address.ts';
import { refuse, type RequestContext } from '../../../../http/handler.ts';
import { createTicketStore } from '../../../../db/ticket-store.ts';
import { normaliseIdNumber } from '../../../../../sync/contract/people/id-number.ts';
import { toMatchText } from '../../../../../sync/domain/plain-text.ts';
import { indexIdNumber, isSameBlindIndex } from '../id-number.ts';
import { createKnownDevices, formatSignInMark, findVouchingAccount } from './known-device.ts';
import { simulatePasswordCheck } from './password.ts';
import { describePasswordAsker, createPasswordCheck, refuseWhenQueueFull } from './password-check.ts';
import type { PasswordAsker } from './password-queue.ts';
import { createSessionOpener, type SignInDeps } from './open-session.ts';
import { createSignInLimiter, getSignInAccount } from './sign-in-limiter.ts';
import { userMessages } from '../user-messages.ts';
import { createUserStore, type UserRow } from '../user-store.ts';

interface Credentials {
  login_name: string;
  login_pwd: string;
  school_id: number;
  login_type: 1 | 2;
  resume: boolean;
  device: string;
  code: string;
}

/** Signs users in: attempt limit, password check, session. Message and duration are the same whether the account exists or not. */
export function createSignInService(deps: SignInDeps) {
  const users = createUserStore(deps.db);
  const turns = createSignInLimiter(deps, 'signIn');
  const verify = createPasswordCheck(deps.keys.personal);
  const devices = createKnownDevices(deps.keys.personal, deps.chance);
  const openSession = createSessionOpener(deps);

  const passwordMatches = (user: UserRow | undefined, password: string, asker: PasswordAsker): Promise<boolean> =>
    user ? verify(user.pwd_hash, password, asker) : simulatePasswordCheck(password, asker);

  /** Finds a user by the admission ticket number of their account, or by one that a published exam gave them. */
  const findTicketHolder = async (schoolId: number, ticketNo: string): Promise<UserRow | undefined> => {
    const owner = await users.byTicketNo(schoolId, ticketNo);
    if (owner) return owner;
    const holderId = await createTicketStore(deps.db).userWithTicket(schoolId, ticketNo);
    return holderId === undefined ? undefined : users.ofSchool(schoolId, holderId);
  };

  return async (credentials: Credentials, context: RequestContext): Promise<{ token: string; device: string }> => {
    const byTicket = credentials.login_type === loginType.ticket;
    const by = byTicket ? 'ticket' : 'password';
    const name = toMatchText(credentials.login_name);
    const refuseWrong = (): never => refuse('refused', byTicket ? userMessages.wrongTicket() : userMessages.wrongPassword());
    const failedAs = (id: number | null): void =>
      context.audit.note({ entity: 'user', id, schoolId: credentials.school_id, claimedName: name });
    const user = byTicket ? await findTicketHolder(credentials.school_id, name) : await users.byLoginName(credentials.school_id, name);
    const account = getSignInAccount(credentials.school_id, user?.id, name);
    const device = devices.read(context.device?.value ?? '') ?? devices.read(credentials.device);
    const ownDevice = user && device?.signIns.includes(formatSignInMark(user.id, by)) ? device.id : undefined;
    const voucher = ownDevice === undefined ? findVouchingAccount(device, user?.id) : undefined;
    const limitUnit = getRateLimitUnit(context.ip);
    const turn = await turns.ask({
      account,
      place: limitUnit,
      device: ownDevice ?? (voucher === undefined ? undefined : `of ${voucher}`),
      password: credentials.login_pwd,
    });
    if (turn.waitMs > 0) {
      failedAs(null);
      refuse('tooMany', userMessages.waitBeforeTrying(turn.waitMs), { data: { waitMs: turn.waitMs } });
    }

    // All known devices of an account share one line in the queue of password checks. Every sign-in yields a new device mark, so separate lines would
    // give an attacker more places in the queue.
    const asker: PasswordAsker =
      user && ownDevice !== undefined
        ? describePasswordAsker({ userId: user.id })
        : { address: limitUnit, account, rank: !user ? 'unknown' : turn.hasManyWrongGuesses ? 'guessed' : 'fresh' };
    const isRight = byTicket
      ? idNumberMatches(user, credentials)
      : await refuseWhenQueueFull(() => passwordMatches(user, credentials.login_pwd, asker), turn.reportUncounted);
    if (!user || !isRight) {
      failedAs(user?.id ?? null);
      const holdMs = await turn.failed();
      if (holdMs > 0) await deps.timers.sleep(holdMs, context.signal);
      return refuseWrong();
    }

    await (byTicket ? turn.reportUncounted() : turn.succeeded());
    const session = await openSession({ user, method: by, device, code: credentials.code, resume: credentials.resume }, context);
    if (session) return session;
    // The password or the admission ticket was replaced during the check, so the old one no longer signs in.
    failedAs(user.id);
    return refuseWrong();
  };

  function idNumberMatches(user: UserRow | undefined, typed: Credentials): boolean {
    const index = indexIdNumber(normaliseIdNumber(typed.login_pwd), typed.school_id, deps.keys.personal);
    return user?.id_number_index ? isSameBlindIndex(user.id_number_index, index) : false;
  }
}
