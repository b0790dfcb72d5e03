import { createHash } from 'node:crypto';
import type { RoomBoard } from '../../sync/contract/exams/invigilation.ts';
import type { RoomCommand } from '../../sync/contract/exams/room-command.ts';
import { openRoomSession, type RoomSession } from '../../sync/engine/client/room-session.ts';
import { ignoreStorageFault } from './ignore-storage.ts';
import type { AnswerLog } from '../../server/answer-log/answer-log.ts';
import { buildRoomSeat } from '../../server/features/exams/invigilation/room-seat.ts';
import type { RoomDuties } from '../../server/features/exams/invigilation/room-command-processor.ts';
import { createRoomLogReads } from '../../server/answer-log/calls/room-log-reads.ts';
import { createSyncReads } from '../../server/answer-log/calls/sync-reads.ts';
import { computeCollectMs } from '../../server/features/exams/exam/exam-reads.ts';
import { computeSeatViews, type SeatView } from '../../web/features/invigilation/model/seat-view.ts';
import type { FaultCounts } from './fault-kinds.ts';
import type { OpBook } from './op-book.ts';
import type { SimDevice, SimTab } from './sim-device.ts';
import type { Uplink } from './sim-relay.ts';
import { type SimServer, worldBeganMs } from './sim-server.ts';
import type { VirtualTime } from './virtual-time.ts';
import { NodeVault } from './node-vault.ts';
import { simExamTimes } from './step.ts';
import { SeededChance } from './seeded-chance.ts';
import { failOnFault } from '../fixtures/engine/fail-on-fault.ts';

export const simRoomId = 7;
const planId = 1;
const digest = (text: string): Promise<string> => Promise.resolve(createHash('sha256').update(text).digest('base64url'));

/** A code for extra time that an invigilator read out. */
interface SaidGrant {
  readonly attemptId: string;
  readonly incidentId: string;
  readonly ms: number;
  readonly code: string;
}

/** The exam room of a run: its seats, its invigilators on duty, and the tablets that write into its log. */
export class SimRoom {
  readonly logId: string;
  readonly seated: readonly string[];
  readonly tablets: SimTablet[] = [];
  readonly said: SaidGrant[] = [];
  /** The room's own source of random numbers, so that its random draws do not change those of the rest of the simulated run. */
  readonly chance: SeededChance;
  readonly #duty: ReadonlySet<number>;

  constructor(seed: number, seated: readonly string[], duty: readonly number[]) {
    this.chance = SeededChance.of(seed, 'room acts');
    this.logId = this.chance.uuid();
    this.seated = seated;
    this.#duty = new Set(duty);
  }

  isOnDuty(actor: number): boolean {
    return this.#duty.has(actor);
  }

  /** Stands in for the exam feature's database: the room's exam, its log, its examinees and its invigilators on duty. */
  readonly duties: RoomDuties = {
    roomOfLog: async (logId) =>
      logId === this.logId
        ? { planId, roomId: simRoomId, start_ms: worldBeganMs + simExamTimes.startMs, duration_ms: simExamTimes.durationMs, lockdown: '' }
        : undefined,
    logOfAttempt: async (attemptId) => (this.seated.includes(attemptId) ? { logId: this.logId } : undefined),
    recentLogs: async () => [this.logId],
    seated: async () => this.seated.map((attemptId) => ({ attemptId })),
    staffOf: async () => [...this.#duty].map((userId) => ({ userId })),
  };

  awaitsJudgement(answerLog: AnswerLog): boolean {
    return createRoomLogReads(answerLog)
      .listCommands(this.logId)
      .some((act) => !act.isJudged);
  }

  /** Builds the board as `/invigilation/getBoard` does. */
  async board(answerLog: AnswerLog): Promise<RoomBoard> {
    const [sync, rooms] = [createSyncReads(answerLog), createRoomLogReads(answerLog)];
    await sync.waitUntilProjected();
    const plan = { start_ms: worldBeganMs + simExamTimes.startMs, duration_ms: simExamTimes.durationMs };
    const attempts = await sync.summaries(this.seated, computeCollectMs(plan));
    const seats = await Promise.all(
      attempts.map((attempt, at) => {
        const name = { name: `s${at}`, ticketNo: `${at}`, photo: '', idTail: '', enteredMs: null };
        return buildRoomSeat({ sync, rooms }, { userId: at + 1, attemptId: attempt.attemptId, seatNo: at + 1, ...name }, attempt);
      }),
    );
    const acts = rooms.listCommands(this.logId).map(({ actor, attemptIds, fates, isJudged: _, ...act }) => ({
      ...act,
      attemptIds: [...attemptIds],
      fates: { ...fates },
      photo: false,
      by: String(actor),
    }));
    const times = { startMs: plan.start_ms, durationMs: plan.duration_ms, entryLimitMs: 0, earliestHandInMs: 0, serverNow: 0 };
    const of = {
      planId,
      roomId: simRoomId,
      logId: this.logId,
      planName: '',
      questionCount: 12,
      withdrawn: null,
      invigilators: [],
      version: '',
    };
    return { ...of, ...times, room: {} as RoomBoard['room'], seats, acts };
  }
}

/** The parts of the simulated run (`World`) that a tablet uses. */
interface Around {
  readonly time: VirtualTime;
  readonly server: SimServer;
  readonly book: OpBook;
  readonly faults: FaultCounts;
  readonly uplink: Uplink;
  readonly relay: object | undefined;
  openTab(device: SimDevice): SimTab;
}

/** An invigilator's tablet: a simulated device, with the room's board that it loaded last. */
export class SimTablet {
  readonly device: SimDevice;
  readonly actor: number;
  readonly #world: Around;
  readonly #room: SimRoom;
  board: RoomBoard | undefined;
  roomKey = '';
  session: RoomSession | undefined;
  #tab: SimTab | undefined;

  constructor(world: Around, room: SimRoom, device: SimDevice, actor: number) {
    this.#world = world;
    this.#room = room;
    this.device = device;
    this.actor = actor;
  }

  get isOpen(): boolean {
    return this.session !== undefined && this.#tab?.process.alive === true;
  }
  get isOnline(): boolean {
    return this.#world.server.up && !this.device.link.offline && this.#world.time.nowMs >= this.#world.uplink.downUntilMs;
  }

  #vault(): NodeVault {
    return new NodeVault(`tablet ${this.actor}@${this.device.id}`, () => this.device.randomness, this.#world.book);
  }

  /** Opens the log of the room. Online it calls `/invigilation/enter` first; offline it uses the stored sitting, if there is one. */
  async open(): Promise<void> {
    const { device } = this;
    if (this.isOpen) return;
    const tab = device.tabs[0] ?? this.#world.openTab(device);
    if (this.isOnline) await this.#enter(tab);
    if (!tab.process.alive || !(await tab.store.sitting(this.#room.logId))) return;
    const { documentId, store, clock, timers, chance, peers, copies } = tab;
    const deps = {
      attemptId: this.#room.logId,
      documentId,
      store,
      vault: this.#vault(),
      clock,
      timers,
      chance,
      digest,
      peers,
      onFault: failOnFault,
    };
    const session = await openRoomSession({ ...deps, ...(copies && { copies }) }).catch(ignoreStorageFault);
    if (!session || !tab.process.alive) return;
    this.session = session;
    this.#tab = tab;
  }

  async #enter(tab: SimTab): Promise<void> {
    const { answerLog } = this.#world.server;
    const rooms = createRoomLogReads(answerLog);
    const grant = rooms.issueTablet({ logId: this.#room.logId, planId, actor: this.actor, schoolId: 1 });
    this.roomKey = rooms.roomKey(planId, simRoomId);
    const { attemptId, epoch, actor, ticket, serverKeys, serverEpoch } = grant;
    const wrappedSittingKey = this.#vault().wrapSittingKey({ attemptId, epoch, actor }, Buffer.from(grant.sittingKey, 'base64url'));
    const nothing = { lamport: 0, handIn: null, news: null, receipt: null, archivedMs: null };
    const keys = this.#world.relay ? { ...serverKeys, relay: 'relay' } : serverKeys;
    const seat = { attemptId, planId, epoch, actor, schoolId: 1, ticket, serverKeys: keys, wrappedSittingKey, serverEpoch };
    await tab.store.saveSitting({ ...seat, ...nothing }).catch(ignoreStorageFault);
    await this.look();
  }

  async look(): Promise<void> {
    if (this.isOnline) this.board = await this.#room.board(this.#world.server.answerLog);
  }

  seats(): SeatView[] {
    return this.board ? computeSeatViews(this.board, this.session?.view().commands ?? [], this.#world.server.nowMs()) : [];
  }

  async act(actId: string, act: RoomCommand, attemptIds: readonly string[]): Promise<boolean> {
    const { session } = this;
    if (!session || !this.isOpen) return false;
    const done = await session.recordCommand(actId, act, attemptIds);
    if (done !== 'saved') return false;
    this.#world.faults.hit('roomAct');
    return true;
  }
}
