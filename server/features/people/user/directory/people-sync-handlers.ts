import type { Transaction } from 'kysely';
import { userStatus } from '../../../../../sync/contract/codes.ts';
import { fixedNameAttributes } from '../../../../../sync/contract/people/directory.ts';
import { directoryGroups, type DirectoryPreview } from '../../../../../sync/contract/people/directory-people.ts';
import { isUniqueViolation } from '../../../../db/constraint-errors.ts';
import type { Database } from '../../../../db/schema.ts';
import { type Handlers, type Language, refuse } from '../../../../http/handler.ts';
import type { createSharedRateLimiter } from '../../../../http/limits/rate-limiter.ts';
import type { CallerContext } from '../../../../resources/change.ts';
import { runUnitOfWork } from '../../../../resources/unit-of-work.ts';
import { createClassReads } from '../../class/class-reads.ts';
import { ensureClasses } from '../../class/class-writes.ts';
import { createPeopleService, type PeopleDeps } from '../people/people-service.ts';
import { createPeopleStore, writePersonVersion } from '../people/people-store.ts';
import { hashInitialPassword, makeInitialPassword } from '../sign-in/initial-password.ts';
import { DirectoryFault, type DirectoryPeople } from './connectors/connector.ts';
import { directoryMessages } from './directory-messages.ts';
import { openStoredDirectory } from './directory-settings.ts';
import type { DirectoryDeps } from './directory-sign-in.ts';
import { createDirectoryStore } from './directory-store.ts';
import { type AddRow, type ChangeRow, type DisableRow, type PeoplePlan, planPeople } from './people-plan.ts';
import { peopleSyncMessages as messages } from './people-sync-messages.ts';
import { createPeopleSyncStore } from './people-sync-store.ts';

type PeopleSyncHandlers = Pick<Handlers<'directory'>, 'previewPeople' | 'applyPeople'>;
type Tx = Transaction<Database>;

/** Creates the calls that synchronise a school's accounts with its directory. `tries`: limits how often the calls connect to the directory. */
export function createPeopleSyncHandlers(
  deps: DirectoryDeps & PeopleDeps,
  tries: ReturnType<typeof createSharedRateLimiter>,
): PeopleSyncHandlers {
  const { db, clock, chance, keys } = deps;
  const service = createPeopleService(deps);

  /** Asks the directory for its people. Refuses with the reason in words. */
  const listPeople = async (schoolId: number) => {
    const stored = await createDirectoryStore(db).ofSchool(schoolId);
    if (stored.settings.address === '') refuse('refused', directoryMessages.saveFirst());
    const connector = openStoredDirectory(deps, schoolId, stored);
    if (connector.listPeople === undefined) return refuse('refused', messages.cannotList());
    if (!(await tries.admit(String(schoolId)))) refuse('tooMany', directoryMessages.tooManyTests());
    try {
      const { kind, numberAttribute, nameAttribute } = stored.settings;
      return {
        people: await connector.listPeople(),
        settings: { numberAttribute, nameAttribute: fixedNameAttributes[kind] ?? nameAttribute },
      };
    } catch (error) {
      if (!(error instanceof DirectoryFault)) throw error;
      return refuse('refused', error.text);
    }
  };
  type Listed = Awaited<ReturnType<typeof listPeople>>;

  const makePlan = async (tx: Tx, schoolId: number, { people, settings }: Listed): Promise<PeoplePlan> =>
    planPeople(people, await createPeopleSyncStore(tx).accountsOf(schoolId), { ...settings, nowMs: clock.nowMs() });

  /** Adds accounts as an import of a sheet does, and returns their first passwords. */
  const addAll = async (tx: Tx, schoolId: number, rows: readonly AddRow[], classIds: ReadonlyMap<string, number>) => {
    const newPeople = rows.map(({ group, person, className }) => {
      const password = makeInitialPassword(chance);
      const account = {
        ...service.columnsOf(person),
        ...service.sealed('', schoolId),
        school_id: schoolId,
        user_type: directoryGroups[group].newType,
        status: userStatus.enabled,
        pwd_hash: hashInitialPassword(password, keys.personal, chance),
        must_change: 1 as const,
      };
      return { person: account, className, password };
    });
    const into = { schoolId, classIds, newClasses: [] };
    const ids = await createPeopleStore(tx).addAll(tx, into, newPeople, { nowMs: clock.nowMs() }, yieldToEventLoop);
    return newPeople.map(({ person: { name, login_name }, className, password }, at) => ({
      id: ids[at] ?? 0,
      name,
      login_name,
      password,
      class_name: className,
    }));
  };

  /** Changes name and class of an account; its type, roles and password stay. */
  const changeOne = async (tx: Tx, row: ChangeRow, classIds: ReadonlyMap<string, number>, { caller, audit }: CallerContext) => {
    const { account, fields } = row;
    const columns: { name?: string; class_id?: number } = {};
    for (const { field, to } of fields)
      if (field === 'name') columns.name = to;
      else columns.class_id = classIds.get(to.toLowerCase()) ?? refuse('refused', messages.overtaken());
    const changedFields = fields.map(({ field }) => field);
    await writePersonVersion(tx, account, columns, changedFields, service.actor(caller));
    const pickSide = (of: 'from' | 'to') => Object.fromEntries(fields.map((each) => [each.field, each[of]]));
    const sides = { before: pickSide('from'), after: pickSide('to') };
    await audit.noteIn(tx, { entity: 'user', id: account.id, name: account.name, ...sides, schoolId: caller.schoolId });
  };

  const disableOne = async (tx: Tx, { account }: DisableRow, { caller, audit }: CallerContext): Promise<void> => {
    const store = createPeopleStore(tx);
    const before = await store.byId(account.id);
    const result = before && (await store.setStatus(before, 'disable', '', service.actor(caller)));
    // This is not expected to fail: the comparison with the directory was made in this transaction, and it disables only enabled accounts that are no
    // system users.
    if (typeof result !== 'object' || !('version' in result)) refuse('refused', messages.overtaken());
    const sides = { before: { status: account.status }, after: { status: userStatus.disabled } };
    await audit.noteIn(tx, { entity: 'user', id: account.id, name: account.name, ...sides, schoolId: caller.schoolId });
  };

  return {
    async previewPeople(_input, context) {
      const { schoolId } = context.caller;
      const directoryPeople = await listPeople(schoolId);
      return runUnitOfWork(db, schoolId, context, async (tx) => {
        const peoplePlan = await makePlan(tx, schoolId, directoryPeople);
        await createPeopleSyncStore(tx).markSeen(
          peoplePlan.listedAccounts.map(({ id }) => id),
          clock.nowMs(),
        );
        const newClasses = await listNewClasses(tx, schoolId, peoplePlan);
        const preview = describePlan(directoryPeople.people, peoplePlan, newClasses, context.language);
        const after = { found: preview.found, ...countRows(peoplePlan) };
        await context.audit.noteIn(tx, { entity: 'directory', id: schoolId, after });
        return preview;
      });
    },

    async applyPeople({ keys: chosenKeys, confirmFew }, context) {
      const { schoolId } = context.caller;
      const directoryPeople = await listPeople(schoolId);
      const work = runUnitOfWork(db, schoolId, context, async (tx) => {
        const peoplePlan = await makePlan(tx, schoolId, directoryPeople);
        const chosenRows = chooseRows(peoplePlan, new Set(chosenKeys));
        if (!confirmFew && chosenRows.disable.some(({ group }) => peoplePlan.shrunkGroups.some((each) => each.group === group)))
          refuse('refused', messages.confirmFew());
        const newClasses = await listNewClasses(tx, schoolId, chosenRows);
        const classIds = new Map([
          ...(await createClassReads(tx).idsByName(schoolId)),
          ...(await ensureClasses(tx, schoolId, newClasses, clock.nowMs())),
        ]);
        const passwords = await addAll(tx, schoolId, chosenRows.add, classIds);
        for (const row of chosenRows.change) await changeOne(tx, row, classIds, context);
        for (const row of chosenRows.disable) await disableOne(tx, row, context);
        const seenIds = [...peoplePlan.listedAccounts.map(({ id }) => id), ...passwords.map(({ id }) => id)];
        await createPeopleSyncStore(tx).markSeen(seenIds, clock.nowMs());
        const { add: added, change: changed, disable: disabled } = countRows(chosenRows);
        await context.audit.noteIn(tx, { entity: 'directory', id: schoolId, after: { added, changed, disabled, newClasses } });
        const doneKeys = new Set([...chosenRows.add, ...chosenRows.change, ...chosenRows.disable].map(({ key }) => key));
        return { added, changed, disabled, skipped: chosenKeys.filter((key) => !doneKeys.has(key)), passwords };
      });
      return work.catch((error: unknown) => {
        if (isUniqueViolation(error)) refuse('refused', messages.overtaken());
        throw error;
      });
    },
  };
}

type Rows = Pick<PeoplePlan, 'add' | 'change' | 'disable'>;

const countRows = ({ add, change, disable }: Rows) => ({ add: add.length, change: change.length, disable: disable.length });

const chooseRows = ({ add, change, disable }: PeoplePlan, keys: ReadonlySet<string>): Rows => {
  const choose = <R extends { readonly key: string }>(rows: readonly R[]): R[] => rows.filter(({ key }) => keys.has(key));
  return { add: choose(add), change: choose(change), disable: choose(disable) };
};

/** Lists the classes that rows need and the school lacks, each once. */
async function listNewClasses(tx: Tx, schoolId: number, { add, change }: Rows): Promise<string[]> {
  const names = [
    ...add.map(({ className }) => className),
    ...change.flatMap(({ fields }) => fields.filter(({ field }) => field === 'class_id').map(({ to }) => to)),
  ];
  const classIdsByName = await createClassReads(tx).idsByName(schoolId);
  const missing = names.filter((name) => name !== '' && !classIdsByName.has(name.toLowerCase()));
  return [...new Map(missing.map((name) => [name.toLowerCase(), name])).values()];
}

function describePlan(people: DirectoryPeople, peoplePlan: PeoplePlan, newClasses: string[], language: Language): DirectoryPreview {
  const pickPerson = ({ key, group, number, name }: AddRow | ChangeRow | DisableRow) => ({ key, group, number, name });
  return {
    found: Object.values(people).flatMap((list) => list ?? []).length,
    same: peoplePlan.unchangedCount,
    add: peoplePlan.add.map((row) => ({ ...pickPerson(row), class_name: row.className })),
    change: peoplePlan.change.map((row) => ({ ...pickPerson(row), fields: row.fields })),
    disable: peoplePlan.disable.map((row) => ({ ...pickPerson(row), class_name: row.account.className, seenMs: row.account.seenMs ?? 0 })),
    unusable: peoplePlan.unusable.map(({ listed: { number, name, entry }, reason }) => ({ number, name, entry, reason: reason[language] })),
    newClasses,
    few: peoplePlan.shrunkGroups,
  };
}

/** Yields to the event loop. */
const yieldToEventLoop = (): Promise<void> => new Promise((go) => setImmediate(go));
