import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { emptyInput, id, shortText, version } from '../scalars.ts';
import { secondFactorCode } from './account-calls.ts';

/**
 * Claims that may hold the student or staff number. `sourcedId`: `person_sourcedid` of the claim `lis`. `username`: `user_username` of Moodle's
 * claim `ext`. Custom parameters are not offered, because teachers of the learning platform may set them.
 */
export const ltiNumberClaims = ['sourcedId', 'username'] as const;
export type LtiNumberClaim = (typeof ltiNumberClaims)[number];

const identifier = z.string().trim().min(1).max(255);
const httpsAddress = z
  .string()
  .trim()
  // Stop here for an empty field, so that it is reported with one problem and not with two.
  .min(1, { abort: true })
  .max(300)
  .regex(/^https:\/\/[^\s#]+$/i);

/** Registration of the learning platform (LTI 1.3) that opens courses of a school. */
export const ltiSettings = z.object({
  /** Name of the learning platform, such as "Moodle". */
  name: shortText.max(20),
  enabled: z.boolean(),
  /** Issuer: the address by which the learning platform names itself. It must match exactly. */
  issuer: httpsAddress,
  /** Client id that the learning platform assigned to our platform. */
  clientId: identifier,
  deploymentId: identifier,
  /** Address at which the learning platform answers a login request. */
  authorisation: httpsAddress,
  /** Address of the learning platform's public keys (JWKS). */
  keySet: httpsAddress,
  numberClaim: z.enum(ltiNumberClaims),
});
export type LtiSettings = z.output<typeof ltiSettings>;

/** Settings of a school that has registered no learning platform. */
export const defaultLti: LtiSettings = {
  name: '',
  enabled: false,
  issuer: '',
  clientId: '',
  deploymentId: '',
  authorisation: '',
  keySet: '',
  numberClaim: 'sourcedId',
};

export const ltiCalls = defineCalls('lti', {
  get: {
    summary: 'The learning platform (LTI 1.3) that opens our courses, and our own addresses to register there',
    input: emptyInput,
    output: z.object({
      // These fields are not validated, because a school without a learning platform has empty settings.
      name: z.string(),
      enabled: z.boolean(),
      issuer: z.string(),
      clientId: z.string(),
      deploymentId: z.string(),
      authorisation: z.string(),
      keySet: z.string(),
      numberClaim: z.enum(ltiNumberClaims),
      version,
      /** Address of our platform that begins an LTI launch; '' while our platform has no public address. */
      loginAddress: z.string(),
      /** Address of our platform to which the learning platform posts a launch; '' while our platform has no public address. */
      launchAddress: z.string(),
    }),
    access: ['school'],
    errors: [],
    changes: false,
  },
  set: {
    summary: 'Register the learning platform (LTI 1.3) that opens our courses',
    input: ltiSettings.safeExtend({ version }),
    output: z.object({ version }),
    access: ['school'],
    errors: ['conflict'],
    changes: true,
    once: true,
  },
  begin: {
    summary: 'Answer the login initiation of a learning platform: the address to go to, and a sealed note for the launch',
    input: z.object({
      school_id: id,
      /** Query or form that the learning platform sent, as a query string. */
      request: z.string().max(8000),
    }),
    output: z.object({ url: z.string(), flow: z.string() }),
    access: 'public',
    errors: ['refused', 'disabled'],
    changes: false,
  },
  finish: {
    summary: 'Sign in with the launch of a learning platform; returns the course that it opens, or null',
    /** An account with a second factor is refused with `{ secondFactor: true, flow }`. The client then sends that `flow` with the code. */
    input: z.object({
      flow: z.string().min(1).max(4000),
      /** Form that the learning platform sent, as a query string. */
      answer: z.string().max(24_000),
      code: secondFactorCode.default(''),
    }),
    output: z.object({ token: z.string(), device: z.string(), courseId: id.nullable() }),
    access: 'public',
    errors: ['refused', 'disabled'],
    changes: true,
  },
});
