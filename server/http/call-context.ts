import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Audit } from './audit.ts';
import type { DeviceMark } from './device-mark.ts';
import type { Caller, Language, RequestContext } from './handler.ts';
import { languageOf } from './language.ts';
import type { AnswerKeeper } from './answer-keeper.ts';

export type HttpContext = Context<{ Bindings: Partial<HttpBindings> }>;

export const languageIn = (c: HttpContext): Language => languageOf(c.req.header('x-language'), c.req.header('accept-language'));

/** Where a request comes from, as far as that can be believed: client-address.ts. */
export type AddressOf = (c: HttpContext) => string;

/** Calls under way that asked for a signal (long polls): let go when the server stops. */
export class WaitingCalls {
  readonly #controllers = new Set<AbortController>();
  readonly #stopping: AbortSignal;
  constructor(stopping: AbortSignal) {
    this.#stopping = stopping;
    stopping.addEventListener('abort', () => {
      for (const controller of this.#controllers) controller.abort();
    });
  }
  /** Not `AbortSignal.any`: on a signal that lives as long as the server it would hold on to every poll there ever was. */
  begin(client: AbortSignal): AbortController {
    const controller = new AbortController();
    if (this.#stopping.aborted || client.aborted) controller.abort();
    client.addEventListener('abort', () => controller.abort(), { once: true });
    this.#controllers.add(controller);
    return controller;
  }
  end(controller: AbortController): void {
    this.#controllers.delete(controller);
  }
}

/** Lazy: most calls never ask for the address, the language or the signal, and each costs the hot path something. */
export class CallContext implements RequestContext {
  readonly #c: HttpContext;
  readonly #waiting: WaitingCalls;
  readonly #addressOf: AddressOf;
  #controller: AbortController | undefined;
  readonly caller: Caller | null;
  readonly audit: Audit;
  readonly device?: DeviceMark;
  /** Known when the call is done at last. */
  answer: AnswerKeeper | undefined;
  constructor(
    c: HttpContext,
    server: { readonly waiting: WaitingCalls; readonly addressOf: AddressOf },
    caller: Caller | null,
    audit: Audit,
    device?: DeviceMark,
  ) {
    this.#c = c;
    this.#waiting = server.waiting;
    this.#addressOf = server.addressOf;
    this.caller = caller;
    this.audit = audit;
    if (device) this.device = device;
  }
  get ip(): string {
    return this.#addressOf(this.#c);
  }
  get language(): Language {
    return languageIn(this.#c);
  }
  get agent(): string {
    return this.#c.req.header('user-agent') ?? '';
  }
  get signal(): AbortSignal {
    this.#controller ??= this.#waiting.begin(this.#c.req.raw.signal);
    return this.#controller.signal;
  }
  /** Did it ask for the signal, as calls do that wait for news? */
  get waits(): boolean {
    return this.#controller !== undefined;
  }
  async run<T>(work: () => T | Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      if (this.#controller) this.#waiting.end(this.#controller);
    }
  }
}
