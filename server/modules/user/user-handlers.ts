import { accountHandlers } from './account-handlers.ts';
import { examUserHandlers } from './exam-user-handlers.ts';
import type { PeopleDeps } from './people-desk.ts';
import { peopleHandlers } from './people-handlers.ts';
import { peopleImportHandlers } from './people-import-handlers.ts';
import { peopleListHandlers } from './people-list-handlers.ts';
import { personType } from './person-type.ts';
import { registrationHandlers } from './registration.ts';
import type { Handlers } from '../../http/handler.ts';
import { refuse } from '../../http/handler.ts';
import { draftKey } from './draft-key.ts';
import { httpMessages } from '../../http/http-messages.ts';
import { oneChange } from '../../things/one-change.ts';
import { profReads } from '../prof/prof-reads.ts';
import { sessionStore } from './session-store.ts';
import { signIn, type SignInDeps } from './sign-in.ts';
import { userStore } from './user-store.ts';

export function userHandlers(deps: SignInDeps & PeopleDeps): Handlers<'user'> {
  const users = userStore(deps.db);
  const sessions = sessionStore(deps.db);
  const professions = profReads(deps.db);
  return {
    ...registrationHandlers(deps),
    ...peopleHandlers(deps),
    ...peopleListHandlers(deps),
    ...examUserHandlers(deps),
    ...personType(deps),
    ...peopleImportHandlers(deps),
    ...accountHandlers(deps),
    login: signIn(deps),

    async getInfo(_input, { caller }) {
      const row = await users.withSchool(caller.userId);
      if (!row) return refuse('signedOut', httpMessages.signedOut());
      const { title, cover, must_change, school_prof_no, school_prof_allname, ...user } = row;
      const own = row.prof_id === null ? { code: school_prof_no, name: school_prof_allname } : await professions.labelOf(row.prof_id);
      return {
        user: {
          ...user,
          user_type: caller.userType,
          draft_key: draftKey(deps.keys.personal, caller.userId),
          must_change_password: must_change === 1 && !(await sessions.isByTicket(caller.sessionId)),
          school_name: title,
          cover_img: cover,
          mohrss_prof_no: own.code,
          mohrss_prof_allname: own.name,
        },
        roles: [...caller.roles],
      };
    },

    logout: (_input, context) =>
      oneChange(deps.db, 'nothing', context, async (tx) => {
        await sessionStore(tx).remove(context.caller.sessionId);
        await context.audit.noteIn(tx, { entity: 'user', id: context.caller.userId });
        return {};
      }),
  };
}
