import { createHmac } from 'node:crypto';
import type { PersonalKeys } from '../id-number.ts';

/** Derives the key of an account's form drafts. It is never stored, and stays the same after every sign-in, password reset and server restore. */
export const deriveDraftKey = (keys: Pick<PersonalKeys, 'seal'>, userId: number): string =>
  createHmac('sha256', keys.seal).update(`draft key 1/${userId}`).digest('base64');
