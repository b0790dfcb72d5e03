import { createAccountHandlers } from './account-handlers.ts';
import { createApiTokenHandlers } from './api-token-handlers.ts';
import { createExamUserHandlers } from '../exam-user-handlers.ts';
import { createPeopleHandlers } from '../people/people-handlers.ts';
import { createPeopleImportHandlers } from '../import/people-import-handlers.ts';
import { createRegistrationHandlers } from './registration-handlers.ts';
import { type Handlers, refuse, type Message, refuseField } from '../../../../http/handler.ts';
import { httpMessages } from '../../../../http/http-messages.ts';
import { runUnitOfWork } from '../../../../resources/unit-of-work.ts';
import { createProfessionReads } from '../../profession/profession-reads.ts';
import { createSessionStore } from '../sign-in/session-store.ts';
import type { SignInDeps } from '../sign-in/open-session.ts';
import { createSignInService } from '../sign-in/sign-in.ts';
import { createOwnPasswordCheck } from './own-password.ts';
import { createSecondFactorHandlers } from './second-factor-handlers.ts';
import { createUserStore } from '../user-store.ts';
import { createHmac } from 'node:crypto';
import type { IdNumberKeys } from '../id-number.ts';
import type { PersonListRow } from '../../../../../sync/contract/people/person.ts';
import type { UserType } from '../../../../../sync/contract/roles.ts';
import { toTotalFields } from '../../../../db/list-page.ts';
import { readSearchQuery } from '../../../../http/input/list-query.ts';
import { createPeopleService, getScopeOfPeople, type PeopleDeps } from '../people/people-service.ts';
import { createPeopleListStore, peopleSorts } from '../people/people-list-store.ts';
import { peopleMessages as messages } from '../people-messages.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../../../../db/schema.ts';
import { collectReferences } from '../../../../resources/references.ts';
import { createClassReads } from '../../class/class-reads.ts';
import { isLastSystemUser } from '../person-claims-store.ts';
import { setPersonType, adaptToUserType } from '../people/people-store.ts';

const isExamineeType = (type: number): boolean => type === 7 || type === 8;

/** Creates the call that changes a person's type, for example from student to examinee. The caller must be allowed to manage both types. */
function createPersonTypeHandlers(deps: PeopleDeps): Pick<Handlers<'user'>, 'setType'> {
  const service = createPeopleService(deps);

  /** Lists obligations of the old type that the new one cannot fulfil: exams to sit, classes to teach. */
  const listObligations = async (db: Kysely<Database>, userId: number, from: number, to: number): Promise<Message[]> => {
    const seats = isExamineeType(from) && !isExamineeType(to) ? await collectReferences(deps.uses.examinee, db, userId) : [];
    const taught = from === 6 && to !== 6 ? (await createClassReads(db).taughtBy(userId)).size : 0;
    return [...seats, ...(taught > 0 ? [messages.tieClasses(taught)] : [])];
  };

  return {
    async setType({ id, version, user_type: type }, context) {
      const { caller, audit } = context;
      const rights = await service.rights(caller);
      const before = await service.toChange({ id, version }, (mine, person) => mine.manages(person), caller, rights);
      if (before.id === caller.userId) refuse('refused', messages.notSelf());
      if (!rights.manages({ ...before, user_type: type })) refuse('forbidden', messages.typeNotYours());
      if (before.user_type === type) refuse('refused', messages.sameType());
      const { user_type: typeBefore, class_id, extra_roles, school_id: schoolId } = before;
      return runUnitOfWork(deps.db, getScopeOfPeople([before]), context, async (tx) => {
        await service.requireUnchanged(tx, before);
        if (await isLastSystemUser(tx, before)) refuse('refused', messages.lastSystemUser());
        const ties = await listObligations(tx, id, typeBefore, type);
        if (ties.length > 0) refuse('refused', messages.typeTied(before.name, ties));
        const result = await setPersonType(tx, before, type, service.actor(caller));
        if (!('version' in result)) return service.takenRefusal(result);
        const sides = { before: { user_type: typeBefore, class_id, extra_roles }, after: adaptToUserType(before, type) };
        await audit.noteIn(tx, { entity: 'user', id, name: before.name, ...sides, schoolId });
        return { id, version: result.version };
      });
    },
  };
}

function createPeopleListHandlers(deps: PeopleDeps): Pick<Handlers<'user'>, 'getList' | 'getCount'> {
  const service = createPeopleService(deps);
  const lists = createPeopleListStore(deps.db);
  return {
    async getList(input, { caller }) {
      const rights = await service.rights(caller);
      const schoolId = rights.listSchool(input.filter?.school_id);
      if (schoolId === null) refuse('forbidden', messages.otherSchool());
      const order = readSearchQuery(input, peopleSorts, '-created_ms');
      if (schoolId === 'all' && order.column === peopleSorts.student_no) {
        const message = messages.sortNeedsSchool();
        refuseField('invalid', 'sort', message);
      }
      const userType = input.filter?.user_type;
      const userTypes = userType === undefined ? input.filter?.user_types : [userType];
      if (userTypes?.some((type) => !rights.readTypes.includes(type))) refuse('forbidden', messages.typeNotYours());
      const { status, class_id: classId, initial_password: initialPassword, keyword = '' } = input.filter ?? {};
      const { ids, total } = await lists.page(
        { schoolId, types: userTypes ?? rights.readTypes, status, classId, initialPassword, keyword },
        order,
      );
      return { items: await service.rows(await service.people.byIds(ids)), ...toTotalFields(total) };
    },

    async getCount({ school_id }, { caller }) {
      const rights = await service.rights(caller);
      const schoolId = rights.listSchool(school_id);
      if (schoolId === null) refuse('forbidden', messages.otherSchool());
      const rows = await lists.counts(schoolId, rights.readTypes);
      return {
        total: rows.reduce((sum, row) => sum + row.count, 0),
        counts: rows.map((row) => ({ ...row, user_type: row.user_type as UserType, status: row.status as PersonListRow['status'] })),
      };
    },
  };
}

/**
 * Derives the key with which a user's PCs encrypt unsaved form input. It is not stored on the server, and stays the same after every sign-in,
 * password reset and server restore.
 */
const deriveDraftKey = (keys: Pick<IdNumberKeys, 'seal'>, userId: number): string =>
  createHmac('sha256', keys.seal).update(`draft key 1/${userId}`).digest('base64');

export function createUserHandlers(deps: SignInDeps & PeopleDeps): Handlers<'user'> {
  const users = createUserStore(deps.db);
  const sessions = createSessionStore(deps.db);
  const professions = createProfessionReads(deps.db);
  // All handlers share this check of the caller's own password, because it counts wrong guesses.
  const withOwnPassword = createOwnPasswordCheck(deps);
  return {
    ...createRegistrationHandlers(deps),
    ...createPeopleHandlers(deps),
    ...createPeopleListHandlers(deps),
    ...createExamUserHandlers(deps),
    ...createPersonTypeHandlers(deps),
    ...createPeopleImportHandlers(deps),
    ...createAccountHandlers(deps, withOwnPassword),
    ...createSecondFactorHandlers(deps, deps.factors, withOwnPassword),
    ...createApiTokenHandlers(deps, withOwnPassword),
    login: createSignInService(deps),

    async getInfo(_input, { caller }) {
      const row = await users.withSchool(caller.userId);
      if (!row) refuse('signedOut', httpMessages.signedOut());
      const { title, cover, must_change, school_prof_no, school_prof_allname, ...user } = row;
      const profession =
        row.prof_id === null ? { code: school_prof_no, name: school_prof_allname } : await professions.labelOf(row.prof_id);
      return {
        user: {
          ...user,
          user_type: caller.userType,
          draft_key: deriveDraftKey(deps.keys.personal, caller.userId),
          must_change_password: must_change === 1 && !(await sessions.isWithoutPassword(caller.sessionId)),
          school_name: title,
          cover_img: cover,
          mohrss_prof_no: profession.code,
          mohrss_prof_allname: profession.name,
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
