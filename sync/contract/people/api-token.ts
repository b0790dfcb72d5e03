import { z } from 'zod';
import type { CallSpec } from '../call.ts';
import type { Role } from '../roles.ts';
import { emptyInput, epochMs, id, nameText } from '../scalars.ts';
import { passwordText } from './account-calls.ts';

/** Scopes of API tokens. `sync/contract/api-scope-calls.ts` lists the calls of each scope. */
export const apiScopes = [
  'readPeople',
  'changePeople',
  'readExams',
  'changeExams',
  'readResults',
  'readLearning',
  'changeLearning',
  'readApplications',
  'decideApplications',
] as const;
export type ApiScope = (typeof apiScopes)[number];

/** Roles that may have API tokens: only their calls are of use to another system. */
export const apiTokenRoles: readonly Role[] = ['school', 'teacher', 'enrollAdmin'];

/** Longest lifetime of an API token in days. */
export const maxApiTokenDays = 366;

/** Calls under `/user/…` for the API tokens of one's own account. */
export const apiTokenCalls = {
  getApiTokens: {
    summary: 'My API tokens, with the last use of each; a token itself is never shown again',
    input: emptyInput,
    output: z.object({
      items: z.array(
        z.object({
          id,
          name: z.string(),
          scopes: z.array(z.enum(apiScopes)),
          created_ms: epochMs,
          expires_ms: epochMs,
          /** Last use of the token, recorded at most once a minute; null if it was never used. */
          used_ms: epochMs.nullable(),
        }),
      ),
      /** Scopes with at least one call that the caller's role may make. */
      scopes: z.array(z.enum(apiScopes)),
    }),
    access: apiTokenRoles,
    errors: [],
    changes: false,
  },
  addApiToken: {
    summary: 'Create an API token that acts as me within its scopes; it is shown once',
    input: z.object({
      login_pwd: passwordText,
      name: nameText.min(1).max(40),
      scopes: z.array(z.enum(apiScopes)).min(1).max(apiScopes.length),
      days: z.int().min(1).max(maxApiTokenDays),
    }),
    output: z.object({ id, token: z.string() }),
    access: apiTokenRoles,
    errors: ['refused'],
    changes: true,
    once: true,
  },
  removeApiToken: {
    summary: 'Revoke one of my API tokens at once',
    input: z.object({ token_id: id }),
    output: emptyInput,
    access: apiTokenRoles,
    errors: ['notFound'],
    changes: true,
    once: true,
  },
} as const satisfies Record<string, CallSpec>;
