import { createHash } from 'node:crypto';
import type { AttemptSession } from '../../sync/engine/client/attempt-session.ts';
import { AttachmentManager } from '../../sync/engine/outbox/attached-files.ts';
import { type ExamClock, openExamClock } from '../../sync/engine/client/exam-clock.ts';
import { openAttempt } from '../../sync/engine/client/open-attempt.ts';
import type { SittingRow } from '../../sync/engine/ports.ts';
import { createSyncAgent } from '../../sync/engine/outbox/sync-agent.ts';
import { verifyReceipt } from '../../sync/crypto/receipt.ts';
import type { ServerKeys } from '../../server/answer-log/log/server-keys.ts';
import type { AnswerLog } from '../../server/answer-log/answer-log.ts';
import { NotStoredError } from '../../server/answer-log/server-writer.ts';
import { issueUploadToken, deriveSittingKey } from '../../server/answer-log/log/upload-token.ts';
import { Cheat } from './cheat.ts';
import { ElapsedWatch } from './elapsed-watch.ts';
import { FaultCounts } from './fault-kinds.ts';
import { ignoreStorageFault } from './ignore-storage.ts';
import { watchCommandDecisions } from './command-decision-watch.ts';
import { NewsWatch } from './news-watch.ts';
import { createNodeChunkCipher } from './node-chunk-cipher.ts';
import { NodeVault } from './node-vault.ts';
import { OpBook } from './op-book.ts';
import type { SimPerson, SimSpareKit } from './person.ts';
import type { SimPlan } from './plan.ts';
import { simExamTimes } from './step.ts';
import { SeededChance } from './seeded-chance.ts';
import { SimDevice, type SimTab } from './sim-device.ts';
import { SimLearning } from './sim-learning.ts';
import { SimLink } from './sim-network.ts';
import { SimPractice } from './sim-practice.ts';
import { SimRelay, type Uplink } from './sim-relay.ts';
import { SimRoom, SimTablet } from './sim-room.ts';
import { type LogComparison, SimServer, worldBeganMs } from './sim-server.ts';
import { VirtualTime } from './virtual-time.ts';
import { failOnFault as onFault } from '../fixtures/engine/fail-on-fault.ts';

/** User ids of the invigilators at the tablets: two are on duty in the room, the third is not. */
const tabletActors: readonly number[] = [500, 501, 502];

interface OpenTab {
  readonly tab: SimTab;
  readonly person: SimPerson;
  session?: AttemptSession;
  files?: AttachmentManager;
}

const digest = (text: string): Promise<string> => Promise.resolve(createHash('sha256').update(text).digest('base64url'));

/** The simulated world: an exam room with its PCs, persons and server, on which the steps of a plan act. */
export class World {
  readonly time: VirtualTime;
  readonly book = new OpBook(() => this.time.nowMs);
  readonly faults = new FaultCounts();
  readonly server: SimServer;
  readonly devices: SimDevice[] = [];
  readonly persons: SimPerson[];
  readonly cheats: readonly Cheat[];
  readonly chance: SeededChance;
  readonly elapsed: ElapsedWatch;
  readonly room: SimRoom | undefined;
  readonly uplink: Uplink = { downUntilMs: 0 };
  readonly relay: SimRelay | undefined;
  readonly learning: SimLearning | undefined;
  readonly practice: SimPractice | undefined;
  spare: SimSpareKit | undefined;
  /** Epoch (number of the attempt's PC) that began at a spare PC, by attempt. Other attempts are missing. */
  readonly spareEpochs = new Map<string, number>();
  /** Attempts of homework whose marking is finished. */
  readonly finished = new Set<string>();
  /** True at the end of the run, when faults have ended. Steps that failed are then not tried again. */
  healing = false;
  readonly plan: SimPlan;
  #open: OpenTab[] = [];
  #numbers = 0;
  /** PC at which each attempt is sat, as the database of the exam feature knows it. */
  readonly #seats = new Map<string, string>();
  readonly #bound = new Map<string, number>();
  readonly #roots = new Map<SimDevice, string>();

  constructor(plan: SimPlan, keys: ServerKeys, comparison?: LogComparison) {
    this.plan = plan;
    this.time = new VirtualTime({ settlesFirst: comparison !== undefined });
    this.chance = SeededChance.of(plan.seed, 'world');
    const { time, book, faults } = this;
    this.elapsed = new ElapsedWatch(time, book);
    const { seed, sharedLog } = plan;
    this.server = new SimServer({ time, book, faults, keys, seed, sharedLog, comparison, chance: SeededChance.of(seed, 'server') });
    const news = new NewsWatch(book);
    this.server.onStarted = (answerLog) => {
      news.follow(answerLog);
      void this.#expectStart(answerLog, this.attemptIds);
      if (this.room) watchCommandDecisions(this, this.room, answerLog);
    };
    this.persons = Array.from({ length: plan.persons }, (_, n) => ({
      name: `p${n}`,
      attemptId: this.chance.uuid(),
      actor: 100 + n,
      device: undefined,
    }));
    this.cheats = Array.from(
      { length: plan.cheats },
      (_, n) => new Cheat({ server: this.server, book, chance: SeededChance.of(plan.seed, `cheat ${n}`), actor: 300 + n }),
    );
    if (plan.room) {
      const everybody = [...this.persons, ...this.cheats].map(({ attemptId }) => attemptId);
      const seated = everybody.slice(0, Math.max(1, everybody.length - plan.room.outsiders));
      this.room = new SimRoom(plan.seed, seated, tabletActors.slice(0, 2));
      this.server.duties = this.room.duties;
    }
    if (plan.relay) this.relay = new SimRelay({ ...this, chance: SeededChance.of(plan.seed, 'the relay') });
    if (plan.learning) this.learning = new SimLearning(this, plan.learning, plan.seed);
    if (plan.practice) this.practice = new SimPractice(this, plan.practice, plan.seed);
    this.server.start();
    for (let n = 0; n < plan.devices; n += 1) this.addDevice(plan.clockOffMs[n] ?? 0);
    for (let n = 0; n < (plan.room?.tablets ?? 0); n += 1) this.#addTablet(n);
  }

  /** Returns a number that no earlier call has returned. */
  takeNumber(): number {
    return (this.#numbers += 1);
  }

  get attemptIds(): readonly string[] {
    return [...this.persons, ...this.cheats].map(({ attemptId }) => attemptId);
  }

  /** Ids of all logs: those of the attempts and that of the room. */
  get logIds(): readonly string[] {
    return this.room ? [...this.attemptIds, this.room.logId] : this.attemptIds;
  }

  /** All PCs and tablets. */
  get everyDevice(): readonly SimDevice[] {
    return this.room ? [...this.devices, ...this.room.tablets.map(({ device }) => device)] : this.devices;
  }

  /** Returns the n-th person of the plan, with the attempt of their newest try. */
  personAt(n: number): SimPerson | undefined {
    let person = this.persons[n % this.plan.persons];
    while (person?.next) person = person.next;
    return person;
  }

  /** Adds another attempt of the same person. The earlier attempt stays as it is. */
  addTry(person: SimPerson): SimPerson {
    const next: SimPerson = { name: person.name, attemptId: this.chance.uuid(), actor: person.actor, device: undefined };
    person.next = next;
    this.persons.push(next);
    void this.#expectStart(this.server.answerLog, [next.attemptId]);
    return next;
  }

  /** Registers the start of the exam with the answer log, as publishing an exam does. Tries again until the log has stored it or the server ends. */
  async #expectStart(answerLog: AnswerLog, attemptIds: readonly string[]): Promise<void> {
    try {
      await answerLog.registerStart(attemptIds, worldBeganMs + simExamTimes.startMs);
    } catch (error) {
      if (!(error instanceof NotStoredError)) throw error;
      this.time.after(10, () => {
        if (this.server.up && this.server.answerLog === answerLog) void this.#expectStart(answerLog, attemptIds);
      });
    }
  }

  #addTablet(n: number): void {
    const { room } = this;
    const actor = tabletActors[n];
    if (!room || actor === undefined) return;
    const clockOffMs = room.chance.happens(0.2) ? room.chance.int(-20, 20) * 86_400_000 : room.chance.int(-3_000, 3_000);
    room.tablets.push(new SimTablet(this, room, this.#device(`t${n}`, clockOffMs), actor));
  }

  addDevice(clockOffMs: number, copyOf?: SimDevice): SimDevice {
    const device = this.#device(`d${this.devices.length}`, clockOffMs, copyOf);
    this.#roots.set(device, copyOf ? this.#rootOf(copyOf) : device.id);
    this.devices.push(device);
    return device;
  }

  #device(id: string, clockOffMs: number, copyOf?: SimDevice): SimDevice {
    const { time, book, faults, server } = this;
    const chance = SeededChance.of(this.plan.seed, id);
    const link = new SimLink({
      time,
      server,
      counts: faults,
      faults: this.plan.link,
      chance: SeededChance.of(this.plan.seed, `${id} link`),
    });
    [link.uplink, link.relay] = [this.uplink, this.relay];
    const { mirrored } = this.plan;
    const device = new SimDevice({ id, time, book, faults, chance, link, clockOffMs, mirrored }, copyOf?.snapshot());
    if (Math.abs(clockOffMs) > 3_600_000) faults.hit('clockOff');
    return device;
  }

  /** Returns the id of the original of a cloned PC. Both are one PC to the server, and they have the same salt for credentials. */
  #rootOf(device: SimDevice): string {
    return this.#roots.get(device) ?? device.id;
  }

  vaultOf(person: SimPerson, device: SimDevice): NodeVault {
    return new NodeVault(`${person.name}@${this.#rootOf(device)}`, () => device.randomness, this.book);
  }

  openTabs(person: SimPerson, device: SimDevice | undefined): OpenTab[] {
    return this.#open.filter((o) => o.person === person && o.tab.device === device && o.tab.process.alive && o.session);
  }

  /** Picks the tab in which a person acts next: mostly at the PC where they sit, sometimes in a tab they left open elsewhere. */
  tabOf(person: SimPerson): OpenTab | undefined {
    this.#open = this.#open.filter((o) => o.tab.process.alive);
    const here = this.openTabs(person, person.device);
    const anywhere = this.#open.filter((o) => o.person === person && o.session);
    const among = here.length > 0 && this.chance.happens(0.7) ? here : anywhere;
    return among.length > 0 ? this.chance.pick(among) : undefined;
  }

  /** Signs in at a PC. Takes the seat if the server can be reached, else continues with the stored sitting. */
  async sit(person: SimPerson, device: SimDevice): Promise<void> {
    const tab = this.openTab(device);
    const reachable = this.server.up && !device.link.offline && this.time.nowMs >= this.uplink.downUntilMs;
    if (reachable) await this.#enter(person, tab);
    await this.openSession(person, tab);
  }

  readonly #newestEpoch = ({ attemptId }: SimPerson): Promise<number> => this.server.answerLog.writer.epoch(attemptId).catch(() => 1);

  async #enter(person: SimPerson, tab: SimTab): Promise<void> {
    const root = this.#rootOf(tab.device);
    const seat = this.#seats.get(person.attemptId);
    // A sitting that began at a spare PC is known by its epoch only, not by its PC. An examinee who signs in online after that gets a new epoch.
    const newest = this.spareEpochs.has(person.attemptId) ? await this.#newestEpoch(person) : 1;
    const moves = seat !== undefined && (seat !== root || newest > (this.#bound.get(person.attemptId) ?? 1));
    const granted = moves
      ? await this.server.grant(person.attemptId, person.actor)
      : await this.server.answerLog.writer.epoch(person.attemptId).catch(() => undefined);
    if (granted === undefined || !tab.process.alive) return;
    if (moves) this.faults.hit('movedAway');
    const epoch = Math.max(granted, this.server.epochs.get(person.attemptId) ?? 1);
    this.#seats.set(person.attemptId, root);
    this.#bound.set(person.attemptId, epoch);
    const who = { attemptId: person.attemptId, epoch, actor: person.actor };
    const keys = this.server.keys;
    const row: SittingRow = {
      ...who,
      planId: 1,
      schoolId: 1,
      ticket: issueUploadToken(keys, { ...who, schoolId: 1 }),
      serverKeys: this.relay ? { ...keys.publicKeys, relay: 'relay' } : keys.publicKeys,
      wrappedSittingKey: this.vaultOf(person, tab.device).wrapSittingKey(who, deriveSittingKey(keys, who)),
      lamport: 0,
      handIn: null,
      news: null,
      receipt: null,
      serverEpoch: this.server.answerLog.log.serverEpoch,
      archivedMs: null,
    };
    await tab.store.saveSitting(row).catch(ignoreStorageFault);
  }

  /** Opens a tab with nobody signed in; it only delivers ops (SY7a). */
  openTab(device: SimDevice): SimTab {
    const tab = device.openTab();
    const { store, leadership, peers, clock, timers, chance } = tab;
    const ports = { store, leadership, peers, clock, timers, chance, onFault };
    const transport = device.link.transport(tab.process);
    const agent = createSyncAgent({
      ...ports,
      transport,
      verifyReceipt: (receipt, serverKeys) => verifyReceipt(receipt, serverKeys.receiptPublic),
      files: { store: tab.chunks, transport, encode: (bytes) => Buffer.from(bytes).toString('base64url') },
    });
    void agent.run(tab.stop.signal);
    return tab;
  }

  async openSession(person: SimPerson, tab: SimTab): Promise<void> {
    const { device } = tab;
    const known = await tab.store.sitting(person.attemptId);
    if (!known || !tab.process.alive) return;
    person.device = device;
    const open: OpenTab = { tab, person };
    this.#open.push(open);
    if (this.openTabs(person, device).length > 0) this.faults.hit('twoTabs');
    const { attemptId } = person;
    const { documentId, store, clock, timers, chance, peers } = tab;
    const vault = this.vaultOf(person, device);
    const copies = tab.copies && { copies: tab.copies };
    const deps = { attemptId, documentId, store, vault, clock, timers, chance, digest, peers, onFault, ...copies };
    const session = await openAttempt(deps).catch(ignoreStorageFault);
    if (!session || !tab.process.alive) return;
    open.session = session;
    open.files = new AttachmentManager({
      attemptId,
      session,
      peers,
      onFault,
      store: tab.chunks,
      cipher: createNodeChunkCipher(() => device.randomness),
      ticket: async () => (await store.sitting(attemptId))?.ticket,
      random: () => device.randomness.bytes(4).toString('hex'),
    });
    await open.files.open().catch(ignoreStorageFault);
    await this.#followClock(open, session);
  }

  async #followClock({ tab, person }: OpenTab, session: AttemptSession): Promise<void> {
    const times = () => ({
      startMs: worldBeganMs + simExamTimes.startMs,
      durationMs: simExamTimes.durationMs,
      extensionMs: session.view().news?.extensionMs ?? 0,
    });
    const { documentId, store, clock, timers, device } = tab;
    const { attemptId } = person;
    const transport = device.link.transport(tab.process);
    const watched: ExamClock = await openExamClock({ attemptId, documentId, store, transport, clock, timers, times, onFault });
    void watched.run(tab.stop.signal);
    this.elapsed.watch(watched, tab);
  }
}
