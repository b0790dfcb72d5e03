import { type OpPayload, opPayloads, type OpType } from './ops.ts';

/** SY12: what an older client meant, said in today's types. An entry is never removed: queued ops are not rewritten. */
const upcasts: Record<string, { readonly to: OpType; readonly payload: (old: object) => object }> = {
  // Before extensions were named in the hand-in: such a client had seen none it could name.
  'attempt.handIn@1': { to: 'attempt.handIn@2', payload: (old) => ({ ...old, extensionMs: 0 }) },
};

/** Versions that no build writes any more. */
export const upcastTypes: readonly string[] = Object.keys(upcasts);

export type ReadOp = { readonly [T in OpType]: { readonly type: T; readonly payload: OpPayload<T> } }[OpType];

const isKnown = (type: string): type is OpType => Object.hasOwn(opPayloads, type);

/** An op's meaning. `type`: from a newer build than this; `payload`: not what its type says. */
export function readOp(type: string, payload: unknown): ReadOp | 'type' | 'payload' {
  const old = Object.hasOwn(upcasts, type) ? upcasts[type] : undefined;
  const now = old ? old.to : type;
  if (!isKnown(now)) return 'type';
  if (old && (typeof payload !== 'object' || payload === null)) return 'payload';
  const parsed = opPayloads[now].safeParse(old ? old.payload(payload as object) : payload);
  // The schema of `now` gave this payload: the pair fits by construction.
  return parsed.success ? ({ type: now, payload: parsed.data } as ReadOp) : 'payload';
}
