import type { ParsedCallInput } from '../../../../../sync/contract/call.ts';
import type { directoryCalls, DirectorySettings } from '../../../../../sync/contract/people/directory.ts';
import { type Handlers, type Message, refuse, refuseField } from '../../../../http/handler.ts';
import { createSharedRateLimiter } from '../../../../http/limits/rate-limiter.ts';
import { requireVersion } from '../../../../http/stale-version.ts';
import { runUnitOfWork } from '../../../../resources/unit-of-work.ts';
import { createSchoolReads } from '../../school/school-reads.ts';
import { sealText } from '../../../../sealed-bytes.ts';
import { DirectoryFault } from './connectors/connector.ts';
import { directoryFieldNames, directoryMessages as messages } from './directory-messages.ts';
import { findReturnAddress, getSecretPurpose, openStoredDirectory, requireReturnAddress } from './directory-settings.ts';
import { createDirectorySignIn, type DirectoryDeps } from './directory-sign-in.ts';
import { createPeopleSyncHandlers } from './people-sync-handlers.ts';
import type { PeopleDeps } from '../people/people-service.ts';
import { createDirectoryStore, directoryHistoryKind, type StoredDirectory } from './directory-store.ts';

type Draft = Omit<ParsedCallInput<(typeof directoryCalls)['set']>, 'version'>;

/** Directory settings that decide where the password or client secret of the school's account at the directory is sent, and how safely. */
const destination = ['kind', 'address', 'security', 'certificate', 'account'] as const satisfies readonly (keyof DirectorySettings)[];

/** Most tests and listings of one school's directory per minute. Each one connects to an address that the school's administrator chose. */
const testsPerMinute = 20;

/** Creates the calls with which a school sets up and tests sign-in at its own directory (LDAP, OpenID Connect, CAS, WeCom or DingTalk). */
export function createDirectoryHandlers(deps: DirectoryDeps & PeopleDeps): Handlers<'directory'> {
  const { db, clock, keys, chance } = deps;
  const store = createDirectoryStore(db);
  const tests = createSharedRateLimiter(deps, 'directoryTests', { limit: testsPerMinute, everyMs: 60_000 });

  /**
   * Returns the sealed secret of the school's account at the directory, to be stored. If no new secret was typed, the stored one stays only if it
   * would be sent to the same destination.
   */
  const nextSecret = (schoolId: number, before: StoredDirectory, { secret, ...settings }: Draft): Buffer | null => {
    if (secret !== '') return sealText(getSecretPurpose(schoolId), secret, keys.personal, chance);
    const isMoved = destination.some((field) => settings[field] !== before.settings[field]);
    const needsSecret = settings.kind === 'ldap' ? settings.account !== '' : settings.kind !== 'cas';
    if (!needsSecret) return null;
    if (before.secretSealed === null) return settings.enabled ? refuseSecret(messages.required()) : null;
    return isMoved ? refuseSecret(messages.secretAgain()) : before.secretSealed;
  };

  return {
    async getPublic({ school_id }) {
      const { settings } = await store.ofSchool(school_id);
      if (!settings.enabled || !(await createSchoolReads(db).isEnabled(school_id))) return { directory: null };
      return { directory: { name: settings.name, way: settings.kind === 'ldap' ? 'password' : 'redirect' } };
    },

    async get(_input, { caller }) {
      const { settings, secretSealed, version } = await store.ofSchool(caller.schoolId);
      return { ...settings, version, hasSecret: secretSealed !== null, returnAddress: await findReturnAddress(db) };
    },

    async set({ version: versionSeen, ...draft }, context) {
      const { schoolId, userId } = context.caller;
      const { secret, ...settings } = draft;
      return runUnitOfWork(db, schoolId, context, async (tx) => {
        const txStore = createDirectoryStore(tx);
        const before = await txStore.ofSchool(schoolId);
        const row = { kind: directoryHistoryKind, id: schoolId, version: before.version };
        await requireVersion(tx, row, versionSeen, messages.called(), directoryFieldNames);
        const secretSealed = nextSecret(schoolId, before, draft);
        const fields = (Object.keys(settings) as (keyof typeof settings)[]).filter((name) => settings[name] !== before.settings[name]);
        const version = before.version + 1;
        const changedFields = secret === '' ? fields : [...fields, 'secret'];
        await txStore.write(schoolId, { settings, secretSealed, version }, { userId, nowMs: clock.nowMs(), fields: changedFields });
        await context.audit.noteIn(tx, {
          entity: 'directory',
          id: schoolId,
          before: before.settings,
          after: { ...settings, isReplaced: secret !== '' },
        });
        return { version };
      });
    },

    async test({ login_name: loginName }, context) {
      const { schoolId } = context.caller;
      const stored = await store.ofSchool(schoolId);
      if (stored.settings.address === '') refuse('refused', messages.saveFirst());
      if (!(await tests.admit(String(schoolId)))) refuse('tooMany', messages.tooManyTests());
      const steps: { ok: boolean; text: string }[] = [];
      const report = (text: Message): void => void steps.push({ ok: true, text: text[context.language] });
      const fail = (text: Message): void => void steps.push({ ok: false, text: text[context.language] });
      try {
        const connector = openStoredDirectory(deps, schoolId, stored);
        if (connector.way === 'redirect') await connector.test(await requireReturnAddress(db), report);
        else {
          const person = await connector.test(loginName, report);
          if (person) {
            const [account] = await store.accountsOf(schoolId, person.number);
            if (account) report(messages.accountFound(account.name));
            else fail(messages.accountMissing());
          }
        }
      } catch (error) {
        if (!(error instanceof DirectoryFault)) throw error;
        fail(error.text);
      }
      context.audit.note({
        entity: 'directory',
        id: schoolId,
        after: { tested: stored.settings.address, ok: steps.every(({ ok }) => ok) },
      });
      return { steps };
    },

    ...createDirectorySignIn(deps),
    ...createPeopleSyncHandlers(deps, tests),
  };
}

const refuseSecret = (message: Message): never => refuseField('invalid', 'secret', message);
