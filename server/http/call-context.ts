import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Audit } from './audit/audit.ts';
import type { DeviceMark } from './device-mark.ts';
import type { Caller, Language, RequestContext } from './handler.ts';
import { chooseLanguage } from './input/language.ts';
import type { ResponseStore } from './response-store.ts';

export type HttpContext = Context<{ Bindings: Partial<HttpBindings> }>;

export const getRequestLanguage = (c: HttpContext): Language => chooseLanguage(c.req.header('x-language'), c.req.header('accept-language'));

/** Returns the client's address, as far as it can be trusted: see client-address.ts. */
export type GetClientAddress = (c: HttpContext) => string;

/** Running calls that use a signal (long polls). They are aborted when the server stops. */
export class WaitingCalls {
  readonly #controllers = new Set<AbortController>();
  readonly #stopping: AbortSignal;
  constructor(stopping: AbortSignal) {
    this.#stopping = stopping;
    stopping.addEventListener('abort', () => {
      for (const controller of this.#controllers) controller.abort();
    });
  }
  /** Avoids `AbortSignal.any`: combined with a signal that lives as long as the server, it would leak every poll's signal. */
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

/** Context of one call. Address, language and signal are computed on demand: few calls need them, and they cost time on the hot path. */
export class CallContext implements RequestContext {
  readonly #c: HttpContext;
  readonly #waiting: WaitingCalls;
  readonly #addressOf: GetClientAddress;
  #controller: AbortController | undefined;
  readonly caller: Caller | null;
  readonly audit: Audit;
  readonly device?: DeviceMark;
  /** Set shortly before the handler runs. */
  answer: ResponseStore | undefined;
  constructor(
    c: HttpContext,
    server: { readonly waiting: WaitingCalls; readonly addressOf: GetClientAddress },
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
    return getRequestLanguage(this.#c);
  }
  get agent(): string {
    return this.#c.req.header('user-agent') ?? '';
  }
  get signal(): AbortSignal {
    this.#controller ??= this.#waiting.begin(this.#c.req.raw.signal);
    return this.#controller.signal;
  }
  /** True for a call that uses the signal, as long polls do. */
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
