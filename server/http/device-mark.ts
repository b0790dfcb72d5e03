import type { TLSSocket } from 'node:tls';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';

type HttpContext = Context<{ Bindings: Partial<HttpBindings> }>;

const cookie = 'wenkao_device';
/** As long as browsers keep one at most. */
const maxAgeSeconds = 400 * 86_400;

/** What a browser keeps for the server across sign-ins, where no script reads it and only signing in sends it. */
export class DeviceMark {
  readonly #c: HttpContext;
  #kept: string | undefined;
  constructor(c: HttpContext) {
    this.#c = c;
  }
  get value(): string {
    return getCookie(this.#c, cookie) ?? '';
  }
  keep(value: string): void {
    this.#kept = value;
  }
  onto(response: Response): Response {
    if (this.#kept === undefined) return response;
    const secure = (this.#c.env?.incoming?.socket as Partial<TLSSocket> | undefined)?.encrypted === true ? '; Secure' : '';
    response.headers.append(
      'set-cookie',
      `${cookie}=${this.#kept}; Path=/api/user/login; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`,
    );
    return response;
  }
}
