import { noAudit } from '../http/audit/audit.ts';
import { Refusal, type Caller, type RequestContext } from '../http/handler.ts';

export type SeedContext = RequestContext & { readonly caller: Caller };

/** A call made by the server itself in somebody's name. */
export const createSeedContext = (caller: Caller): SeedContext => ({
  ip: '',
  language: 'zh-CN',
  signal: new AbortController().signal,
  audit: noAudit,
  caller,
});

/** The demo data obeys every rule of the product: a refusal here is a bug. */
export function requireAccepted<T>(answer: T): Exclude<T, Refusal> {
  if (answer instanceof Refusal) throw new Error(`the demo data was refused: ${answer.message}`);
  return answer as Exclude<T, Refusal>;
}
