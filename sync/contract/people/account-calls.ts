import { z } from 'zod';
import type { CallSpec } from '../call.ts';
import { personDetail, userType } from './person.ts';
import { roles, secondFactorRoles } from '../roles.ts';
import { emptyInput, epochMs, id, version } from '../scalars.ts';
import { uploadedPicture } from '../platform/upload.ts';

/** User of the session, with the field names of `getInfo`. The web's session module maps them to its own names in one place. */
export const sessionUserSchema = z.object({
  id,
  user_type: userType,
  prof_id: id.nullable(),
  name: z.string(),
  login_name: z.string(),
  avatar: z.string(),
  /** True if the password was set by another person; the web then asks for an own password first. */
  must_change_password: z.boolean(),
  /**
   * Constant key of this account (base64, 32 bytes). It seals the user's unsaved form input on their PCs. No other account's session
   * gets it.
   */
  draft_key: z.string(),
  school_id: id,
  school_name: z.string(),
  logo: z.string(),
  logo_custom: z.string(),
  logo_custom_status: z.literal([0, 1]),
  /** Settings of the school (`schoolConfig`) as JSON text; the client parses it. */
  config: z.string(),
  cover_img: z.string(),
  website: z.string(),
  record: z.string(),
  mohrss_prof_no: z.string(),
  mohrss_prof_allname: z.string(),
});

export const passwordText = z.string().min(1).max(200);

/** Code of an authenticator app, or a recovery code. */
export const secondFactorCode = z.string().trim().max(20);
/** Encrypted state of setting up a second factor. The server returns it to the client, which sends it back in the next call. */
const setupNote = z.string().max(1000);

/** Calls under `/user/…` for signing in and out. */
export const sessionCalls = {
  login: {
    summary: 'Sign in with a login name and password (1) or an admission ticket number and ID number (2)',
    input: z.object({
      login_name: z.string().trim().min(1).max(64),
      login_pwd: z.string().min(1).max(200),
      school_id: id,
      login_type: z.literal([1, 2]).default(1),
      /**
       * Code of the authenticator app or a recovery code, for an account with a second factor. Without it such an account is refused with the data
       * `{ secondFactor: true }`.
       */
      code: secondFactorCode.default(''),
      /** True if the device was signed in offline and now fetches its session token. The user's sessions on other devices then stay open. */
      resume: z.boolean().default(false),
      /**
       * Device mark (`known-device.ts`) from the last sign-in of this account on this device. It is sent here as well, because a crash may have
       * lost the cookie that holds it.
       */
      device: z.string().max(4000).default(''),
    }),
    output: z.object({ token: z.string(), device: z.string() }),
    access: 'public',
    errors: ['refused', 'disabled'],
    changes: true,
  },
  getInfo: {
    summary: 'Who is signed in, and with which roles',
    input: emptyInput,
    output: z.object({ user: sessionUserSchema, roles: z.array(z.enum(roles)) }),
    access: 'signedIn',
    beforeOwnPassword: true,
    errors: [],
    changes: false,
  },
  logout: {
    summary: 'End this session',
    input: emptyInput,
    output: emptyInput,
    access: 'signedIn',
    beforeOwnPassword: true,
    errors: [],
    changes: false,
  },
} as const satisfies Record<string, CallSpec>;

/** Personal data that users change themselves. */
export const ownProfile = z.object({ name: z.string().trim().max(60), avatar: uploadedPicture });

/** Calls under `/user/…` for one's own account. */
export const accountCalls = {
  getMe: {
    summary: 'My own account',
    input: emptyInput,
    output: personDetail,
    access: 'signedIn',
    beforeOwnPassword: true,
    errors: [],
    changes: false,
  },
  modifyMe: {
    summary: 'Change my name or picture. Students and examinees cannot: exams verify them by both',
    input: ownProfile.extend({ version }),
    output: z.object({ version }),
    access: 'signedIn',
    errors: ['conflict', 'refused'],
    changes: true,
    once: true,
  },
  changePassword: {
    summary: 'Change my password; my other sessions and my API tokens end',
    input: z.object({ old_password: passwordText, new_password: z.string().max(200) }),
    output: z.object({ endedSessions: z.int(), endedApiTokens: z.int() }),
    access: 'signedIn',
    beforeOwnPassword: true,
    errors: ['refused'],
    changes: true,
    once: true,
  },
  getSessions: {
    summary: 'Where I am signed in',
    input: emptyInput,
    output: z.object({
      items: z.array(
        z.object({
          id,
          current: z.boolean(),
          agent: z.string(),
          ip: z.string(),
          created_ms: epochMs,
          seen_ms: epochMs,
          expires_ms: epochMs,
        }),
      ),
    }),
    access: 'signedIn',
    beforeOwnPassword: true,
    errors: [],
    changes: false,
  },
  removeSession: {
    summary: 'Sign out one of my other devices, or all of them',
    input: z.object({ session_id: id.nullable() }),
    output: z.object({ ended: z.int() }),
    access: 'signedIn',
    beforeOwnPassword: true,
    errors: ['notFound'],
    changes: true,
  },
  getSecondFactor: {
    summary: 'Does my account ask for a code after the password?',
    input: emptyInput,
    output: z.object({
      on: z.boolean(),
      /** Number of recovery codes that are not used yet. */
      recoveryLeft: z.int(),
    }),
    access: secondFactorRoles,
    errors: [],
    changes: false,
  },
  beginSecondFactor: {
    summary: 'Make the secret of a second factor; nothing is stored before its first code is confirmed',
    input: z.object({ login_pwd: passwordText }),
    output: z.object({
      /** Secret of the authenticator app in base 32, to type in if the app cannot read the QR code. */
      secret: z.string(),
      /** Content of the QR code (Key URI Format of authenticator apps). */
      uri: z.string(),
      setup: setupNote,
    }),
    access: secondFactorRoles,
    errors: ['refused'],
    changes: false,
  },
  confirmSecondFactor: {
    summary: 'Turn the second factor on with its first code; my other sessions end, and my API tokens except those that I keep',
    input: z.object({
      setup: setupNote,
      code: secondFactorCode.min(1),
      /** Ids of the API tokens that stay valid. The user's other tokens are revoked, because they were made with the password alone. */
      kept_tokens: z.array(id).max(100).default([]),
    }),
    output: z.object({ recovery: z.array(z.string()), endedApiTokens: z.int() }),
    access: secondFactorRoles,
    errors: ['refused'],
    changes: true,
    once: true,
    leaderMay: true,
  },
  endSecondFactor: {
    summary: 'Turn the second factor off, with password and code',
    input: z.object({ login_pwd: passwordText, code: secondFactorCode.min(1) }),
    output: emptyInput,
    access: secondFactorRoles,
    errors: ['refused'],
    changes: true,
    once: true,
    leaderMay: true,
  },
} as const satisfies Record<string, CallSpec>;
