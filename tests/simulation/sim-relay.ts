import type { Database } from 'better-sqlite3';
import { NetworkFault, type PushReply } from '../../sync/engine/ports.ts';
import { errorByCode } from '../../sync/contract/errors.ts';
import { pushRefusalData, type PushInput } from '../../sync/contract/exams/sync.ts';
import { openSqlite } from '../../server/db/opening/open.ts';
import { getRelayKey, UploadTokenChecker, verifyRelayedToken } from '../../server/answer-log/log/upload-token.ts';
import { RelayForwarder } from '../../server/relay/relay.ts';
import type { QueuedBatch } from '../../sync/engine/transfer/transfer-queue.ts';
import { RelayStore } from '../../server/relay/relay-store.ts';
import type { FaultCounts } from './fault-kinds.ts';
import type { OpBook } from './op-book.ts';
import type { SeededChance } from './seeded-chance.ts';
import type { SimEnvelope } from './sim-envelope.ts';
import { type SimServer, worldBeganMs } from './sim-server.ts';
import type { SimProcess, VirtualTime } from './virtual-time.ts';

/** Longest wait for the server in milliseconds, as in `server/relay/relay-server.ts`. */
const pushTimeoutMs = 30_000;

/** The room's only connection to the server, which PCs, tablets and the relay share. */
export interface Uplink {
  downUntilMs: number;
}

interface RelayParts {
  readonly time: VirtualTime;
  readonly chance: SeededChance;
  readonly server: SimServer;
  readonly faults: FaultCounts;
  readonly book: OpBook;
  readonly uplink: Uplink;
}

/** Reports each batch that the relay deletes, so that the check can ask whether the server has it at that moment. */
class WatchedStore extends RelayStore {
  told: (held: QueuedBatch) => void = () => undefined;
  #last: QueuedBatch | undefined;
  override next(nowMs: number): QueuedBatch | undefined {
    return (this.#last = super.next(nowMs));
  }
  override removeDelivered(id: number): void {
    if (this.#last?.id === id) this.told(this.#last);
    super.removeDelivered(id);
  }
}

/** Runs the real relay (`server/relay`) over SQLite in memory. It can be killed at any moment, and its disk can be lost. */
export class SimRelay {
  readonly #parts: RelayParts;
  #process: SimProcess = { alive: false, frozenUntilMs: 0 };
  #gone = new AbortController();
  #store: WatchedStore;
  #db!: Database;
  #relay!: RelayForwarder;

  constructor(parts: RelayParts) {
    this.#parts = parts;
    this.#store = this.#freshDisk();
    this.start();
  }

  #freshDisk(): WatchedStore {
    const { server, book, chance } = this.#parts;
    this.#db = openSqlite(':memory:');
    const store = new WatchedStore(this.#db, chance.uuid());
    store.told = ({ input }) => {
      const through = input.fromSeq + input.ops.length - 1;
      const head = server.answerLog.log.head(input.stream.streamId)?.seq ?? 0;
      if (head < through && !server.quarantinedRaw().some((raw) => raw.includes(input.ops[0]?.[5] ?? ' ')))
        book.fault('4 durable', `the relay lets go ${input.stream.streamId} through ${through}, the server has it through ${head}`);
    };
    return store;
  }

  start(): void {
    if (this.#process.alive) return;
    const { time } = this.#parts;
    const process = { alive: true, frozenUntilMs: 0 };
    this.#process = process;
    this.#gone = new AbortController();
    this.#relay = new RelayForwarder({
      store: this.#store,
      transport: { push: (input) => this.#carry(input, process) },
      clock: { nowMs: () => worldBeganMs + Math.floor(time.nowMs) },
      timers: { sleep: (ms, signal) => time.sleep(ms, signal, process) },
      tickets: new UploadTokenChecker((ticket) => verifyRelayedToken(getRelayKey(this.#parts.server.keys), ticket)),
      logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    });
    void this.#relay.run(this.#gone.signal);
  }

  crash(downMs: number, losesDisk: boolean): void {
    if (!this.#process.alive) return;
    this.#process.alive = false;
    this.#gone.abort();
    if (losesDisk) this.#store = this.#freshDisk();
    this.#parts.time.after(downMs, () => this.start());
  }

  /** Handles a request that came over the room's own network. */
  take(body: string): SimEnvelope {
    if (!this.#process.alive) throw new Error('refused: the relay is down');
    const kept = this.#relay.storePush(JSON.parse(body));
    if (kept) this.#parts.faults.hit('relayed');
    return kept ? { code: 0, data: kept } : { code: 5000, data: null };
  }

  /** Counts the batches that the server has not taken and may still take. */
  waiting(): number {
    return this.#store.countWaiting();
  }

  /** Lists all batches that the relay has, with the reason if the server refused one. */
  held(): { input: PushInput; refused: string }[] {
    const rows = this.#db.prepare<[], { refused: string; body: string }>('SELECT refused, body FROM held').all();
    return rows.map(({ refused, body }) => ({ refused, input: JSON.parse(body) as PushInput }));
  }

  #carry(input: PushInput, process: SimProcess): Promise<PushReply> {
    const { time, chance, server, uplink, faults } = this.#parts;
    return new Promise((resolve, reject) => {
      const fail = (why: string): void => void time.after(1_000, () => reject(new NetworkFault(why)), process);
      // A server that dies while it works may never answer.
      time.after(pushTimeoutMs, () => reject(new NetworkFault('timed out')), process);
      if (time.nowMs < uplink.downUntilMs || !server.up) return fail('no way to the server');
      time.after(5 + chance.next() * 60, () => {
        server.handle('push', JSON.stringify(input), this.#gone.signal).then(({ code, data }) => {
          if (!process.alive) return;
          if (code === 0) {
            faults.hit('relayCarried');
            return resolve({ kind: 'ok', ...(data as Omit<PushReply & { kind: 'ok' }, 'kind'>) });
          }
          if (errorByCode.get(code)?.retry !== false) return fail(`code ${code}`);
          resolve({ kind: 'refused', code, msg: '', data: pushRefusalData.safeParse(data).data ?? null });
        }, fail);
      });
    });
  }
}
