import { type Caller, refuse } from '../../../../http/handler.ts';
import { httpMessages } from '../../../../http/http-messages.ts';
import type { PasswordAsker } from '../sign-in/password-queue.ts';
import { createPasswordCheck, describePasswordAsker, refuseWhenQueueFull } from '../sign-in/password-check.ts';
import { createSessionStore } from '../sign-in/session-store.ts';
import { createSignInLimiter } from '../sign-in/sign-in-limiter.ts';
import { createPeopleStore, type PersonRecord } from '../people/people-store.ts';
import type { PeopleDeps } from '../people/people-service.ts';
import { peopleMessages as messages } from '../people-messages.ts';
import { userMessages } from '../user-messages.ts';

/**
 * Creates the function that checks the caller's own password and then runs `work`. It limits guesses, so that nobody can guess the password of an
 * owner who left a PC signed in. A wrong password is refused with an error at the input field `path`.
 */
export function createOwnPasswordCheck(deps: PeopleDeps) {
  const people = createPeopleStore(deps.db);
  const sessions = createSessionStore(deps.db);
  const verify = createPasswordCheck(deps.keys.personal);
  const turns = createSignInLimiter(deps, 'ownPassword');

  return async <T>(
    caller: Caller,
    { path, password }: { readonly path: string; readonly password: string },
    work: (me: PersonRecord, asker: PasswordAsker) => Promise<T>,
  ): Promise<T> => {
    const me = await people.byId(caller.userId);
    if (!me) refuse('signedOut', httpMessages.signedOut());
    // A person who signed in by admission ticket or directory can open any number of sessions without the password. All these sessions count as one
    // device, so that a new session gives no new guesses.
    const device = (await sessions.isWithoutPassword(caller.sessionId)) ? 'without password' : String(caller.sessionId);
    const turn = await turns.ask({ account: String(caller.userId), place: '', device, password });
    const { waitMs } = turn;
    if (waitMs > 0) refuse('tooMany', userMessages.waitBeforeTrying(waitMs), { data: { waitMs } });
    const asker = describePasswordAsker(caller);
    return refuseWhenQueueFull(async () => {
      if (!(await verify(me.pwd_hash, password, asker))) refuseInvalidField(path, messages.wrongOldPassword());
      await turn.succeeded();
      return work(me, asker);
    }, turn.reportUncounted);
  };
}

export type OwnPasswordCheck = ReturnType<typeof createOwnPasswordCheck>;

/** Refuses an input with one invalid field. */
export const refuseInvalidField = (path: string, message: ReturnType<typeof messages.samePassword>): never =>
  refuse('invalid', message, { fields: [{ path, message }] });
