import { createHmac } from 'node:crypto';
import type { PersonalKeys } from './id-number.ts';

/** The key of an account's drafts: kept nowhere, the same after every sign-in, a reset password and a restored server. */
export const draftKey = (keys: Pick<PersonalKeys, 'seal'>, userId: number): string =>
  createHmac('sha256', keys.seal).update(`draft key 1/${userId}`).digest('base64');
