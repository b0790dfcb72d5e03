import { z } from 'zod';
import type { LtiNumberClaim, LtiSettings } from '../../../../../sync/contract/people/lti.ts';

/** Loads the library only when a school's learning platform opens a course. */
const loadLibrary = () => import('jose');

/** Asymmetric algorithms. A platform signs with its private key; a shared secret proves nothing here. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'];
/** The clocks of two servers may differ by so much (s). */
const toleranceS = 60;
/** Longest age of a launch (s). */
const maxAgeS = 600;

/** Prefix of the claims of LTI; the schema has their names without it. */
const prefix = 'https://purl.imsglobal.org/spec/lti/claim/';
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

/** Refusal of a launch whose token is not valid. `what`: the claim or the part that is wrong. */
export class InvalidLaunch extends Error {
  override readonly name = 'InvalidLaunch';
  readonly what: string;
  constructor(what: string, cause?: unknown) {
    super(`the launch is invalid: ${what}`, { cause });
    this.what = what;
  }
}

/** Result of a checked launch. */
export interface Launch {
  /** Student or staff number; '' if the platform sent none. */
  readonly number: string;
  /** Course that is named by the custom parameter `course` or by the target address; null if neither names one. */
  readonly courseId: number | null;
}

interface LaunchCheck {
  readonly settings: LtiSettings;
  /** Nonce of the login request that the launch must answer. */
  readonly nonce: string;
  readonly nowMs: number;
  /** Public keys of the platform, as its JWKS address returned them. */
  readonly keys: unknown;
}

/**
 * Checks a launch token (LTI 1.3, IMS Security Framework 1.0): signature, issuer, audience, authorised party, times, nonce, deployment, message type
 * and version. Throws an `InvalidLaunch`.
 */
export async function checkLaunchToken(token: string, { settings, nonce, nowMs, keys }: LaunchCheck): Promise<Launch> {
  const { issuer, clientId, deploymentId, numberClaim } = settings;
  const payload = await verifySignature(token, keys, { issuer, clientId, nowMs });
  // A token for several audiences names the one that it was issued to.
  const isForSeveral = Array.isArray(payload.aud) && payload.aud.length > 1;
  if ((isForSeveral || payload['azp'] !== undefined) && payload['azp'] !== clientId) throw new InvalidLaunch('azp');
  if (payload['nonce'] !== nonce) throw new InvalidLaunch('nonce');
  const stated = Object.fromEntries(Object.keys(ltiClaims.shape).map((name) => [name, payload[`${prefix}${name}`]]));
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

/** Finds the id of the course. The address may be the one that the browser shows on the course's page. */
function findCourse({ custom, target_link_uri: address }: LtiClaims): number | null {
  const courseId = Number(custom['course'] ?? /\/student\/learn\/item\/(\d+)$/.exec(address)?.[1] ?? 0);
  return Number.isSafeInteger(courseId) && courseId > 0 ? courseId : null;
}
