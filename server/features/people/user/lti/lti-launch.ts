import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { ltiLaunchPath } from '../../../../../sync/contract/patterns.ts';
import { createIdempotentResponseStore } from '../../../../db/idempotent-response-store.ts';
import type { Database } from '../../../../db/schema.ts';
import { type Handlers, refuse } from '../../../../http/handler.ts';
import type { LtiSettings } from '../../../../../sync/contract/people/lti.ts';
import type { Logger } from '../../../../ports.ts';
import { createSchoolReads } from '../../school/school-reads.ts';
import { createAskLimit } from '../directory/ask-limit.ts';
import { describeConnectionFault } from '../directory/connectors/connection-fault.ts';
import { DirectoryFault } from '../directory/connectors/connector.ts';
import type { DirectoryFetch } from '../directory/connectors/directory-fetch.ts';
import { requirePublicAddress } from '../directory/directory-settings.ts';
import { createNumberSignIn } from '../directory/number-sign-in.ts';
import { createSealedNotes } from '../directory/sealed-note.ts';
import type { SignInDeps } from '../sign-in/open-session.ts';
import { userMessages } from '../user-messages.ts';
import { checkLaunchToken, InvalidLaunch, type Launch } from './launch-token.ts';
import { ltiMessages as messages } from './lti-messages.ts';
import { createLtiStore, type StoredLti } from './lti-store.ts';

export interface LtiDeps extends SignInDeps {
  readonly platformFetch: DirectoryFetch;
  readonly logger: Logger;
}

/** A launch must be finished within this time, the code of the second factor included. */
const flowMs = 10 * 60_000;
const flowBase = z.object({
  schoolId: z.int(),
  /** Version of the settings that began the launch; the token of another platform is not accepted. */
  version: z.int(),
  /** Opens one session. */
  nonce: z.string(),
  untilMs: z.int(),
});
const launchMemory = flowBase.extend({ state: z.string() });
type LaunchMemory = z.output<typeof launchMemory>;
/** Content of the sealed note that the browser holds between two calls: secrets until the platform has answered, then the person's number. */
const flowContent = z.union([launchMemory, flowBase.extend({ number: z.string(), courseId: z.int().nullable() })]);

/** Creates the public calls by which the learning platform of a school opens a course. */
export function createLtiLaunch(deps: LtiDeps): Pick<Handlers<'lti'>, 'begin' | 'finish'> {
  const { db, clock, chance, logger, platformFetch } = deps;
  const store = createLtiStore(db);
  const enter = createNumberSignIn(deps, messages);
  const notes = createSealedNotes(deps, 'launch from a learning platform', flowContent);
  const ask = createAskLimit(logger, messages);

  const requirePlatform = async (schoolId: number): Promise<StoredLti> => {
    const stored = await store.ofSchool(schoolId);
    if (!stored.settings.enabled) refuse('refused', messages.notOffered());
    if (!(await createSchoolReads(db).isEnabled(schoolId))) refuse('disabled', userMessages.schoolDisabled());
    return stored;
  };

  /** Reads the public keys of a platform. They are not cached, so that a key that the platform has withdrawn is refused at once. */
  const readKeys = async (address: string): Promise<unknown> => {
    try {
      const answer = await platformFetch(address);
      if (!answer.ok) throw new Error(`the key set answered HTTP ${answer.status}`);
      return await answer.json();
    } catch (error) {
      throw error instanceof DirectoryFault ? error : describeConnectionFault(error, new URL(address).host);
    }
  };

  /** Checks the platform's answer. Throws an `InvalidLaunch`. */
  const checkAnswer = async (answer: string, { schoolId, state, nonce }: LaunchMemory, settings: LtiSettings): Promise<Launch> => {
    const sent = new URLSearchParams(answer);
    if (sent.get('state') !== state) throw new InvalidLaunch('state');
    const token = sent.get('id_token');
    if (token === null) return refuse('refused', messages.cancelled());
    const keys = await ask(schoolId, () => readKeys(settings.keySet));
    const launch = await checkLaunchToken(token, { settings, nonce, nowMs: clock.nowMs(), keys });
    if (launch.number === '') refuse('refused', messages.numberMissing());
    return launch;
  };

  /** Spends a nonce in the transaction that opens the session, so that a launch without a session stays good and no restart forgets it. */
  const spendNonce =
    (nonce: string) =>
    async (tx: Kysely<Database>): Promise<void> => {
      const request = { userId: 0, path: ltiLaunchPath, name: createHash('sha256').update(nonce).digest() };
      if (!(await createIdempotentResponseStore(tx).isFirst(request, clock.nowMs()))) refuse('refused', messages.flowOver());
    };

  return {
    async begin({ school_id: schoolId, request }) {
      const { settings, version } = await requirePlatform(schoolId);
      const asked = new URLSearchParams(request);
      const clientId = asked.get('client_id') ?? settings.clientId;
      if (asked.get('iss') !== settings.issuer || clientId !== settings.clientId) refuse('refused', messages.otherPlatform());
      const memory = { state: chance.bytes(32).toString('base64url'), nonce: chance.bytes(32).toString('base64url') };
      const publicAddress = await ask(schoolId, () => requirePublicAddress(db));
      const url = new URL(settings.authorisation);
      const values = {
        scope: 'openid',
        response_type: 'id_token',
        response_mode: 'form_post',
        prompt: 'none',
        client_id: settings.clientId,
        redirect_uri: `${publicAddress}${ltiLaunchPath}/${schoolId}`,
        login_hint: asked.get('login_hint') ?? '',
        lti_message_hint: asked.get('lti_message_hint'),
        ...memory,
      };
      for (const [name, value] of Object.entries(values)) if (value !== null) url.searchParams.set(name, value);
      return { url: url.href, flow: notes.seal({ schoolId, version, ...memory, untilMs: clock.nowMs() + flowMs }) };
    },

    async finish({ flow, answer, code }, context) {
      const memory = notes.open(flow);
      if (memory === undefined || memory.untilMs < clock.nowMs()) return refuse('refused', messages.flowOver());
      const { schoolId, nonce, untilMs } = memory;
      const { settings, version } = await requirePlatform(schoolId);
      if (version !== memory.version) refuse('refused', messages.flowOver());
      const explain = (error: unknown): never => {
        context.audit.note({ entity: 'user', id: null, schoolId });
        if (!(error instanceof InvalidLaunch)) throw error;
        logger.warn({ err: error, schoolId }, 'a launch from a learning platform was refused');
        return refuse('refused', messages.invalid(error.what));
      };
      const { number, courseId } = 'number' in memory ? memory : await checkAnswer(answer, memory, settings).catch(explain);
      const withRequest = { flow: notes.seal({ schoolId, version, nonce, untilMs, number, courseId }) };
      const signedIn = await enter({ schoolId, number }, { code, withRequest, inTransaction: spendNonce(nonce) }, context);
      return { ...signedIn, courseId };
    },
  };
}
