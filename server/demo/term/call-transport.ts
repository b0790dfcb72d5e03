import type { ApiCall, ResponseEnvelope } from '../../../sync/contract/call.ts';
import { errorByCode } from '../../../sync/contract/errors.ts';
import { pushRefusalData, syncCalls } from '../../../sync/contract/exams/sync.ts';
import { NetworkFault, type SyncTransport } from '../../../sync/engine/client/ports.ts';
import type { ChunkTransport } from '../../../sync/engine/outbox/chunk-store.ts';

/** Sends a call. Rejects if there is no answer. */
export type SendCall = (path: string, input: unknown, signal: AbortSignal) => Promise<ResponseEnvelope>;

/** Connects the engine to a server over `send`. Without an answer, or with a code that may change, it throws a `NetworkFault`, which the outbox retries. */
export function createCallTransport(send: SendCall): SyncTransport & ChunkTransport {
  const exchange = async (spec: ApiCall, input: unknown, signal: AbortSignal): Promise<ResponseEnvelope> => {
    const envelope = await send(spec.path, input, signal).catch((cause: unknown) => {
      throw new NetworkFault(`${spec.path}: no answer`, { cause });
    });
    if (envelope.code !== 0 && errorByCode.get(envelope.code)?.retry !== false) throw new NetworkFault(`${spec.path}: ${envelope.code}`);
    return envelope;
  };
  return {
    async push(input, signal) {
      const { code, msg, data } = await exchange(syncCalls.push, input, signal);
      if (code === 0) return { kind: 'ok', ...syncCalls.push.output.parse(data) };
      return { kind: 'refused', code, msg, data: pushRefusalData.safeParse(data).data ?? null };
    },
    async pull(input, signal) {
      const { code, msg, data } = await exchange(syncCalls.pull, input, signal);
      return code === 0 ? { kind: 'ok', ...syncCalls.pull.output.parse(data) } : { kind: 'refused', code, msg };
    },
    async sendChunk(input, signal) {
      const { code, msg, data } = await exchange(syncCalls.piece, input, signal);
      return code === 0 ? { kind: 'ok', ...syncCalls.piece.output.parse(data) } : { kind: 'refused', code, msg };
    },
    time: async (signal) => syncCalls.time.output.parse((await exchange(syncCalls.time, {}, signal)).data),
  };
}
