import type { Kysely, Transaction } from 'kysely';
import { userStatus } from '../../../../../sync/contract/codes.ts';
import { listPasswordProblems } from '../../../../../sync/contract/people/password-rule.ts';
import type { PersonFields } from '../../../../../sync/contract/people/person.ts';
import type { UserType } from '../../../../../sync/contract/roles.ts';
import type { UserEvent } from '../../../../../sync/domain/user-machine.ts';
import { isForeignKeyViolation } from '../../../../db/constraint-errors.ts';
import type { Database } from '../../../../db/schema.ts';
import {
  type Caller,
  catchRefusal,
  type Handlers,
  type Language,
  type Message,
  type Refusal,
  refuse,
  refuseField,
} from '../../../../http/handler.ts';
import { createClassReads } from '../../class/class-reads.ts';
import { createProfessionReads } from '../../profession/profession-reads.ts';
import type { CallerContext } from '../../../../resources/change.ts';
import { runUnitOfWork } from '../../../../resources/unit-of-work.ts';
import { collectReferences } from '../../../../resources/references.ts';
import type { CallerRights } from '../caller-rights.ts';
import { openIdNumber } from '../id-number.ts';
import { hashInitialPassword, makeInitialPassword } from '../sign-in/initial-password.ts';
import { hashPassword } from '../sign-in/password.ts';
import { describePasswordAsker, refuseWhenQueueFull } from '../sign-in/password-check.ts';
import { createPeopleService, getScopeOfPeople, type PeopleDeps } from './people-service.ts';
import { peopleMessages as messages } from '../people-messages.ts';
import { createPeopleStore, type PersonRecord } from './people-store.ts';
import { isLastSystemUser } from '../person-claims-store.ts';
import { normalisePerson, listPersonErrors } from './person-check.ts';

type PeopleCalls = Pick<
  Handlers<'user'>,
  'add' | 'modify' | 'remove' | 'setStatus' | 'resetPassword' | 'getById' | 'getIdNumber' | 'getListByIds'
>;
interface RefusedPerson {
  id: number;
  name: string;
  reason: string;
}

/** Creates the calls with which staff manage accounts. */
export function createPeopleHandlers(deps: PeopleDeps): PeopleCalls {
  const { db, chance, keys, logger, uses } = deps;
  const service = createPeopleService(deps);
  const { people } = service;
  const classes = createClassReads(db);

  /** Checks a person's data, and that class and profession belong to the school. */
  const checkPerson = async (
    person: PersonFields,
    type: UserType,
    schoolId: number,
    personBefore?: { readonly login_name: string; readonly prof_id: number | null },
  ): Promise<void> => {
    const faults = listPersonErrors(person, type, deps.clock.nowMs()).filter(
      // An old login name that breaks today's rules must not keep the person's other data from being changed.
      (fault) => fault.path !== 'login_name' || person.login_name !== personBefore?.login_name,
    );
    if (faults.length > 0) refuse('invalid', messages.invalid(faults.length), { fields: faults });
    if (person.class_id !== null && !(await classes.isOfSchool(person.class_id, schoolId)))
      refuseField('notFound', 'class_id', messages.classUnknown());
    const profId = person.prof_id ?? null;
    // A profession that the school no longer offers stays with people who already have it.
    if (profId !== null && profId !== personBefore?.prof_id && !(await createProfessionReads(db).isTaught(schoolId, profId)))
      refuseField('notFound', 'prof_id', messages.profUnknown());
  };
  const onlyOwnClasses = (): never => refuseField('invalid', 'class_id', messages.onlyOwnClasses());

  const newHash = async (chosen: string | undefined, loginName: string, caller: Caller) => {
    if (chosen === undefined) {
      const password = makeInitialPassword(chance);
      return { password, pwd_hash: hashInitialPassword(password, keys.personal, chance) };
    }
    const problem = listPasswordProblems(chosen, loginName)[0];
    if (problem) refuse('invalid', messages.invalid(1), { fields: [{ path: 'password', message: messages.password(problem) }] });
    const hashed = await refuseWhenQueueFull(() => hashPassword(chosen, describePasswordAsker(caller)));
    return { password: null, pwd_hash: hashed };
  };

  /** Lists everything that still refers to a user, as messages. */
  const tiesOf = async (db: Kysely<Database>, userId: number): Promise<Message[]> => {
    const taught = (await createClassReads(db).taughtBy(userId)).size;
    return [...(await collectReferences(uses.person, db, userId)), ...(taught > 0 ? [messages.tieClasses(taught)] : [])];
  };

  /** Changes the status of one user. It refuses before writing anything, so that a refused user does not affect the others of the call. */
  const setOne = async (
    tx: Transaction<Database>,
    item: { id: number; version: number },
    { status, reason }: { status: 0 | 1; reason: string },
    { caller, audit }: CallerContext,
    rights: CallerRights,
  ): Promise<void> => {
    const txService = createPeopleService({ ...deps, db: tx });
    const before = await txService.toChange(item, (mine, person) => mine.manages(person) || mine.approves(person), caller, rights);
    const applying = before.status === userStatus.applying;
    if (applying ? !rights.approves(before) : !rights.manages(before))
      refuse('forbidden', applying ? messages.notYours() : messages.notApplying());
    if (before.id === caller.userId) refuse('refused', messages.notSelf());
    if (before.status === status) refuse('refused', status === userStatus.enabled ? messages.alreadyEnabled() : messages.alreadyDisabled());
    const event: UserEvent = applying
      ? status === userStatus.enabled
        ? 'approve'
        : 'reject'
      : status === userStatus.enabled
        ? 'enable'
        : 'disable';
    if (event === 'reject' && reason === '') refuseField('invalid', 'reason', messages.reasonMissing());
    const result = await txService.people.setStatus(before, event, event === 'reject' ? reason : '', service.actor(caller));
    if (result === undefined) return txService.stale(before, item.version);
    if (result === 'last') refuse('refused', messages.lastSystemUser());
    if (!('version' in result)) return service.takenRefusal(result);
    const sides = { before: { status: before.status }, after: { status } };
    await audit.noteIn(tx, { entity: 'user', id: before.id, name: before.name, ...sides, schoolId: before.school_id });
  };

  return {
    async add({ school_id, user_type, password: chosen, ...typed }, context) {
      const { caller } = context;
      const rights = await service.rights(caller);
      const schoolId = rights.schoolOf(school_id);
      if (schoolId === null) refuse('forbidden', messages.otherSchool());
      if ((await people.schoolTitles([schoolId])).size === 0) refuse('notFound', messages.notFound());
      const person = normalisePerson(typed);
      const subject = { school_id: schoolId, user_type, class_id: person.class_id };
      if (!rights.manages(subject)) {
        // A teacher may add students, but only to a class they teach.
        const inClass = [...(await classes.taughtBy(caller.userId))].some((id) => rights.manages({ ...subject, class_id: id }));
        const message = messages.typeNotYours();
        return inClass ? onlyOwnClasses() : refuseField('forbidden', 'user_type', message);
      }
      await checkPerson(person, user_type, schoolId);
      const hash = await newHash(chosen, person.login_name, caller);
      const columns = {
        ...service.columnsOf(person),
        ...service.sealed(person.id_number ?? '', schoolId),
        school_id: schoolId,
        user_type,
        status: userStatus.enabled,
        pwd_hash: hash.pwd_hash,
        must_change: 1 as const,
      };
      return runUnitOfWork(db, schoolId, context, async (tx) => {
        const result = await people.add(tx, columns, service.actor(caller));
        if (!('id' in result)) return service.takenRefusal(result);
        await context.audit.noteIn(tx, { entity: 'user', id: result.id, before: null, after: { ...person, user_type }, schoolId });
        return { ...result, password: hash.password };
      });
    },

    async modify({ id, version, ...typed }, context) {
      const { caller, audit } = context;
      const rights = await service.rights(caller);
      const before = await service.toChange({ id, version }, (mine, person) => mine.manages(person), caller, rights);
      const person = normalisePerson(typed);
      if (!rights.manages({ ...before, class_id: person.class_id })) return onlyOwnClasses();
      await checkPerson(person, before.user_type as UserType, before.school_id, before);
      const sealed = person.id_number === null ? null : service.sealed(person.id_number, before.school_id);
      const columns = service.columnsOf(person);
      const after = { ...columns, ...(sealed === null ? {} : { id_number: 'changed' }) };
      const sides = { before: pick(before, Object.keys(after)), after };
      return runUnitOfWork(db, before.school_id, context, async (tx) => {
        await service.requireUnchanged(tx, before);
        const result = await people.modify(tx, before, columns, sealed, service.actor(caller));
        if (!('version' in result)) return service.takenRefusal(result);
        await audit.noteIn(tx, { entity: 'user', id, name: before.name, ...sides, schoolId: before.school_id });
        return { id, version: result.version };
      });
    },

    async remove(target, context) {
      const { caller, audit } = context;
      const before = await service.toChange(target, (mine, person) => mine.removes && mine.manages(person), caller);
      if (before.id === caller.userId) refuse('refused', messages.notSelf());
      const { id, login_name, name, user_type, school_id: schoolId } = before;
      const removal = runUnitOfWork(db, getScopeOfPeople([before]), context, async (tx) => {
        await service.requireUnchanged(tx, before);
        if (await isLastSystemUser(tx, before)) refuse('refused', messages.lastSystemUser());
        const ties = await tiesOf(tx, id);
        if (ties.length > 0) refuse('refused', messages.stillUsed(name, ties));
        await people.remove(tx, id);
        await audit.noteIn(tx, { entity: 'user', id, before: { login_name, name, user_type }, after: null, schoolId });
        return {};
      });
      return removal.catch((error: unknown) => {
        // A table refers to the user by a foreign key, but its module is not in the reference registry.
        if (isForeignKeyViolation(error)) refuse('refused', messages.stillUsed(name, [messages.tieOther()]));
        throw error;
      });
    },

    async setStatus({ items, ...wish }, context) {
      const rights = await service.rights(context.caller);
      const scope = getScopeOfPeople(await people.byIds(items.map(({ id }) => id)));
      return runUnitOfWork(db, scope, context, async (tx) => {
        const refused: RefusedPerson[] = [];
        for (const item of items) {
          await catchRefusal(
            () => setOne(tx, item, wish, context, rights),
            async (refusal) => {
              if (items.length === 1) throw refusal;
              refused.push(await refusedRow(tx, item.id, refusal, context.language));
            },
          );
        }
        return { changed: items.length - refused.length, refused };
      });
    },

    async resetPassword({ ids }, context) {
      const { caller, audit, language } = context;
      const rights = await service.rights(caller);
      const scope = getScopeOfPeople(await people.byIds(ids));
      return runUnitOfWork(db, scope, context, async (tx) => {
        const txService = createPeopleService({ ...deps, db: tx });
        const refused: RefusedPerson[] = [];
        const resets: { before: PersonRecord; password: string }[] = [];
        for (const id of new Set(ids)) {
          const resetOne = async () => {
            const before = await txService.toChange({ id }, (mine, person) => mine.manages(person), caller, rights);
            if (before.id === caller.userId) refuse('refused', messages.notSelf());
            const password = makeInitialPassword(chance);
            await txService.people.resetPassword(before, hashInitialPassword(password, keys.personal, chance), service.actor(caller));
            await audit.noteIn(tx, { entity: 'user', id, name: before.name, schoolId: before.school_id });
            resets.push({ before, password });
          };
          await catchRefusal(resetOne, async (refusal) => {
            if (ids.length === 1) throw refusal;
            refused.push(await refusedRow(tx, id, refusal, language));
          });
        }
        const classNames = await createClassReads(tx).names(resets.flatMap(({ before }) => before.class_id ?? []));
        return {
          passwords: resets.map(({ before, password }) => ({
            id: before.id,
            name: before.name,
            login_name: before.login_name,
            password,
            class_name: classNames.get(before.class_id ?? 0) ?? '',
          })),
          refused,
        };
      });
    },

    async getById({ id }, { caller }) {
      const record = await service.toChange({ id }, () => true, caller);
      return service.detail(record);
    },

    async getIdNumber({ id }, { caller, ip, audit }) {
      const record = await service.toChange({ id }, (mine, person) => mine.manages(person), caller);
      logger.info({ userId: id, by: caller.userId, ip }, 'showed an ID number');
      audit.note({ entity: 'user', id, name: record.name, schoolId: record.school_id });
      return { id_number: record.id_number_sealed === null ? '' : openIdNumber(record.id_number_sealed, keys.personal) };
    },

    async getListByIds({ ids }, { caller }) {
      const rights = await service.rights(caller);
      return { items: await service.rows((await people.byIds(ids)).filter(rights.sees)) };
    },
  };

  async function refusedRow(tx: Transaction<Database>, id: number, refusal: Refusal, language: Language): Promise<RefusedPerson> {
    // People the caller may not see are reported without a name.
    const name = refusal.error === 'notFound' ? '' : ((await createPeopleStore(tx).byId(id))?.name ?? '');
    return { id, name, reason: refusal.text[language] };
  }
}

const pick = (record: object, fields: readonly string[]): object =>
  Object.fromEntries(Object.entries(record).filter(([field]) => fields.includes(field)));
