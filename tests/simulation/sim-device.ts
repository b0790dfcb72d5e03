import type { StreamHead } from '../../sync/contract/exams/sync.ts';
import { getChainEnd } from '../../sync/engine/store/store-rules.ts';
import type { ClientStore, ReplicaState, Leadership, OpRow, TabMessage, TabChannel } from '../../sync/engine/ports.ts';
import { StorageFault } from '../../sync/engine/ports.ts';
import {
  cloneMemoryDisk,
  createMemoryClientStore,
  createEmptyDisk,
  type MemoryDisk,
  type TransactionWrapper,
} from '../../sync/engine/store/memory-client-store.ts';
import { createMemoryChunkStore, type ChunkDisk } from '../../sync/engine/store/memory-chunk-store.ts';
import type { ChunkStore } from '../../sync/engine/store/chunk-store.ts';
import type { MirroredStore } from '../../sync/engine/store/mirrored-store-ports.ts';
import type { DeviceParts } from './device-parts.ts';
import { LearnDisk } from './learn-disk.ts';
import { checkNamedChunks } from './named-files.ts';
import type { SeededChance } from './seeded-chance.ts';
import type { SimLink } from './sim-network.ts';
import { worldBeganMs } from './sim-server.ts';
import type { ReplicaDamage } from './replica-damages.ts';
import { type DiskImage, openMirroredStore, SimCopies } from './sim-copies.ts';
import { TabScheduler } from './tab-scheduler.ts';
import { ReportingOpMap } from './reporting-op-map.ts';
import type { SimProcess } from './virtual-time.ts';

/** Simulates a PC of the exam room: one disk, one wall clock, one network link, and some tabs. */
export class SimDevice {
  readonly id: string;
  readonly parts: DeviceParts;
  readonly link: SimLink;
  /** Source of ids and secrets. A cloned PC gets a copy that makes the same draws. */
  randomness: SeededChance;
  clockOffMs: number;
  quotaUntilMs = 0;
  /** Incremented when the disk is restored or loses ops. Checks compare ops only if the number is the same. */
  lineage = 0;
  tabs: SimTab[] = [];
  disk: MemoryDisk;
  /** Encrypted parts (chunks) of attachments on this PC's disk. */
  chunks: ChunkDisk;
  readonly snapshots: DiskImage[] = [];
  readonly copies: SimCopies | undefined;
  /** Data of learning and practice on this PC. */
  readonly learning: LearnDisk;
  /** Hashes of ops whose commit was already recorded. */
  #told = new Set<string>();
  readonly #lock: { holder: Candidate | undefined; waiting: Candidate[] } = { holder: undefined, waiting: [] };
  /** Web Lock of the journals: its holder and its queue. */
  readonly turns: TabScheduler;

  constructor(parts: DeviceParts, copyOf?: DiskImage) {
    this.id = parts.id;
    this.turns = new TabScheduler(parts.time);
    this.parts = parts;
    this.link = parts.link;
    this.clockOffMs = parts.clockOffMs;
    this.randomness = copyOf?.randomness.copy() ?? parts.chance.copy();
    this.copies = parts.mirrored ? new SimCopies(copyOf?.journals) : undefined;
    this.disk = this.#holding(copyOf?.disk ?? createEmptyDisk());
    this.chunks = new Map(copyOf?.chunks);
    this.learning = new LearnDisk(copyOf?.learning);
  }

  #holding(disk: MemoryDisk): MemoryDisk {
    this.#told = new Set([...disk.ops.values()].flatMap((ops) => ops.map((op) => op.hash)));
    for (const { r } of this.copies?.journals.flat() ?? []) if (r.k === 'op') this.#told.add(r.op.hash);
    return this.#telling(disk);
  }

  #telling(disk: MemoryDisk): MemoryDisk {
    const copy = cloneMemoryDisk(disk);
    return { ...copy, ops: new ReportingOpMap(copy.ops, (op) => this.committed(op, this.disk)) };
  }

  /** Records in `OpBook` that an op was committed, once per op. `on`: rows of the replica that committed it. */
  committed(op: OpRow, on: MemoryDisk, journalAlone = false): void {
    if (this.#told.has(op.hash)) return;
    this.#told.add(op.hash);
    const { book } = this.parts;
    book.commit(op, `${this.id}/${this.lineage}`, journalAlone);
    checkNamedChunks(book, op, this.chunks);
    if (!op.type.startsWith('attempt.handIn')) return;
    const epoch = on.streams.get(op.streamId)?.epoch;
    const heads = [...on.streams.values()].flatMap((row): StreamHead[] => {
      const seq = getChainEnd(row);
      const hash = on.ops.get(row.streamId)?.[seq - 1]?.hash;
      return row.attemptId === op.attemptId && row.epoch === epoch && hash !== undefined ? [{ streamId: row.streamId, seq, hash }] : [];
    });
    book.handInHeads.set(op.hash, heads);
  }

  turned = (): void => void this.parts.book.turned.push({ device: `${this.id}/${this.lineage}`, atMs: this.parts.time.nowMs });

  snapshot(): DiskImage {
    const journals = this.copies?.journals.map((file) => [...file]) ?? [];
    return {
      disk: cloneMemoryDisk(this.disk),
      journals,
      chunks: new Map(this.chunks),
      learning: this.learning.image(),
      randomness: this.randomness.copy(),
    };
  }

  /** Restores the disk to an older image, as a restore card does at the next start. `withRandomness`: the PC then draws the same ids again. */
  rewind(to: DiskImage, withRandomness: boolean): void {
    this.crash();
    const kept = new Set([...to.disk.ops.values()].flatMap((ops) => ops.map((op) => op.hash)));
    for (const { r } of to.journals.flat()) if (r.k === 'op') kept.add(r.op.hash);
    for (const { hash } of this.#allOps()) if (!kept.has(hash)) this.parts.book.wiped.add(hash);
    this.lineage += 1;
    if (this.copies) {
      this.copies.journals = to.journals.map((file) => [...file]);
      this.copies.forgetPast();
    }
    this.disk = this.#holding(to.disk);
    this.chunks = new Map(to.chunks);
    this.learning.putBack(to.learning);
    if (withRandomness) this.randomness = to.randomness.copy();
  }

  /** Lists the ops of both replicas. */
  #allOps(): OpRow[] {
    const journaled = this.copies?.journals.flat().flatMap(({ r }) => (r.k === 'op' ? [r.op] : []));
    return [...[...this.disk.ops.values()].flat(), ...(journaled ?? [])];
  }

  /** Kills every process and damages one replica (SY25). Returns false if nothing can be damaged now. */
  tear(harm: ReplicaDamage): boolean {
    const { copies } = this;
    if (!copies) return false;
    for (const tab of this.tabs) copies.said(tab);
    this.crash();
    const before = this.#allOps().filter((op) => this.#told.has(op.hash));
    const whole = [this.disk, copies.journaled()];
    const left = copies.harm(this.disk, harm, this.parts.chance);
    if (!left) return false;
    this.learning.practice.harm(harm, this.parts.chance);
    copies.forgetPast();
    this.disk = this.#telling(left);
    // Attachment chunks have no replica: they are lost with the database.
    if (harm === 'empty') this.chunks = new Map();
    const excused = copies.excused(before, left, whole);
    for (const { hash } of excused) this.parts.book.wiped.add(hash);
    // Ops that were reported as saved are lost. Checks must not compare ops from before this point with later ones.
    if (excused.length > 0) this.lineage += 1;
    return true;
  }

  /** Kills every browser process, like kill -9. */
  crash(): void {
    for (const tab of this.tabs) tab.process.alive = false;
    this.tabs = [];
    this.learning.crash();
    this.turns.clear();
    Object.assign(this.#lock, { holder: undefined, waiting: [] });
  }

  openTab(): SimTab {
    const tab = new SimTab(this);
    this.tabs.push(tab);
    return tab;
  }

  closeTab(tab: SimTab): void {
    tab.process.alive = false;
    this.tabs = this.tabs.filter((t) => t !== tab);
    this.#lock.waiting = this.#lock.waiting.filter((c) => c.tab !== tab);
    if (this.#lock.holder?.tab === tab) this.#pass(undefined);
    this.turns.leave(tab);
  }

  /** Gives the leader lock to `to` or to the next in the queue, like Web Locks. */
  #pass(to: Candidate | undefined): void {
    this.#lock.holder = to ?? this.#lock.waiting.shift();
    this.#lock.holder?.start();
  }

  enqueue(candidate: Candidate): void {
    if (this.#lock.holder) this.#lock.waiting.push(candidate);
    else this.#pass(candidate);
  }

  /**
   * Freezes the leader tab, whose lock then goes to another tab. The frozen tab learns of this only some time after it is unfrozen, so two
   * tabs lead for a while.
   */
  freezeLeader(forMs: number, learnsAfterMs: number): boolean {
    const { time } = this.parts;
    const frozen = this.#lock.holder;
    if (!frozen || this.#lock.waiting.length === 0) return false;
    frozen.tab.process.frozenUntilMs = time.nowMs + forMs;
    time.after(10_000, () => {
      if (this.#lock.holder !== frozen) return;
      this.#pass(undefined);
      time.after(forMs + learnsAfterMs, () => frozen.lose(), frozen.tab.process);
    });
    return true;
  }

  announce(note: TabMessage): void {
    const { time, chance } = this.parts;
    for (const tab of this.tabs) {
      // Messages between tabs are hints that may be lost. Only `doubt` may not: nothing else makes another tab stop trusting the database.
      if (note.kind !== 'doubt' && chance.happens(0.05)) continue;
      time.after(chance.next() * 3, () => tab.hear(note), tab.process);
    }
  }
}

interface Candidate {
  readonly tab: SimTab;
  start(): void;
  lose(): void;
}

export class SimTab {
  readonly device: SimDevice;
  readonly process: SimProcess = { alive: true, frozenUntilMs: 0 };
  readonly documentId: string;
  readonly bornMs: number;
  readonly #listeners = new Set<(note: TabMessage) => void>();
  readonly stop = new AbortController();
  readonly store: ClientStore;
  readonly chunks: ChunkStore;
  /** Tells which replicas (database, journal) are known to hold the tab's ops. Undefined if this browser has no journal. */
  readonly copies: (() => ReplicaState) | undefined;
  /** Hashes of ops whose local write the store has confirmed to this tab. */
  readonly written = new Set<string>();

  constructor(device: SimDevice) {
    this.device = device;
    this.documentId = device.randomness.uuid();
    this.bornMs = device.parts.time.nowMs;
    device.parts.book.begin(this.documentId, this.bornMs);
    const transact: TransactionWrapper = (kind, work) => this.#transact(kind, work);
    const mirrored: MirroredStore | undefined = device.copies && openMirroredStore(this, device, device.copies, transact);
    this.store = mirrored ?? createMemoryClientStore(() => device.disk, transact);
    this.chunks = createMemoryChunkStore(() => device.chunks, transact);
    this.copies = mirrored?.getReplicaState;
    this.peers.onAnnounced((note) => {
      if (note.kind === 'doubt') void mirrored?.handleReplicaFailure(note.why);
    });
  }

  hear(note: TabMessage): void {
    for (const listener of this.#listeners) listener(note);
  }

  readonly clock = {
    wallMs: (): number => Math.floor(worldBeganMs + this.device.parts.time.nowMs + this.device.clockOffMs),
    monoMs: (): number => this.device.parts.time.nowMs - this.bornMs,
  };
  readonly timers = {
    sleep: (ms: number, signal: AbortSignal): Promise<void> => this.device.parts.time.sleep(ms, signal, this.process),
  };
  readonly chance = { uuid: (): string => this.device.randomness.uuid(), random: (): number => this.device.parts.chance.next() };
  readonly peers: TabChannel = {
    announce: (note) => this.device.announce(note),
    onAnnounced: (listener) => {
      this.#listeners.add(listener);
      return () => void this.#listeners.delete(listener);
    },
  };

  /** Runs a transaction. It waits a moment before its work and, if it writes, after it; the tab may be killed during either wait. */
  #transact<T>(kind: 'read' | 'write', work: () => T): Promise<T> {
    const { time, chance, faults } = this.device.parts;
    return new Promise((resolve, reject) => {
      const run = (): void => {
        if (kind === 'write' && time.nowMs < this.device.quotaUntilMs) {
          faults.hit('quota');
          return reject(new StorageFault('quota', 'simulated'));
        }
        if (kind === 'write') this.device.copies?.note(this.device.disk);
        let result: T;
        try {
          result = work();
        } catch (fault) {
          return reject(fault);
        }
        if (kind === 'read') resolve(result);
        else time.after(chance.next() * 2, () => resolve(result), this.process);
      };
      time.after(chance.next() * (kind === 'read' ? 0.5 : 3), run, this.process);
    });
  }

  readonly leadership: Leadership = {
    run: async (lead, signal) => {
      while (!signal.aborted) await this.#leadOnce(lead, signal);
    },
  };

  #leadOnce(lead: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const lost = new AbortController();
      this.device.enqueue({
        tab: this,
        start: () => {
          const { time } = this.device.parts;
          time.after(1, () => void lead(AbortSignal.any([signal, lost.signal])).then(resolve), this.process);
        },
        lose: () => lost.abort(),
      });
    });
  }
}
