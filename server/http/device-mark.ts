import type { TLSSocket } from 'node:tls';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';

type HttpContext = Context<{ Bindings: Partial<HttpBindings> }>;

const cookie = 'wenkao_device';
/** The longest time for which browsers store a cookie. */
const maxAgeSeconds = 400 * 86_400;

/** Reads and sets a cookie by which a browser is recognised across sign-ins. Scripts cannot read it, and only sign-in calls send it. */
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
  applyTo(response: Response): Response {
    if (this.#kept === undefined) return response;
    const secure = (this.#c.env?.incoming?.socket as Partial<TLSSocket> | undefined)?.encrypted === true ? '; Secure' : '';
    response.headers.append(
      'set-cookie',
      `${cookie}=${this.#kept}; Path=/api/user/login; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`,
    );
    return response;
  }
}
