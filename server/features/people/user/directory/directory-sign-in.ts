import { z } from 'zod';
import { toMatchText } from '../../../../../sync/domain/plain-text.ts';
import { getRateLimitUnit } from '../../../../http/client-address.ts';
import { type Handlers, refuse } from '../../../../http/handler.ts';
import type { Logger } from '../../../../ports.ts';
import { createSchoolReads } from '../../school/school-reads.ts';
import type { SignInDeps } from '../sign-in/open-session.ts';
import { createSignInLimiter, getSignInAccount } from '../sign-in/sign-in-limiter.ts';
import { userMessages } from '../user-messages.ts';
import { createAskLimit } from './ask-limit.ts';
import type { DirectoryConnector, OpenDirectory } from './connectors/connector.ts';
import { directoryMessages as messages } from './directory-messages.ts';
import { openStoredDirectory, requireReturnAddress } from './directory-settings.ts';
import { createDirectoryStore } from './directory-store.ts';
import { createNumberSignIn } from './number-sign-in.ts';
import { createSealedNotes } from './sealed-note.ts';

export interface DirectoryDeps extends SignInDeps {
  readonly directory: OpenDirectory;
  readonly logger: Logger;
}

/** A sign-in at a directory's page must be finished within this time. */
const flowMs = 10 * 60_000;
const flowPurpose = 'sign-in at a directory';
const flowBase = z.object({
  schoolId: z.int(),
  /** Version of the directory settings when the sign-in began. If they have changed since, the answer is not accepted. */
  version: z.int(),
  untilMs: z.int(),
});
/**
 * Content of the sealed note that the browser holds between two calls. Until the directory has answered, it holds the secrets of the sign-in. After
 * that it holds the person's number, because the directory's answer can be used only once and the second factor is asked for afterwards.
 */
const flowContent = z.union([
  flowBase.extend({ state: z.string(), nonce: z.string(), verifier: z.string() }),
  flowBase.extend({ number: z.string() }),
]);

/** Creates the public calls by which people sign in at the directory of their school. */
export function createDirectorySignIn(deps: DirectoryDeps): Pick<Handlers<'directory'>, 'signIn' | 'begin' | 'finish'> {
  const { db, clock, chance, logger, timers } = deps;
  const store = createDirectoryStore(db);
  const turns = createSignInLimiter(deps, 'signIn');
  const enter = createNumberSignIn(deps, messages);
  const notes = createSealedNotes(deps, flowPurpose, flowContent);
  const ask = createAskLimit(logger, messages);

  const requireDirectory = async <W extends DirectoryConnector['way']>(schoolId: number, way: W) => {
    const stored = await store.ofSchool(schoolId);
    if (!stored.settings.enabled) refuse('refused', messages.notOffered());
    if (!(await createSchoolReads(db).isEnabled(schoolId))) refuse('disabled', userMessages.schoolDisabled());
    const connector = openStoredDirectory(deps, schoolId, stored);
    if (connector.way !== way) refuse('refused', messages.notOffered());
    return { connector: connector as Extract<DirectoryConnector, { way: W }>, version: stored.version };
  };

  return {
    async signIn({ school_id: schoolId, login_name, login_pwd: password, code }, context) {
      const name = toMatchText(login_name);
      const noteFailure = (): void => context.audit.note({ entity: 'user', id: null, schoolId, claimedName: name });
      const { connector } = await requireDirectory(schoolId, 'password');
      // Count wrong guesses against the account whose number equals the typed login name. In most schools these are the same.
      const matchingAccounts = await store.accountsOf(schoolId, name);
      const account = getSignInAccount(schoolId, matchingAccounts.length === 1 ? matchingAccounts[0]?.id : undefined, name);
      const turn = await turns.ask({ account, place: getRateLimitUnit(context.ip), password });
      if (turn.waitMs > 0) {
        noteFailure();
        refuse('tooMany', userMessages.waitBeforeTrying(turn.waitMs), { data: { waitMs: turn.waitMs } });
      }
      const person = await ask(schoolId, () => connector.signIn(name, password)).catch(async (error: unknown) => {
        // The directory failed before it compared the password, so this was not a guess.
        await turn.reportUncounted();
        throw error;
      });
      if (!person) {
        noteFailure();
        const holdMs = await turn.failed();
        if (holdMs > 0) await timers.sleep(holdMs, context.signal);
        return refuse('refused', messages.wrong());
      }
      await turn.reportUncounted();
      return enter({ schoolId, number: person.number }, { code }, context);
    },

    async begin({ school_id: schoolId }) {
      const { connector, version } = await requireDirectory(schoolId, 'redirect');
      const secret = (): string => chance.bytes(32).toString('base64url');
      const memory = { state: secret(), nonce: secret(), verifier: secret() };
      const url = await ask(schoolId, async () => connector.begin(memory, await requireReturnAddress(db)));
      return { url, flow: notes.seal({ schoolId, version, ...memory, untilMs: clock.nowMs() + flowMs }) };
    },

    async finish({ flow, answer, code }, context) {
      const memory = notes.open(flow);
      if (memory === undefined || memory.untilMs < clock.nowMs()) return refuse('refused', messages.flowOver());
      const { schoolId, untilMs } = memory;
      const { connector, version } = await requireDirectory(schoolId, 'redirect');
      if (version !== memory.version) refuse('refused', messages.flowOver());
      const person =
        'number' in memory ? memory : await ask(schoolId, async () => connector.finish(answer, memory, await requireReturnAddress(db)));
      if (person) {
        const withRequest = { flow: notes.seal({ schoolId, version, untilMs, number: person.number }) };
        return enter({ schoolId, number: person.number }, { code, withRequest }, context);
      }
      context.audit.note({ entity: 'user', id: null, schoolId });
      return refuse('refused', messages.cancelled());
    },
  };
}
