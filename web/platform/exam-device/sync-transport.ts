import type { ApiCall, CallOutput, ResponseEnvelope } from '../../../sync/contract/call.ts';
import { errorByCode } from '../../../sync/contract/errors.ts';
import { relayResponse, relayPath } from '../../../sync/contract/exams/relay.ts';
import { pushRefusalData, syncCalls } from '../../../sync/contract/exams/sync.ts';
import { NetworkFault, type PullReply, type SyncTransport } from '../../../sync/engine/ports.ts';
import type { ChunkTransport } from '../../../sync/engine/store/chunk-store.ts';
import { postEnvelope, postTo } from '../api/envelope.ts';

/** Time limits in milliseconds. A half-open connection reports no error by itself. */
const limitMs = { push: 30_000, time: 10_000, beyondPullWait: 15_000 };

/**
 * Makes a sync call. Returns an envelope with code 0, or with a code that retrying cannot change. Throws a `NetworkFault` in all other cases,
 * which the outbox retries.
 */
async function exchange<C extends ApiCall>(
  spec: C,
  input: unknown,
  ms: number,
  signal: AbortSignal,
): Promise<ResponseEnvelope<CallOutput<C>>> {
  let envelope: ResponseEnvelope;
  try {
    // No session token: the upload token in the body is enough, signed in or not (SY11).
    envelope = await postEnvelope(spec.path, JSON.stringify(input), {}, AbortSignal.any([signal, AbortSignal.timeout(ms)]));
  } catch (cause) {
    throw new NetworkFault(`${spec.path}: no answer of ours`, { cause });
  }
  if (envelope.code !== 0) {
    const row = errorByCode.get(envelope.code);
    // This build does not know codes of a newer server. Retrying later is the only reaction that loses nothing.
    if (!row || row.retry) throw new NetworkFault(`${spec.path}: ${envelope.code} ${envelope.msg}`, { refused: row?.retry === true });
    return { code: envelope.code, msg: envelope.msg, data: envelope.data as CallOutput<C> };
  }
  const parsed = spec.output.safeParse(envelope.data);
  if (!parsed.success) throw new NetworkFault(`${spec.path}: an answer of another shape`, { cause: parsed.error });
  return { code: 0, msg: '', data: parsed.data as CallOutput<C> };
}

/** Sends attachment chunks. Like a push, it needs only the upload token. */
export const chunkTransport: ChunkTransport = {
  async sendChunk(input, signal) {
    const { code, msg, data } = await exchange(syncCalls.piece, input, limitMs.push, signal);
    return code === 0 && data ? { kind: 'ok', ...data } : { kind: 'refused', code, msg };
  },
};

/** Sends and fetches ops, directly or through the room's relay. */
export const syncTransport: SyncTransport = {
  async push(input, signal) {
    const { code, msg, data } = await exchange(syncCalls.push, input, limitMs.push, signal);
    if (code === 0 && data) return { kind: 'ok', ...data };
    return { kind: 'refused', code, msg, data: pushRefusalData.safeParse(data).data ?? null };
  },
  async pull(input, signal): Promise<PullReply> {
    const { code, msg, data } = await exchange(syncCalls.pull, input, input.waitMs + limitMs.beyondPullWait, signal);
    return code === 0 && data ? { kind: 'ok', ...data } : { kind: 'refused', code, msg };
  },
  async relay(address, input, signal) {
    const init = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) };
    const limitedSignal = AbortSignal.any([signal, AbortSignal.timeout(limitMs.time)]);
    const envelope = await postTo(`${address}${relayPath}`, { ...init, signal: limitedSignal }).catch((cause: unknown) => {
      throw new NetworkFault('no relay answers', { cause });
    });
    const relayReply = relayResponse.safeParse(envelope.data);
    if (envelope.code !== 0 || !relayReply.success) throw new NetworkFault(`the relay answers ${envelope.code}`);
    return relayReply.data;
  },
  async time(signal) {
    const { code, msg, data } = await exchange(syncCalls.time, {}, limitMs.time, signal);
    if (code !== 0 || !data) throw new NetworkFault(`${syncCalls.time.path}: ${code} ${msg}`);
    return data;
  },
};
