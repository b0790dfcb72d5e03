import type { CallSpec } from '../../sync/contract/call.ts';
import { contract } from '../../sync/contract/index.ts';
import { refuse, type AllHandlers } from '../../server/http/handler.ts';

export const everyCall = Object.values(contract).flatMap((module) => Object.values(module) as (CallSpec & { path: string })[]);

/** Handlers that answer 1002 once they are reached: what the mount lets through can't change anything. */
const reached = refuse('refused', { 'zh-CN': '到达', en: 'reached' });
export const gates = Object.fromEntries(
  Object.entries(contract).map(([module, verbs]) => [module, Object.fromEntries(Object.keys(verbs).map((verb) => [verb, () => reached]))]),
) as unknown as AllHandlers;
