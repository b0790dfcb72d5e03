import { noAudit } from '../http/audit/audit.ts';
import { Refusal, type Caller, type RequestContext } from '../http/handler.ts';

export type SeedContext = RequestContext & { readonly caller: Caller };

/** Context of a call that the server itself makes in the name of a user. */
export const createSeedContext = (caller: Caller): SeedContext => ({
  ip: '',
  language: 'zh-CN',
  signal: new AbortController().signal,
  audit: noAudit,
  caller,
});

/** Throws if a call was refused, because the demo data keeps every rule of the product. */
export function requireAccepted<T>(answer: T): Exclude<T, Refusal> {
  if (answer instanceof Refusal) throw new Error(`the demo data was refused: ${answer.message}`);
  return answer as Exclude<T, Refusal>;
}
