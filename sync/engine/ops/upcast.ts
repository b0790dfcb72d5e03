import { type OpPayload, opPayloads, type OpType } from './ops.ts';

/** Converts ops of older versions to today's types (SY12). An entry is never removed, because a PC may still hold an unsent op of that version. */
const upcasts: Record<string, { readonly to: OpType; readonly payload: (old: object) => object }> = {
  // A hand-in of version 1 has no `extensionMs`, because builds that wrote this version knew of no extensions.
  'attempt.handIn@1': { to: 'attempt.handIn@2', payload: (old) => ({ ...old, extensionMs: 0 }) },
};

/** Op types that no build writes any more. */
export const retiredOpTypes: readonly string[] = Object.keys(upcasts);

export type ParsedOp = { readonly [T in OpType]: { readonly type: T; readonly payload: OpPayload<T> } }[OpType];

const isKnown = (type: string): type is OpType => Object.hasOwn(opPayloads, type);

/** Parses an op. Returns `type` if a newer build wrote it, and `payload` if the payload does not fit its type. */
export function parseOp(type: string, payload: unknown): ParsedOp | 'type' | 'payload' {
  const old = Object.hasOwn(upcasts, type) ? upcasts[type] : undefined;
  const now = old ? old.to : type;
  if (!isKnown(now)) return 'type';
  if (old && (typeof payload !== 'object' || payload === null)) return 'payload';
  const parsed = opPayloads[now].safeParse(old ? old.payload(payload as object) : payload);
  // The schema of `now` parsed this payload, so the pair fits.
  return parsed.success ? ({ type: now, payload: parsed.data } as ParsedOp) : 'payload';
}
