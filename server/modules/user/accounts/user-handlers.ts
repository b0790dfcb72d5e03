import { createAccountHandlers } from './account-handlers.ts';
import { createExamUserHandlers } from '../exam-user-handlers.ts';
import type { PeopleDeps } from '../people/people-service.ts';
import { createPeopleHandlers } from '../people/people-handlers.ts';
import { createPeopleImportHandlers } from '../import/people-import-handlers.ts';
import { createPeopleListHandlers } from '../people/people-list-handlers.ts';
import { createPersonTypeHandlers } from '../people/person-type-handlers.ts';
import { createRegistrationHandlers } from './registration-handlers.ts';
import { type Handlers, refuse } from '../../../http/handler.ts';
import { deriveDraftKey } from './draft-key.ts';
import { httpMessages } from '../../../http/http-messages.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { createProfessionReads } from '../../profession/profession-reads.ts';
import { createSessionStore } from '../sign-in/session-store.ts';
import { createSignInService, type SignInDeps } from '../sign-in/sign-in.ts';
import { createUserStore } from './user-store.ts';

export function createUserHandlers(deps: SignInDeps & PeopleDeps): Handlers<'user'> {
  const users = createUserStore(deps.db);
  const sessions = createSessionStore(deps.db);
  const professions = createProfessionReads(deps.db);
  return {
    ...createRegistrationHandlers(deps),
    ...createPeopleHandlers(deps),
    ...createPeopleListHandlers(deps),
    ...createExamUserHandlers(deps),
    ...createPersonTypeHandlers(deps),
    ...createPeopleImportHandlers(deps),
    ...createAccountHandlers(deps),
    login: createSignInService(deps),

    async getInfo(_input, { caller }) {
      const row = await users.withSchool(caller.userId);
      if (!row) refuse('signedOut', httpMessages.signedOut());
      const { title, cover, must_change, school_prof_no, school_prof_allname, ...user } = row;
      const own = row.prof_id === null ? { code: school_prof_no, name: school_prof_allname } : await professions.labelOf(row.prof_id);
      return {
        user: {
          ...user,
          user_type: caller.userType,
          draft_key: deriveDraftKey(deps.keys.personal, caller.userId),
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
      runUnitOfWork(deps.db, 'nothing', context, async (tx) => {
        await createSessionStore(tx).remove(context.caller.sessionId);
        await context.audit.noteIn(tx, { entity: 'user', id: context.caller.userId });
        return {};
      }),
  };
}
