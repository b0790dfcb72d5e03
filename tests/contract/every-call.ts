import { z } from 'zod';
import type { CallSpec } from '../../sync/contract/call.ts';
import { contract } from '../../sync/contract/index.ts';
import { refuse, type AllHandlers } from '../../server/http/handler.ts';

export const everyCall = Object.values(contract).flatMap((module) => Object.values(module) as (CallSpec & { path: string })[]);

/** Handlers that answer 1002 once they are reached: what the mount lets through can't change anything. */
const reached = refuse('refused', { 'zh-CN': '到达', en: 'reached' });
export const gates = Object.fromEntries(
  Object.entries(contract).map(([module, verbs]) => [module, Object.fromEntries(Object.keys(verbs).map((verb) => [verb, () => reached]))]),
) as unknown as AllHandlers;

const anyId = /^ids?$|Ids?$|_ids?$/;

/** Names something by its id, however deep. */
export function takesId({ input }: Pick<CallSpec, 'input'>, named = anyId): boolean {
  const idLike = (schema: unknown): boolean =>
    typeof schema === 'object' &&
    schema !== null &&
    Object.entries(schema).some(
      ([key, value]) =>
        (key === 'properties' && Object.keys(value as object).some((name) => named.test(name) && name !== 'deviceId')) || idLike(value),
    );
  return idLike(z.toJSONSchema(input, { io: 'input' }));
}
/** Says which version it saw, of one thing or of many. */
export function carriesVersion({ input }: Pick<CallSpec, 'input'>): boolean {
  const has = (schema: unknown): boolean => {
    const { properties = {}, items } = (schema ?? {}) as { properties?: Record<string, { items?: unknown }>; items?: unknown };
    return 'version' in properties || (items !== undefined && has(items)) || ('items' in properties && has(properties['items']?.items));
  };
  return has(z.toJSONSchema(input, { io: 'input' }));
}
/** A new call that does, and stands in no list of a test, fails it. */
export const mentionsId = (path: string): boolean => takesId({ input: everyCall.find((one) => one.path === path)?.input ?? z.never() });

/** Of a thing that is declared: `things.sqlite.test.ts` tries them, of every such thing, with its own example. */
const plain = new Set(
  everyCall.filter(({ thing, path }) => thing && /\/(?:getById|add|modify|remove)$/.test(path)).map(({ path }) => path),
);
export const isPlain = (path: string): boolean => plain.has(path);
