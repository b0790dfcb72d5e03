import { isKnownByPhoto } from '../../../../../sync/contract/people/user-rights.ts';
import { listPasswordProblems } from '../../../../../sync/contract/people/password-rule.ts';
import { normalisePersonName } from '../../../../../sync/domain/plain-text.ts';
import { type Handlers, refuse } from '../../../../http/handler.ts';
import { httpMessages } from '../../../../http/http-messages.ts';
import { runUnitOfWork } from '../../../../resources/unit-of-work.ts';
import { createAccountStore } from './account-store.ts';
import { type OwnPasswordCheck, refuseInvalidField } from './own-password.ts';
import { createPasswordCheck } from '../sign-in/password-check.ts';
import { hashPassword } from '../sign-in/password.ts';
import { requireVersion } from '../../../../http/stale-version.ts';
import { createPeopleStore } from '../people/people-store.ts';
import { createPeopleService, type PeopleDeps } from '../people/people-service.ts';
import { peopleMessages as messages, personFieldNames } from '../people-messages.ts';
import { userMessages } from '../user-messages.ts';

type AccountCalls = Pick<Handlers<'user'>, 'getMe' | 'modifyMe' | 'changePassword' | 'getSessions' | 'removeSession'>;

/** Creates the calls on one's own account, open to every signed-in user. */
export function createAccountHandlers(deps: PeopleDeps, withOwnPassword: OwnPasswordCheck): AccountCalls {
  const { db, clock, keys } = deps;
  const service = createPeopleService(deps);
  const accounts = createAccountStore(db);
  const verify = createPasswordCheck(keys.personal);

  return {
    async getMe(_input, { caller }) {
      const me = await service.people.byId(caller.userId);
      return me ? service.detail(me) : refuse('signedOut', httpMessages.signedOut());
    },

    async modifyMe({ version, name: typedName, avatar }, context) {
      const name = normalisePersonName(typedName);
      const fault = name === '' ? messages.required() : /[\p{Cc}"<>]/u.test(name) ? messages.nameForm() : undefined;
      if (fault) refuse('invalid', messages.invalid(1), { fields: [{ path: 'name', message: fault }] });
      const { caller } = context;
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        const before = await createPeopleStore(tx).byId(caller.userId);
        if (!before) refuse('signedOut', httpMessages.signedOut());
        await requireVersion(tx, { kind: 'user', ...before }, version, messages.called(), personFieldNames);
        if (isKnownByPhoto(before.user_type) && (name !== before.name || avatar !== before.avatar))
          refuse('refused', userMessages.identityIsKept());
        const result = await createAccountStore(tx).modify(before, { name, avatar }, service.actor(caller));
        const fieldsBefore = { name: before.name, avatar: before.avatar };
        await context.audit.noteIn(tx, { entity: 'user', id: before.id, before: fieldsBefore, after: { name, avatar } });
        return result;
      });
    },

    async changePassword({ old_password, new_password }, context) {
      const { caller } = context;
      return withOwnPassword(caller, { path: 'old_password', password: old_password }, async (me, asker) => {
        const problem = listPasswordProblems(new_password, me.login_name)[0];
        if (problem) refuseInvalidField('new_password', messages.password(problem));
        if (await verify(me.pwd_hash, new_password, asker)) refuseInvalidField('new_password', messages.samePassword());
        const pwdHash = { old: me.pwd_hash, next: await hashPassword(new_password, asker) };
        return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
          const endedSessions =
            (await createAccountStore(tx).setPassword(me.id, pwdHash, caller.sessionId, clock.nowMs())) ??
            refuseInvalidField('old_password', messages.wrongOldPassword());
          await context.audit.noteIn(tx, { entity: 'user', id: me.id, after: endedSessions });
          return endedSessions;
        });
      });
    },

    async getSessions(_input, { caller }) {
      const nowMs = clock.nowMs();
      const rows = await accounts.sessions(caller.userId);
      return {
        items: rows
          .filter((row) => row.expires_ms > nowMs && nowMs - row.seen_ms < row.idle_ms)
          .map((row) => ({ ...row, current: row.id === caller.sessionId })),
      };
    },

    removeSession: ({ session_id }, context) =>
      runUnitOfWork(db, 'nothing', context, async (tx) => {
        const { userId, sessionId } = context.caller;
        const endedCount = await createAccountStore(tx).endSessions(userId, session_id, sessionId);
        if (endedCount === 0 && session_id !== null) refuse('notFound', userMessages.noSuchSession());
        await context.audit.noteIn(tx, { entity: 'session', id: session_id, after: { ended: endedCount } });
        return { ended: endedCount };
      }),
  };
}
