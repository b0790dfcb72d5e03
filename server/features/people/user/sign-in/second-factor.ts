import { createHmac } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { z } from 'zod';
import { refuse } from '../../../../http/handler.ts';
import { createSharedRateLimiter, type SharedLimitDeps } from '../../../../http/limits/rate-limiter.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../../../../db/schema.ts';
import { accountLimits } from '../../../../limits.ts';
import type { ServerRandom } from '../../../../ports.ts';
import { openSealedText, sealText } from '../../../../sealed-bytes.ts';
import type { IdNumberKeys } from '../id-number.ts';
import { userMessages } from '../user-messages.ts';
import { makeInitialPassword } from './initial-password.ts';
import { createSecondFactorStore, type SecondFactorRow } from './second-factor-store.ts';

export interface SecondFactorDeps extends SharedLimitDeps {
  readonly db: Kysely<Database>;
  readonly chance: ServerRandom;
  readonly keys: { readonly personal: IdNumberKeys };
}

const stepMs = 30_000;
/** Number of steps (30 s) before and after the current one whose codes are accepted, because the clock of a phone may be off by half a minute. */
const stepsAround = 1;
const recoveryCodes = 8;
/** Time (ms) to type the first code after a person has begun to set up a second factor. */
const setupMs = 15 * 60_000;
const setupContent = z.object({ secret: z.string(), untilMs: z.int() });

const buildSecretPurpose = (userId: number): string => `second factor of ${userId}`;
const buildSetupPurpose = (userId: number): string => `second factor to set up of ${userId}`;
const hashesSchema = z.array(z.string());

/**
 * Checks the codes of authenticator apps (TOTP, RFC 6238: SHA-1, 6 digits, 30 s) and recovery codes. A code can be used once. An account may try only
 * a few codes an hour. Only a person who has proven the first factor gets that far, so nobody else can use up these tries.
 */
export function createSecondFactors(deps: SecondFactorDeps) {
  const { chance, clock, keys } = deps;
  const tries = createSharedRateLimiter(deps, 'secondFactor', { limit: accountLimits.secondFactorTriesPerHour, everyMs: 3_600_000 });

  const hashRecovery = (userId: number, code: string): string =>
    createHmac('sha256', keys.personal.index)
      .update(`recovery code\n${userId}\n${code.normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase()}`)
      .digest('base64url');

  /** Returns the time step whose code was typed, or undefined. */
  const findStep = (secret: string, typedCode: string): number | undefined => {
    const timestamp = clock.nowMs();
    const token = typedCode.normalize('NFKC').replaceAll(/\s/g, '');
    const delta = new TOTP({ secret }).validate({ token, timestamp, window: stepsAround });
    return delta === null ? undefined : Math.floor(timestamp / stepMs) + delta;
  };

  /** Returns the account's factor after this code is used up, or undefined if the code is wrong or was used before. */
  const spendCode = (userId: number, row: SecondFactorRow, code: string): Pick<SecondFactorRow, 'lastStep' | 'recovery'> | undefined => {
    const secret = openSealedText(buildSecretPurpose(userId), row.secretSealed, keys.personal);
    const step = findStep(secret, code);
    if (step !== undefined) return step > row.lastStep ? { lastStep: step, recovery: row.recovery } : undefined;
    const hashes = hashesSchema.parse(JSON.parse(row.recovery));
    const remainingHashes = hashes.filter((hash) => hash !== hashRecovery(userId, code));
    return remainingHashes.length < hashes.length ? { lastStep: row.lastStep, recovery: JSON.stringify(remainingHashes) } : undefined;
  };

  const requireTry = async (userId: number): Promise<void> => {
    if (!(await tries.admit(String(userId)))) refuse('tooMany', userMessages.tooManyCodes());
  };

  const refuseCode = (): never => {
    const message = userMessages.wrongCode();
    return refuse('invalid', message, { fields: [{ path: 'code', message }], data: { secondFactor: true } });
  };

  return {
    async state(userId: number): Promise<{ on: boolean; recoveryLeft: number }> {
      const row = await createSecondFactorStore(deps.db).ofUser(userId);
      return { on: row !== undefined, recoveryLeft: row ? hashesSchema.parse(JSON.parse(row.recovery)).length : 0 };
    },

    /**
     * Does nothing for an account without a second factor. Refuses a missing, wrong or used code; a valid one is marked as used in `db`.
     * `withRequest`: additional data in the refusal of a missing code.
     */
    async require(db: Kysely<Database>, userId: number, code: string, withRequest: object = {}): Promise<void> {
      const store = createSecondFactorStore(db);
      const row = await store.ofUser(userId);
      if (row === undefined) return;
      if (code === '') refuse('refused', userMessages.codeNeeded(), { data: { ...withRequest, secondFactor: true } });
      await requireTry(userId);
      const next = spendCode(userId, row, code);
      if (next === undefined || !(await store.use(userId, row, next))) refuseCode();
    },

    /** Makes a secret for an authenticator app. It is returned sealed and not stored, because it counts only after its first code is confirmed. */
    begin(userId: number, account: { readonly label: string; readonly issuer: string }) {
      const secret = new Secret({ buffer: new Uint8Array(chance.bytes(20)).buffer }).base32;
      const note = JSON.stringify({ secret, untilMs: clock.nowMs() + setupMs });
      return {
        secret,
        uri: new TOTP({ ...account, secret }).toString(),
        setup: sealText(buildSetupPurpose(userId), note, keys.personal, chance).toString('base64url'),
      };
    },

    /**
     * Returns the row to store for the secret that `begin` made, and the recovery codes of the new second factor. Refuses if the code does not belong
     * to this secret.
     */
    async confirm(userId: number, setup: string, code: string): Promise<{ row: SecondFactorRow; recovery: string[] }> {
      const content = openSetup(userId, setup);
      if (content === undefined || content.untilMs < clock.nowMs()) return refuse('refused', userMessages.setupOver());
      await requireTry(userId);
      const step = findStep(content.secret, code);
      if (step === undefined) return refuseCode();
      const recovery = Array.from({ length: recoveryCodes }, () => makeInitialPassword(chance));
      const hashes = JSON.stringify(recovery.map((each) => hashRecovery(userId, each)));
      const secretSealed = sealText(buildSecretPurpose(userId), content.secret, keys.personal, chance);
      return { row: { secretSealed, lastStep: step, recovery: hashes }, recovery };
    },
  };

  function openSetup(userId: number, setup: string): z.output<typeof setupContent> | undefined {
    try {
      return setupContent.parse(JSON.parse(openSealedText(buildSetupPurpose(userId), Buffer.from(setup, 'base64url'), keys.personal)));
    } catch {
      return undefined;
    }
  }
}

export type SecondFactors = ReturnType<typeof createSecondFactors>;
