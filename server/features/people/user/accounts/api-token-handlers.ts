import { apiContract } from '../../../../../sync/contract/index.ts';
import { apiScopeCalls } from '../../../../../sync/contract/api-scope-calls.ts';
import type { CallSpec } from '../../../../../sync/contract/call.ts';
import { apiScopes, type ApiScope } from '../../../../../sync/contract/people/api-token.ts';
import { readOnlyUserType } from '../../../../../sync/contract/roles.ts';
import { mayCall } from '../../../../http/access.ts';
import { type Caller, type Handlers, refuse, refuseField } from '../../../../http/handler.ts';
import { httpMessages } from '../../../../http/http-messages.ts';
import { accountLimits } from '../../../../limits.ts';
import { runUnitOfWork } from '../../../../resources/unit-of-work.ts';
import { createPeopleStore } from '../people/people-store.ts';
import type { PeopleDeps } from '../people/people-service.ts';
import { createApiTokenStore } from '../sign-in/api-token-store.ts';
import { hashSessionToken } from '../sign-in/authenticator.ts';
import { userMessages } from '../user-messages.ts';
import type { OwnPasswordCheck } from './own-password.ts';

type ApiTokenHandlers = Pick<Handlers<'user'>, 'getApiTokens' | 'addApiToken' | 'removeApiToken'>;

const dayMs = 24 * 3_600_000;
/** Makes a token recognisable to people and to programs that look for published secrets. */
const prefix = 'wenkao_';

/** Lists the scopes with at least one call that the user may make. */
const listOwnScopes = (caller: Caller): ApiScope[] => {
  const calls = Object.values(apiContract).flatMap((module) => Object.values(module) as (CallSpec & { path: string })[]);
  const ownCalls = new Set(calls.filter((spec) => mayCall(spec, caller)).map(({ path }) => path));
  return apiScopes.filter((scope) => [...(apiScopeCalls.get(scope) ?? [])].some((path) => ownCalls.has(path)));
};

/** Creates the calls with which people manage the API tokens of their own account. */
export function createApiTokenHandlers({ db, clock, chance }: PeopleDeps, withOwnPassword: OwnPasswordCheck): ApiTokenHandlers {
  return {
    async getApiTokens(_input, { caller }) {
      const rows = await createApiTokenStore(db).ofUser(caller.userId);
      return {
        items: rows.map((row) => ({ ...row, scopes: JSON.parse(row.scopes) as ApiScope[] })),
        scopes: caller.userType === readOnlyUserType ? [] : listOwnScopes(caller),
      };
    },

    addApiToken: ({ login_pwd: password, name, scopes, days }, context) =>
      withOwnPassword(context.caller, { path: 'login_pwd', password }, async (me) => {
        const ownScopes = listOwnScopes(context.caller);
        if (scopes.some((scope) => !ownScopes.includes(scope))) refuseField('invalid', 'scopes', userMessages.scopeNotYours());
        const token = prefix + chance.bytes(32).toString('base64url');
        const nowMs = clock.nowMs();
        return runUnitOfWork(db, context.caller.schoolId, context, async (tx) => {
          const now = await createPeopleStore(tx).byId(me.id);
          // An account that was disabled or given a new password since the owner's password was checked gets no token.
          if (now?.pwd_hash !== me.pwd_hash || now.status !== me.status) refuse('signedOut', httpMessages.signedOut());
          const store = createApiTokenStore(tx);
          const others = await store.ofUser(me.id);
          if (others.length >= accountLimits.apiTokens) refuse('refused', userMessages.tooManyTokens(accountLimits.apiTokens));
          if (others.some((other) => other.name === name)) refuseField('invalid', 'name', userMessages.tokenNameTaken());
          const row = { userId: me.id, tokenHash: hashSessionToken(token), name, scopes: [...new Set(scopes)], nowMs };
          const id = await store.add({ ...row, expiresMs: nowMs + days * dayMs });
          await context.audit.noteIn(tx, { entity: 'apiToken', id, name, after: { scopes, days } });
          return { id, token };
        });
      }),

    removeApiToken: ({ token_id: id }, context) =>
      runUnitOfWork(db, context.caller.schoolId, context, async (tx) => {
        const name = await createApiTokenStore(tx).remove(context.caller.userId, id);
        if (name === undefined) refuse('notFound', userMessages.noSuchToken());
        await context.audit.noteIn(tx, { entity: 'apiToken', id, name, before: { name }, after: null });
        return {};
      }),
  };
}
