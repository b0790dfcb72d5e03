import { type Handlers, refuse } from '../../../../http/handler.ts';
import { runUnitOfWork } from '../../../../resources/unit-of-work.ts';
import { createSchoolReads } from '../../school/school-reads.ts';
import type { PeopleDeps } from '../people/people-service.ts';
import type { SecondFactors } from '../sign-in/second-factor.ts';
import { createApiTokenStore } from '../sign-in/api-token-store.ts';
import { createSecondFactorStore } from '../sign-in/second-factor-store.ts';
import { userMessages } from '../user-messages.ts';
import { createAccountStore } from './account-store.ts';
import type { OwnPasswordCheck } from './own-password.ts';

type SecondFactorCalls = Pick<Handlers<'user'>, 'getSecondFactor' | 'beginSecondFactor' | 'confirmSecondFactor' | 'endSecondFactor'>;

/** Creates the calls with which people turn the second factor of their own account on and off. */
export function createSecondFactorHandlers(
  { db, clock }: PeopleDeps,
  factors: SecondFactors,
  withOwnPassword: OwnPasswordCheck,
): SecondFactorCalls {
  return {
    getSecondFactor: (_input, { caller }) => factors.state(caller.userId),

    beginSecondFactor: ({ login_pwd: password }, { caller }) =>
      withOwnPassword(caller, { path: 'login_pwd', password }, async (me) => {
        if ((await factors.state(me.id)).on) refuse('refused', userMessages.secondFactorOn());
        return factors.begin(me.id, { label: me.login_name, issuer: await createSchoolReads(db).titleOf(caller.schoolId) });
      }),

    async confirmSecondFactor({ setup, code, kept_tokens: keptTokens }, context) {
      const { caller } = context;
      const { row, recovery } = await factors.confirm(caller.userId, setup, code);
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        if (!(await createSecondFactorStore(tx).add(caller.userId, row, clock.nowMs()))) refuse('refused', userMessages.secondFactorOn());
        // End the other sessions and the API tokens: they were opened with the password alone.
        const endedSessions = await createAccountStore(tx).endSessions(caller.userId, null, caller.sessionId);
        const endedApiTokens = await createApiTokenStore(tx).removeOf(caller.userId, keptTokens);
        const after = { secondFactor: true, endedSessions, endedApiTokens };
        await context.audit.noteIn(tx, { entity: 'user', id: caller.userId, after });
        return { recovery, endedApiTokens };
      });
    },

    endSecondFactor: ({ login_pwd: password, code }, context) =>
      withOwnPassword(context.caller, { path: 'login_pwd', password }, async (me) =>
        runUnitOfWork(db, context.caller.schoolId, context, async (tx) => {
          await factors.require(tx, me.id, code);
          await createSecondFactorStore(tx).remove(me.id);
          await context.audit.noteIn(tx, { entity: 'user', id: me.id, after: { secondFactor: false } });
          return {};
        }),
      ),
  };
}
