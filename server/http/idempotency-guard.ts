import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { createIdempotentResponseStore, type IdempotentRequest } from '../db/idempotent-response-store.ts';
import type { ResponseStore } from './handler.ts';
import type { ServerRandom, ServerClock } from '../ports.ts';

interface OnceDeps {
  readonly store: ReturnType<typeof createIdempotentResponseStore>;
  readonly clock: ServerClock;
  readonly chance: ServerRandom;
}

interface Request {
  readonly userId: number;
  readonly path: string;
  /** Idempotency key, as the client sent it; a malformed one is ignored. */
  readonly key: string | undefined;
  readonly body: string;
}

type CallWork = (responseStore?: ResponseStore) => Promise<unknown>;

interface Answer {
  readonly result: unknown;
  /** True if the response was stored by an earlier call and no work was done. */
  readonly repeated: boolean;
}

const keptMs = 24 * 60 * 60 * 1000;
/** Interval for deleting old responses. Runs outside of changes: two transactions that delete the same rows could deadlock. */
const forgetMs = 60_000;
const keyLooks = /^[A-Za-z0-9-]{16,64}$/;
const cipher = 'aes-256-gcm';

const hash = (...parts: string[]): Buffer => createHash('sha256').update(parts.join('\n')).digest();

/**
 * Makes calls that add rows idempotent. A repeated call (after a lost response or a second click) gets the first response, or waits for it.
 * The change and its response are written in one transaction: without a stored response, the work was not done.
 */
export class IdempotencyGuard {
  readonly #deps: OnceDeps;
  readonly #underWay = new Map<string, Promise<Answer>>();
  #forgotMs = 0;
  constructor(deps: OnceDeps) {
    this.#deps = deps;
  }

  async run({ userId, path, key, body }: Request, work: CallWork): Promise<Answer> {
    if (key === undefined || !keyLooks.test(key)) return { result: await work(), repeated: false };
    const request: IdempotentRequest = { userId, path, name: hash('name', key, body) };
    const id = `${userId} ${path} ${request.name.toString('hex')}`;
    const first = this.#underWay.get(id);
    if (first) return { result: (await first).result, repeated: true };
    const doing = this.#first(request, key, work);
    this.#underWay.set(id, doing);
    try {
      return await doing;
    } finally {
      this.#underWay.delete(id);
    }
  }

  async #first(request: IdempotentRequest, key: string, work: CallWork): Promise<Answer> {
    await this.#forgetOld();
    const sealed = await this.#deps.store.answer(request);
    if (sealed !== null) return { result: open(sealed, key), repeated: true };
    const responseStore: ResponseStore = {
      keepIn: async (tx, answer) => {
        await createIdempotentResponseStore(tx).add(request, this.#deps.clock.nowMs(), this.#seal(key, JSON.stringify(answer)));
      },
    };
    try {
      return { result: await work(responseStore), repeated: false };
    } catch (error) {
      // If another server has made the same change meanwhile, return the response that it stored, not the conflict of this work with its rows.
      const other = await this.#deps.store.answer(request);
      if (other === null) throw error;
      return { result: open(other, key), repeated: true };
    }
  }

  async #forgetOld(): Promise<void> {
    const { store, clock } = this.#deps;
    const nowMs = clock.nowMs();
    if (nowMs - this.#forgotMs < forgetMs) return;
    this.#forgotMs = nowMs;
    await store.forget(nowMs - keptMs);
  }

  #seal(key: string, text: string): Buffer {
    const iv = this.#deps.chance.bytes(12);
    const sealing = createCipheriv(cipher, hash('answer', key), iv);
    const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
    return Buffer.concat([iv, sealing.getAuthTag(), sealed]);
  }
}

function open(sealed: Buffer, key: string): unknown {
  const opening = createDecipheriv(cipher, hash('answer', key), sealed.subarray(0, 12));
  opening.setAuthTag(sealed.subarray(12, 28));
  return JSON.parse(Buffer.concat([opening.update(sealed.subarray(28)), opening.final()]).toString('utf8'));
}
