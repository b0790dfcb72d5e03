import { createHmac, timingSafeEqual } from 'node:crypto';
import { isWorkProofValid, type ProofOfWork } from '../../../sync/crypto/work-proof.ts';
import type { ServerRandom, ServerClock } from '../../ports.ts';
import type { LimitStates } from './limit-states.ts';
import type { SharedLimitDeps } from './rate-limiter.ts';

/** Time (ms) within which a challenge must be answered. */
const lifeMs = 10 * 60_000;
const mostUsed = 50_000;

export interface ProofOfWorkDeps extends SharedLimitDeps {
  readonly chance: ServerRandom;
  readonly keys: { readonly personal: { readonly index: Buffer } };
}

/**
 * Asks a client for computing time instead of refusing it, for cases where many people behind one address may each have a good reason to ask. A
 * challenge is valid once and for one `key`, at any server of the database. The server stores nothing about it until the answer comes.
 */
export class ProofOfWorkLimiter {
  readonly #clock: ServerClock;
  readonly #chance: ServerRandom;
  readonly #secret: Buffer;
  /** Challenges that were answered. Each can be answered only once. */
  readonly #used: LimitStates<1>;

  constructor({ clock, chance, limits, keys }: ProofOfWorkDeps) {
    this.#clock = clock;
    this.#chance = chance;
    this.#secret = createHmac('sha256', keys.personal.index).update('proof of work').digest();
    this.#used = limits({ name: 'usedChallenges', maxStates: mostUsed, keepMs: lifeMs });
  }

  challenge(key: string): string {
    const body = `${this.#clock.nowMs() + lifeMs}.${this.#chance.bytes(9).toString('base64url')}`;
    return `${body}.${this.#sign(key, body).toString('base64url')}`;
  }

  /**
   * Returns true for the first answer to a challenge that was issued for `key`, if the answer is right. A wrong answer uses the challenge up, too.
   */
  async acceptProof(key: string, proof: ProofOfWork): Promise<boolean> {
    const [untilMs = '', salt = '', mac = ''] = proof.challenge.split('.');
    const [receivedMac, expectedMac] = [Buffer.from(mac, 'base64url'), this.#sign(key, `${untilMs}.${salt}`)];
    if (receivedMac.length !== expectedMac.length || !timingSafeEqual(receivedMac, expectedMac)) return false;
    if (Number(untilMs) < this.#clock.nowMs()) return false;
    const isFirst = await this.#used.update(salt, (before) => [1, before === undefined]);
    return isFirst && isWorkProofValid(proof);
  }

  #sign(key: string, body: string): Buffer {
    return createHmac('sha256', this.#secret).update(`${key}\n${body}`).digest();
  }
}
