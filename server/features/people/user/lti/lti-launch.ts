import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { ltiLaunchPath } from '../../../../../sync/contract/patterns.ts';
import type { LtiSettings, LtiNumberClaim } from '../../../../../sync/contract/people/lti.ts';
import { createIdempotentResponseStore } from '../../../../db/idempotent-response-store.ts';
import type { Database } from '../../../../db/schema.ts';
import { type Handlers, refuse } from '../../../../http/handler.ts';
import type { Logger } from '../../../../ports.ts';
import { createSchoolReads } from '../../school/school-reads.ts';
import { createAskLimit } from '../directory/ask-limit.ts';
import { describeConnectionFault, DirectoryFault } from '../directory/connectors/connector.ts';
import type { DirectoryFetch } from '../directory/connectors/directory-fetch.ts';
import { requirePublicAddress } from '../directory/directory-settings.ts';
import { createNumberSignIn } from '../directory/number-sign-in.ts';
import { createSealedNotes } from '../directory/sealed-note.ts';
import type { SignInDeps } from '../sign-in/open-session.ts';
import { userMessages } from '../user-messages.ts';
import { ltiMessages as messages } from './lti-messages.ts';
import { createLtiStore, type StoredLti } from './lti-store.ts';

export interface LtiDeps extends SignInDeps {
  readonly platformFetch: DirectoryFetch;
  readonly logger: Logger;
}

/**
 * Time (ms) within which a launch must be finished: a person opens a course from the school's learning platform and types the code of the second
 * factor.
 */
const flowMs = 10 * 60_000;
const flowBase = z.object({
  schoolId: z.int(),
  /** Version of the learning platform's settings when the launch began. If they have changed since, the launch is refused. */
  version: z.int(),
  /** Random value that may open only one session. */
  nonce: z.string(),
  untilMs: z.int(),
});
const launchMemory = flowBase.extend({ state: z.string() });
type LaunchMemory = z.output<typeof launchMemory>;
/** Content of the sealed note that the browser holds between two calls: secrets until the learning platform has replied, then the person's number. */
const flowContent = z.union([launchMemory, flowBase.extend({ number: z.string(), courseId: z.int().nullable() })]);

/** Loads the library that verifies signatures only when a school's learning platform opens a course. */
const loadLibrary = () => import('jose');

/** Accepted signature algorithms, all asymmetric: the platform signs with its private key. A signature by a shared secret would prove nothing. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'];
/** Accepted difference between the clocks of the two servers (s). */
const toleranceS = 60;
/** Longest age of the launch token that the learning platform signs (s). */
const maxAgeS = 600;

/** Prefix of the claims of LTI; the schema has their names without it. */
const claimPrefix = 'https://purl.imsglobal.org/spec/lti/claim/';
const ltiClaims = z.object({
  message_type: z.literal('LtiResourceLinkRequest'),
  version: z.literal('1.3.0'),
  deployment_id: z.string(),
  target_link_uri: z.string(),
  custom: z.record(z.string(), z.unknown()).catch({}),
  lis: z.object({ person_sourcedid: z.string() }).partial().catch({}),
  ext: z.object({ user_username: z.string() }).partial().catch({}),
});
type LtiClaims = z.output<typeof ltiClaims>;

/**
 * Refusal of a launch (a course opened from a learning platform) whose token is not valid. `what`: the claim or the part of the token that is wrong.
 */
class InvalidLaunch extends Error {
  override readonly name = 'InvalidLaunch';
  readonly what: string;
  constructor(what: string, cause?: unknown) {
    super(`the launch is invalid: ${what}`, { cause });
    this.what = what;
  }
}

/** Facts that a checked launch token states. */
interface Launch {
  /** Student or staff number of the person; '' if the learning platform sent none. */
  readonly number: string;
  /** Course that is named by the custom parameter `course` or by the target address; null if neither names one. */
  readonly courseId: number | null;
}

interface LaunchCheck {
  readonly settings: LtiSettings;
  /** Nonce of the login request that the launch must answer. */
  readonly nonce: string;
  readonly nowMs: number;
  /** Public keys of the learning platform, as its JWKS address returned them. */
  readonly keys: unknown;
}

/**
 * Checks a launch token (LTI 1.3, IMS Security Framework 1.0): signature, issuer, audience, authorised party, times, nonce, deployment, message type
 * and version. Throws an `InvalidLaunch`.
 */
async function checkLaunchToken(token: string, { settings, nonce, nowMs, keys }: LaunchCheck): Promise<Launch> {
  const { issuer, clientId, deploymentId, numberClaim } = settings;
  const payload = await verifySignature(token, keys, { issuer, clientId, nowMs });
  // A token for several audiences names the one that it was issued to.
  const isForSeveral = Array.isArray(payload.aud) && payload.aud.length > 1;
  if ((isForSeveral || payload['azp'] !== undefined) && payload['azp'] !== clientId) throw new InvalidLaunch('azp');
  if (payload['nonce'] !== nonce) throw new InvalidLaunch('nonce');
  const stated = Object.fromEntries(Object.keys(ltiClaims.shape).map((name) => [name, payload[`${claimPrefix}${name}`]]));
  const { data: claims, error } = ltiClaims.safeParse(stated);
  if (claims === undefined) throw new InvalidLaunch(String(error.issues[0]?.path[0]), error);
  if (claims.deployment_id !== deploymentId) throw new InvalidLaunch('deployment_id');
  return { number: findNumber(claims, numberClaim), courseId: findCourse(claims) };
}

async function verifySignature(token: string, keys: unknown, by: { issuer: string; clientId: string; nowMs: number }) {
  const { createLocalJWKSet, errors, jwtVerify } = await loadLibrary();
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys as Parameters<typeof createLocalJWKSet>[0]), {
      algorithms,
      issuer: by.issuer,
      audience: by.clientId,
      requiredClaims: ['exp', 'iat'],
      clockTolerance: toleranceS,
      maxTokenAge: maxAgeS,
      currentDate: new Date(by.nowMs),
    });
    return payload;
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    const isOfClaim = error instanceof errors.JWTExpired || error instanceof errors.JWTClaimValidationFailed;
    throw new InvalidLaunch(isOfClaim ? error.claim : 'signature', error);
  }
}

function findNumber({ lis, ext }: LtiClaims, by: LtiNumberClaim): string {
  const stated = by === 'username' ? ext.user_username : lis.person_sourcedid;
  return stated?.trim() ?? '';
}

/** Finds the id of the course to open. The target address may be the one that the browser shows on the course's page. */
function findCourse({ custom, target_link_uri: address }: LtiClaims): number | null {
  const courseId = Number(custom['course'] ?? /\/student\/learn\/item\/(\d+)$/.exec(address)?.[1] ?? 0);
  return Number.isSafeInteger(courseId) && courseId > 0 ? courseId : null;
}

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

  /** Reads the public keys of a learning platform. They are not cached, so that a key that the platform has withdrawn is refused at once. */
  const readKeys = async (address: string): Promise<unknown> => {
    try {
      const answer = await platformFetch(address);
      if (!answer.ok) throw new Error(`the request for the key set failed with HTTP status ${answer.status}`);
      return await answer.json();
    } catch (error) {
      throw error instanceof DirectoryFault ? error : describeConnectionFault(error, new URL(address).host);
    }
  };

  /** Checks state and token that the learning platform sent. Throws an `InvalidLaunch`; refuses a launch without a token or a person's number. */
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

  /**
   * Marks a nonce as used, in the transaction that opens the session. So a launch that opened no session can be repeated, and a restart of the server
   * forgets no used nonce.
   */
  const spendNonce =
    (nonce: string) =>
    async (tx: Kysely<Database>): Promise<void> => {
      const request = { userId: 0, path: ltiLaunchPath, name: createHash('sha256').update(nonce).digest() };
      if (!(await createIdempotentResponseStore(tx).isFirst(request, clock.nowMs()))) refuse('refused', messages.flowOver());
    };

  return {
    async begin({ school_id: schoolId, request }) {
      const { settings, version } = await requirePlatform(schoolId);
      const loginParams = new URLSearchParams(request);
      const clientId = loginParams.get('client_id') ?? settings.clientId;
      if (loginParams.get('iss') !== settings.issuer || clientId !== settings.clientId) refuse('refused', messages.otherPlatform());
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
        login_hint: loginParams.get('login_hint') ?? '',
        lti_message_hint: loginParams.get('lti_message_hint'),
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
        logger.warn({ err: error, schoolId }, 'refused an LTI launch');
        return refuse('refused', messages.invalid(error.what));
      };
      const { number, courseId } = 'number' in memory ? memory : await checkAnswer(answer, memory, settings).catch(explain);
      const withRequest = { flow: notes.seal({ schoolId, version, nonce, untilMs, number, courseId }) };
      const signedIn = await enter({ schoolId, number }, { code, withRequest, inTransaction: spendNonce(nonce) }, context);
      return { ...signedIn, courseId };
    },
  };
}
