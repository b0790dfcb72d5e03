import { errorByCode } from '../../sync/contract/errors.ts';
import { pushRefusalData, syncCalls } from '../../sync/contract/exams/sync.ts';
import { NetworkFault, type PullReply, type PushReply, type SyncTransport } from '../../sync/engine/ports.ts';
import type { ChunkUploadReply, ChunkTransport } from '../../sync/engine/store/chunk-store.ts';
import { relayResponse } from '../../sync/contract/exams/relay.ts';
import type { FaultCounts, FaultKind } from './fault-kinds.ts';
import type { SeededChance } from './seeded-chance.ts';
import type { ModuleCall } from './sim-learning-server.ts';
import type { SimRelay, Uplink } from './sim-relay.ts';
import type { SimEnvelope } from './sim-envelope.ts';
import type { SimCall, SimServer } from './sim-server.ts';
import type { SimProcess, VirtualTime } from './virtual-time.ts';

/** A constant abort reason: making an exception for each request takes longer than the request. */
const gone = 'gone';

/** Makes a network error without a stack trace: thousands are thrown, and their traces are never read. */
function fault(why: string): NetworkFault {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  const made = new NetworkFault(why);
  Error.stackTraceLimit = limit;
  return made;
}

type Call = SimCall | ModuleCall;
const changing: ReadonlySet<Call> = new Set(['push', 'piece', 'record', 'practice/record', 'practice/keepOwn']);

/** Probability of each network fault, for one request. */
export type LinkFaults = Partial<Record<FaultKind, number>>;

const pushTimeoutMs = 30_000;
const pageTimeoutMs = 60_000;
const beyondPullWaitMs = 15_000;

/** Simulates the network between one PC and the server. */
export class SimLink {
  readonly #time: VirtualTime;
  readonly #chance: SeededChance;
  readonly #server: SimServer;
  readonly #counts: FaultCounts;
  faults: LinkFaults;
  offline = false;
  /** Connection of the room to the server, and the relay that PCs use while it is down. */
  uplink: Uplink | undefined;
  relay: SimRelay | undefined;
  #sent = 0;
  #delivered = 0;
  /** Bodies of pushes, of their replies, and of chunks on this link, as an eavesdropper would have them. */
  readonly overheard: string[] = [];
  /** For the link of a learner: the main link of the PC, whose outages and fault rates apply, with separate random draws. */
  readonly #beside: SimLink | undefined;

  constructor(parts: {
    time: VirtualTime;
    chance: SeededChance;
    server: SimServer;
    counts: FaultCounts;
    faults: LinkFaults;
    beside?: SimLink;
  }) {
    this.#time = parts.time;
    this.#chance = parts.chance;
    this.#server = parts.server;
    this.#counts = parts.counts;
    this.faults = parts.faults;
    this.#beside = parts.beside;
  }

  /** True if the server cannot be reached now. */
  get isCut(): boolean {
    const { offline, uplink } = this.#beside ?? this;
    return offline || this.#time.nowMs < (uplink?.downUntilMs ?? 0);
  }

  #strikes(kind: FaultKind): boolean {
    const { faults } = this.#beside ?? this;
    const struck = this.#chance.happens(faults[kind] ?? 0);
    if (struck) this.#counts.hit(kind);
    return struck;
  }

  #latency(): number {
    const base = 5 + this.#chance.next() * 60;
    return this.#strikes('requestDelayed') ? base + this.#chance.next() * 20_000 : base;
  }

  /** Returns the transport of a tab. A tab that was killed gets no replies. */
  transport(tab: SimProcess): SyncTransport & ChunkTransport {
    const exchange = (call: Call, input: unknown, timeoutMs: number, signal: AbortSignal): Promise<SimEnvelope> =>
      this.#exchange(tab, call, JSON.stringify(input), timeoutMs, signal);
    return {
      push: async (input, signal) => {
        const { code, data } = await exchange('push', input, pushTimeoutMs, signal);
        if (code !== 0) return { kind: 'refused', code, msg: '', data: pushRefusalData.safeParse(data).data ?? null };
        return { kind: 'ok', ...shaped('push', data) } as PushReply;
      },
      pull: async (input, signal) => {
        const { code, data } = await exchange('pull', input, input.waitMs + beyondPullWaitMs, signal);
        return (code === 0 ? { kind: 'ok', ...shaped('pull', data) } : { kind: 'refused', code, msg: '' }) as PullReply;
      },
      sendChunk: async (input, signal) => {
        const { code, data } = await exchange('piece', input, pushTimeoutMs, signal);
        return (code === 0 ? { kind: 'ok', ...shaped('piece', data) } : { kind: 'refused', code, msg: '' }) as ChunkUploadReply;
      },
      relay: async (_address, input, signal) => {
        const { code, data } = await this.#toRelay(tab, JSON.stringify(input), signal);
        const kept = relayResponse.safeParse(data);
        if (code !== 0 || !kept.success) throw fault(`the relay answers ${code}`);
        return kept.data;
      },
      time: async (signal) => {
        const { code, data } = await exchange('time', {}, 10_000, signal);
        if (code !== 0) throw fault(`time: ${code}`);
        return shaped('time', data) as { serverNow: number; serverEpoch: string };
      },
    };
  }

  /** Makes a call of a page and returns the response envelope of the HTTP layer. Rejects if no reply arrived. */
  ask(tab: SimProcess, call: ModuleCall, as: number, input: unknown): Promise<SimEnvelope> {
    return this.#exchange(tab, call, JSON.stringify({ as, input }), pageTimeoutMs, new AbortController().signal);
  }

  /** Sends a push to the relay over the room's own network, which loses, repeats and delays requests too. */
  #toRelay(tab: SimProcess, body: string, signal: AbortSignal): Promise<SimEnvelope> {
    return new Promise((resolve, reject) => {
      const { relay } = this;
      const fail = (why: string): void => reject(fault(why));
      if (!relay || this.offline || signal.aborted) return fail('no relay');
      this.#time.after(pushTimeoutMs, () => fail('timed out'), tab);
      if (this.#strikes('requestLost')) return;
      const once = (answered: boolean) => (): void => {
        this.overheard.push(body);
        try {
          const envelope = relay.take(body);
          if (answered && !this.#strikes('replyLostAfterCommit'))
            this.#time.after(this.#latency(), () => (this.offline ? fail('offline') : resolve(envelope)), tab);
        } catch (cause) {
          fail(String(cause));
        }
      };
      this.#time.after(this.#latency(), once(true));
      if (this.#strikes('requestTwice')) this.#time.after(this.#chance.next() * 15_000, once(false));
    });
  }

  #exchange(tab: SimProcess, call: Call, body: string, timeoutMs: number, signal: AbortSignal): Promise<SimEnvelope> {
    return new Promise((resolve, reject) => {
      const client = new AbortController();
      let over = false;
      const end = (settle: () => void): void => {
        if (over) return;
        over = true;
        timer.cancel();
        signal.removeEventListener('abort', aborted);
        settle();
      };
      const fail = (why: string): void =>
        end(() => {
          client.abort(gone);
          reject(fault(why));
        });
      const aborted = (): void => fail('aborted');
      const timer = this.#time.after(timeoutMs, () => fail('timed out'), tab);
      signal.addEventListener('abort', aborted, { once: true });
      if (signal.aborted) return aborted();
      if (this.isCut) {
        this.#counts.hit('offline');
        this.#time.after(this.#chance.next() * 2_000, () => fail('offline'), tab);
        return;
      }
      if (this.#strikes('captivePortal')) {
        this.#time.after(this.#latency(), () => fail('<html>'), tab);
        return;
      }
      // A lost request gives no sign; the sender sees only its timeout.
      if (this.#strikes('requestLost')) return;
      const order = this.#sent++;
      this.#carry(order, call, body, client.signal, (envelope) => {
        if (envelope instanceof Error) this.#time.after(this.#latency(), () => fail(envelope.message), tab);
        else this.#reply(tab, call, envelope, (e) => end(() => settleWith(e, resolve, reject)));
      });
      // The reply to the repeated request is dropped.
      if (this.#strikes('requestTwice'))
        this.#time.after(this.#chance.next() * 15_000, () => this.#carry(order, call, body, new AbortController().signal));
    });
  }

  /** Delivers a request to the server. It arrives even if the sender has died meanwhile. */
  #carry(order: number, call: Call, body: string, client: AbortSignal, answered?: (envelope: SimEnvelope | Error) => void): void {
    this.#time.after(this.#latency(), () => {
      if (order < this.#delivered) this.#counts.hit('requestsReordered');
      this.#delivered = Math.max(this.#delivered, order);
      if (call === 'push' || call === 'piece') this.overheard.push(body);
      this.#server.handle(call, body, client).then(answered, (fault: unknown) => answered?.(fault as Error));
    });
  }

  #reply(tab: SimProcess, call: Call, envelope: SimEnvelope, take: (envelope: SimEnvelope) => void): void {
    const changes = changing.has(call);
    if (this.#strikes(changes ? 'replyLostAfterCommit' : 'requestLost')) return;
    const text = JSON.stringify(envelope);
    if (call === 'push') this.overheard.push(text);
    this.#time.after(this.#latency(), () => (this.isCut ? undefined : take(JSON.parse(text) as SimEnvelope)), tab);
  }
}

function settleWith(envelope: SimEnvelope, resolve: (envelope: SimEnvelope) => void, reject: (fault: Error) => void): void {
  const row = errorByCode.get(envelope.code);
  if (envelope.code !== 0 && (!row || row.retry)) reject(fault(`code ${envelope.code}`));
  else resolve(envelope);
}

function shaped(call: SimCall, data: unknown): object {
  const parsed = syncCalls[call].output.safeParse(data);
  if (!parsed.success) throw fault(`${call}: an answer of another shape`);
  return parsed.data;
}
