import type { ApiCall, ResponseEnvelope } from '../../sync/contract/call.ts';
import { errorByCode } from '../../sync/contract/errors.ts';
import { pushRefusalData, syncCalls } from '../../sync/contract/exams/sync.ts';
import { NetworkFault, type SyncTransport } from '../../sync/engine/client/ports.ts';

/** Connects the engine to a real server, as the browser does. `origin` is called for each request, because servers come and go. */
export function createHttpTransport(origin: () => string): SyncTransport {
  const exchange = async <C extends ApiCall>(spec: C, input: unknown, signal: AbortSignal): Promise<ResponseEnvelope> => {
    let envelope: ResponseEnvelope;
    try {
      const response = await fetch(`${origin()}/api${spec.path}`, { method: 'POST', body: JSON.stringify(input), signal });
      envelope = (await response.json()) as ResponseEnvelope;
    } catch (cause) {
      throw new NetworkFault(`${spec.path}: no answer`, { cause });
    }
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
    async time(signal) {
      const { data } = await exchange(syncCalls.time, {}, signal);
      return syncCalls.time.output.parse(data);
    },
  };
}
