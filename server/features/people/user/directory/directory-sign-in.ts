import { z } from 'zod';
import { toMatchText } from '../../../../../sync/domain/plain-text.ts';
import { getRateLimitUnit } from '../../../../http/client-address.ts';
import { type Handlers, refuse, type RequestContext } from '../../../../http/handler.ts';
import type { Logger } from '../../../../ports.ts';
import { createSchoolReads } from '../../school/school-reads.ts';
import { openSealedText, sealText } from '../../../../sealed-text.ts';
import { createKnownDevices } from '../sign-in/known-device.ts';
import { createSessionOpener, type SignInDeps } from '../sign-in/open-session.ts';
import { createSignInLimiter } from '../sign-in/sign-in-limiter.ts';
import { userMessages } from '../user-messages.ts';
import { type DirectoryConnector, DirectoryFault, type DirectoryPerson, type OpenDirectory } from './connectors/connector.ts';
import { directoryMessages as messages } from './directory-messages.ts';
import { openStoredDirectory, requireReturnAddress } from './directory-settings.ts';
import { createDirectoryStore } from './directory-store.ts';

export interface DirectoryDeps extends SignInDeps {
  readonly directory: OpenDirectory;
  readonly logger: Logger;
}

/** A sign-in at a directory's page must be finished within this time. */
const flowMs = 10 * 60_000;
const flowPurpose = 'sign-in at a directory';
const flowBase = z.object({
  schoolId: z.int(),
  /** Version of the settings that began the sign-in; the answer of another directory is not accepted. */
  version: z.int(),
  untilMs: z.int(),
});
/**
 * Content of the sealed note that the browser holds between two calls. It holds secrets until the directory has answered, then the person's number.
 * The directory's answer is good once, and the code of the second factor comes after it.
 */
const flowContent = z.union([
  flowBase.extend({ state: z.string(), nonce: z.string(), verifier: z.string() }),
  flowBase.extend({ number: z.string() }),
]);

/** Requests to one school's directory that may wait at the same time in this process. */
const mostWaiting = 64;

/** Creates the public calls by which people sign in at the directory of their school. */
export function createDirectorySignIn(deps: DirectoryDeps): Pick<Handlers<'directory'>, 'signIn' | 'begin' | 'finish'> {
  const { db, clock, chance, keys, logger, timers } = deps;
  const store = createDirectoryStore(db);
  const turns = createSignInLimiter(deps, 'directory');
  const openSession = createSessionOpener(deps);
  const devices = createKnownDevices(keys.personal, chance);
  const waiting = new Map<number, number>();

  /** Asks the directory of a school. The person reads only that it does not work; the reason is in the log and in the administrator's test. */
  const ask = async <R>(schoolId: number, work: () => Promise<R>): Promise<R> => {
    const before = waiting.get(schoolId) ?? 0;
    if (before >= mostWaiting) refuse('unavailable', messages.busy());
    waiting.set(schoolId, before + 1);
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DirectoryFault)) throw error;
      logger.warn({ err: error, schoolId }, 'a directory could not be used');
      return refuse('refused', messages.away());
    } finally {
      const left = (waiting.get(schoolId) ?? 1) - 1;
      if (left > 0) waiting.set(schoolId, left);
      else waiting.delete(schoolId);
    }
  };

  const requireDirectory = async <W extends DirectoryConnector['way']>(schoolId: number, way: W) => {
    const stored = await store.ofSchool(schoolId);
    if (!stored.settings.enabled) refuse('refused', messages.notOffered());
    if (!(await createSchoolReads(db).isEnabled(schoolId))) refuse('disabled', userMessages.schoolDisabled());
    const connector = openStoredDirectory(deps, schoolId, stored);
    if (connector.way !== way) refuse('refused', messages.notOffered());
    return { connector: connector as Extract<DirectoryConnector, { way: W }>, version: stored.version };
  };

  /** Opens the session of the one account that has the person's number in this school. */
  const enter = async (
    schoolId: number,
    { number }: DirectoryPerson,
    factor: { readonly code: string; readonly withRequest?: object },
    context: RequestContext,
  ) => {
    const [user, ...others] = await store.accountsOf(schoolId, number);
    const failed = (): void => context.audit.note({ entity: 'user', id: null, schoolId, claimedName: number });
    if (!user || others.length > 0) {
      failed();
      refuse('refused', user ? messages.severalAccounts(number) : messages.noAccount(number));
    }
    const opened = await openSession({ user, by: 'directory', device: devices.read(context.device?.value ?? ''), ...factor }, context);
    return opened ?? refuse('refused', messages.noAccount(number));
  };

  return {
    async signIn({ school_id: schoolId, login_name, login_pwd: password, code }, context) {
      const name = toMatchText(login_name);
      const failed = (): void => context.audit.note({ entity: 'user', id: null, schoolId, claimedName: name });
      const { connector } = await requireDirectory(schoolId, 'password');
      const turn = await turns.ask({ account: `${schoolId}/${name.toLowerCase()}`, place: getRateLimitUnit(context.ip), password });
      if (turn.waitMs > 0) {
        failed();
        refuse('tooMany', userMessages.waitBeforeTrying(turn.waitMs), { data: { waitMs: turn.waitMs } });
      }
      const person = await ask(schoolId, () => connector.signIn(name, password)).catch(async (error: unknown) => {
        // The password was not compared.
        await turn.giveBack();
        throw error;
      });
      if (!person) {
        failed();
        const holdMs = await turn.failed();
        if (holdMs > 0) await timers.sleep(holdMs, context.signal);
        return refuse('refused', messages.wrong());
      }
      await turn.succeeded();
      return enter(schoolId, person, { code }, context);
    },

    async begin({ school_id: schoolId }) {
      const { connector, version } = await requireDirectory(schoolId, 'redirect');
      const secret = (): string => chance.bytes(32).toString('base64url');
      const memory = { state: secret(), nonce: secret(), verifier: secret() };
      const url = await ask(schoolId, async () => connector.begin(memory, await requireReturnAddress(db)));
      return { url, flow: sealFlow({ schoolId, version, ...memory, untilMs: clock.nowMs() + flowMs }) };
    },

    async finish({ flow, answer, code }, context) {
      const memory = openFlow(flow);
      if (memory === undefined || memory.untilMs < clock.nowMs()) return refuse('refused', messages.flowOver());
      const { schoolId, untilMs } = memory;
      const { connector, version } = await requireDirectory(schoolId, 'redirect');
      if (version !== memory.version) refuse('refused', messages.flowOver());
      const person =
        'number' in memory ? memory : await ask(schoolId, async () => connector.finish(answer, memory, await requireReturnAddress(db)));
      if (person) {
        const withRequest = { flow: sealFlow({ schoolId, version, untilMs, number: person.number }) };
        return enter(schoolId, person, { code, withRequest }, context);
      }
      context.audit.note({ entity: 'user', id: null, schoolId });
      return refuse('refused', messages.cancelled());
    },
  };

  function sealFlow(content: z.output<typeof flowContent>): string {
    return sealText(flowPurpose, JSON.stringify(content), keys.personal, chance).toString('base64url');
  }

  function openFlow(sealed: string): z.output<typeof flowContent> | undefined {
    try {
      return flowContent.parse(JSON.parse(openSealedText(flowPurpose, Buffer.from(sealed, 'base64url'), keys.personal)));
    } catch {
      return undefined;
    }
  }
}
