import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Audit } from './audit.ts';
import type { DeviceMark } from './device-mark.ts';
import type { Caller, Language, RequestContext, ResponseStore } from './handler.ts';

/** Returns the first supported language that the request names (`X-Language` before `Accept-Language`), else Chinese. */
export function chooseLanguage(xLanguage: string | undefined, acceptLanguage: string | undefined): Language {
  for (const part of `${xLanguage ?? ''},${acceptLanguage ?? ''}`.split(',')) {
    const tag = part.trim().toLowerCase();
    if (tag.startsWith('zh')) return 'zh-CN';
    if (tag.startsWith('en')) return 'en';
  }
  return 'zh-CN';
}

export type HttpContext = Context<{ Bindings: Partial<HttpBindings> }>;

export const getRequestLanguage = (c: HttpContext): Language => chooseLanguage(c.req.header('x-language'), c.req.header('accept-language'));

/** Returns the client's address, as far as it can be trusted: see client-address.ts. */
export type GetClientAddress = (c: HttpContext) => string;

/** Context of one call. Address, language and signal are computed on demand: few calls need them, and they cost time on the hot path. */
export class CallContext implements RequestContext {
  readonly #c: HttpContext;
  readonly #addressOf: GetClientAddress;
  #waits = false;
  readonly caller: Caller | null;
  readonly audit: Audit;
  readonly device?: DeviceMark;
  /** Stores the idempotent response of the call; undefined if the call has none. Set shortly before the handler runs. */
  answer: ResponseStore | undefined;
  constructor(c: HttpContext, addressOf: GetClientAddress, caller: Caller | null, audit: Audit, device?: DeviceMark) {
    this.#c = c;
    this.#addressOf = addressOf;
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
    this.#waits = true;
    return this.#c.req.raw.signal;
  }
  /** True if the handler has used `signal`, as long polls do. */
  get isLongPoll(): boolean {
    return this.#waits;
  }
}
