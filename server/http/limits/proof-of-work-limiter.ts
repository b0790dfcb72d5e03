import { createHmac, timingSafeEqual } from 'node:crypto';
import { isWorkProofValid, type ProofOfWork } from '../../../sync/crypto/work-proof.ts';
import type { ServerRandom, ServerClock } from '../../ports.ts';

/** So long a challenge may be answered. */
const lifeMs = 10 * 60_000;
const mostUsed = 50_000;

/**
 * Asks for computing time instead of a refusal, where many people behind one address may each have a good reason to ask. A challenge is good
 * once, for `key` alone, and needs no memory until it comes back.
 */
export class ProofOfWorkLimiter {
  readonly #clock: ServerClock;
  readonly #chance: ServerRandom;
  readonly #secret: Buffer;
  /** Challenges that came back, the oldest first. */
  readonly #used = new Set<string>();

  constructor({ clock, chance }: { readonly clock: ServerClock; readonly chance: ServerRandom }) {
    this.#clock = clock;
    this.#chance = chance;
    this.#secret = chance.bytes(32);
  }

  challenge(key: string): string {
    const body = `${this.#clock.nowMs() + lifeMs}.${this.#chance.bytes(9).toString('base64url')}`;
    return `${body}.${this.#sign(key, body).toString('base64url')}`;
  }

  /** True for the first good answer to a challenge of this gate. A wrong answer uses the challenge up too. */
  async admits(key: string, proof: ProofOfWork): Promise<boolean> {
    const [untilMs = '', salt = '', mac = ''] = proof.challenge.split('.');
    const [given, expected] = [Buffer.from(mac, 'base64url'), this.#sign(key, `${untilMs}.${salt}`)];
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
    if (Number(untilMs) < this.#clock.nowMs() || this.#used.has(salt)) return false;
    this.#used.add(salt);
    if (this.#used.size > mostUsed) this.#used.delete(this.#used.keys().next().value ?? '');
    return isWorkProofValid(proof);
  }

  #sign(key: string, body: string): Buffer {
    return createHmac('sha256', this.#secret).update(`${key}\n${body}`).digest();
  }
}
