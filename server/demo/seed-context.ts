import { noAudit } from '../http/audit/audit.ts';
import type { Caller, RequestContext } from '../http/handler.ts';

export type SeedContext = RequestContext & { readonly caller: Caller };

/** Context of a call that the server itself makes in the name of a user. */
export const createSeedContext = (caller: Caller): SeedContext => ({
  ip: '',
  language: 'zh-CN',
  signal: new AbortController().signal,
  audit: noAudit,
  caller,
});
