import { learnCalls, type LearningSpanRecord } from '../../sync/contract/learning/learn.ts';
import { createLearnOutbox } from '../../web/features/learn/learn-outbox.ts';
import { createFilmWatch, createLearningRecorder } from '../../web/features/learn/recorder.ts';
import { createServerClock } from '../../web/features/learn/server-clock.ts';
import { CallFailure } from '../../web/platform/api/call.ts';
import { createSimSpanStore } from './learn-disk.ts';
import type { LearnPlan } from './learn-plan.ts';
import type { SimDevice } from './sim-device.ts';
import { type LearnerWorld, SimLearners } from './sim-learners.ts';
import { type LearnCall, simCourse } from './sim-learning-server.ts';
import { worldBeganMs } from './sim-server.ts';
import type { LearnStep, Step } from './step.ts';
import type { SimProcess } from './virtual-time.ts';

const learnStepKinds: ReadonlySet<string> = new Set<LearnStep['kind']>(['watch', 'quizAnswer', 'learnTab', 'learnLeave']);
const momentMs = 250;
const sendEveryMs = 10_000;
/** Time in milliseconds after which a page that is left has written everything to the disk, unless it is killed first. */
const writtenMs = 50;
/** Time in milliseconds that a learner needs to walk to another PC. It exceeds the longest request that sets a page's clock. */
const walkMs = 65_000;

/** A stretch of the film that a learner really played, recorded by the simulation itself. */
export interface WatchedLesson {
  readonly userId: number;
  readonly beganMs: number;
  /** `beganMs` by the page's own clock. A slow reply sets that clock wrong by up to its delay. */
  readonly saidMs: number;
  readonly fromMs: number;
  readonly rate: number;
  readonly counts: boolean;
  playedMs: number;
  /** True if the page lived long enough after the stop to finish its writes. Then the whole stretch counts. */
  isWhole: boolean;
}
/** A record of learning that was reported to the page as saved on the disk. */
export interface AcknowledgedRecord {
  readonly userId: number;
  readonly mark: LearningSpanRecord;
  readonly device: SimDevice;
  readonly lineage: number;
  /** True if the PC's clock was set back after the last reply of the server. The record may then claim time that the learner has already used. */
  readonly unsure: boolean;
}

interface Page {
  readonly userId: number;
  readonly device: SimDevice;
  readonly process: SimProcess;
  readonly name: string;
  readonly ready: Promise<boolean>;
  readonly film: ReturnType<typeof createFilmWatch>;
  readonly quiz: ReturnType<typeof createLearningRecorder>;
  readonly clockMs: () => number;
  readonly send: () => Promise<void>;
  readonly leave: () => void;
  playing: WatchedLesson | undefined;
  refusals: number;
}

/** Simulates learners during the exam: recorder, clock and outbox of the product on simulated PCs, with the product's handlers on the server. */
export class SimLearning extends SimLearners {
  readonly plan: LearnPlan;
  readonly watched: WatchedLesson[] = [];
  readonly told: AcknowledgedRecord[] = [];
  readonly recorded = new Map<string, { readonly userId: number; readonly mark: LearningSpanRecord; readonly atMs: number }>();
  #pages: Page[] = [];
  readonly #lastAt = new Map<number, { device: SimDevice; untilMs: number }>();

  constructor(world: LearnerWorld, plan: LearnPlan, seed: number) {
    super(world, { seed, name: 'learning', firstId: simCourse.firstLearner, count: plan.learners });
    this.plan = plan;
  }

  static takes = (step: Step): step is LearnStep & { readonly atMs: number } => learnStepKinds.has(step.kind);

  act(step: LearnStep): void {
    const { devices } = this.world;
    const device = devices[step.device % devices.length];
    const userId = this.userIds[step.learner];
    if (!device || userId === undefined) return;
    if (step.kind === 'learnTab') void this.open(userId, device);
    else if (step.kind === 'learnLeave') this.#pageAt(userId, device)?.leave();
    else if (step.kind === 'watch') void this.#watch(userId, device, step);
    else if (step.kind === 'quizAnswer') void this.#answer(userId, device, step);
  }

  #pageAt(userId: number, device: SimDevice): Page | undefined {
    this.#pages = this.#pages.filter((page) => page.process.alive);
    return this.#pages.findLast((page) => page.userId === userId && page.device === device);
  }

  /** Returns the PC where the learner is now. Walking to another PC takes `walkMs`, except for greedy learners. */
  #placeOf(userId: number, asked: SimDevice): SimDevice {
    const last = this.#lastAt.get(userId);
    const { nowMs } = this.world.time;
    if (!last || last.device === asked || this.plan.greedy) return asked;
    const playing = this.#pages.some((page) => page.userId === userId && page.process.alive && page.playing);
    return !playing && nowMs - last.untilMs >= walkMs ? asked : last.device;
  }

  async #watch(userId: number, asked: SimDevice, step: Extract<LearnStep, { kind: 'watch' }>): Promise<void> {
    const { time, faults } = this.world;
    const device = this.#placeOf(userId, asked);
    if (this.#lastAt.has(userId) && this.#lastAt.get(userId)?.device !== device) faults.hit('learnedAtTwo');
    this.#lastAt.set(userId, { device, untilMs: time.nowMs });
    const page = this.#pageAt(userId, device) ?? this.open(userId, device);
    if (!(await page.ready) || !page.process.alive) return;
    // A learner is one person, so stop playback on their other pages.
    for (const other of this.#pages) if (other.userId === userId && (!this.plan.greedy || other === page)) this.#stop(other);
    const playMs = Math.min(step.playMs, (simCourse.filmMs - step.fromMs) / step.rate);
    const watched: WatchedLesson = {
      userId,
      beganMs: time.nowMs,
      saidMs: page.clockMs(),
      fromMs: step.fromMs,
      rate: step.rate,
      counts: !step.hidden,
      playedMs: 0,
      isWhole: false,
    };
    this.watched.push(watched);
    page.playing = watched;
    faults.hit('learned');
    if (device.link.isCut) faults.hit('learnedOffline');
    const moment = (): void => {
      if (page.playing !== watched) return;
      const goneMs = time.nowMs - watched.beganMs;
      if (watched.counts) watched.playedMs = goneMs;
      this.#lastAt.set(userId, { device, untilMs: time.nowMs });
      page.film.moment({ atMs: step.fromMs + goneMs * step.rate, rate: step.rate, counts: watched.counts });
      if (goneMs + 1 < playMs) time.after(Math.min(momentMs, playMs - goneMs), moment, page.process);
      else this.#stop(page);
    };
    moment();
  }

  #stop(page: Page): void {
    if (!page.process.alive || !page.playing) return;
    const { playing } = page;
    page.playing = undefined;
    page.film.stop();
    this.world.time.after(writtenMs, () => void (playing.isWhole = true), page.process);
  }

  async #answer(userId: number, asked: SimDevice, { question, correct }: Extract<LearnStep, { kind: 'quizAnswer' }>): Promise<void> {
    const device = this.#placeOf(userId, asked);
    const page = this.#pageAt(userId, device) ?? this.open(userId, device);
    if (!(await page.ready) || !page.process.alive) return;
    this.#lastAt.set(userId, { device, untilMs: this.world.time.nowMs });
    page.quiz.answered(question, question - 1, correct);
  }

  /** Opens the page of the course. It loads the course from the server, or uses the course that the PC has stored. */
  open(userId: number, device: SimDevice): Page {
    const { time, faults } = this.world;
    const { link, chance } = this.partsOf(device);
    const disk = device.learning;
    const process: SimProcess = { alive: true, frozenUntilMs: 0 };
    const name = chance.uuid();
    disk.pages.set(name, process);
    const bornMs = time.nowMs;
    const wallMs = (): number => Math.floor(worldBeganMs + time.nowMs + device.clockOffMs);
    const monoMs = (): number => time.nowMs - bornMs;
    const clock = createServerClock({ wallMs, monoMs });
    const isFull = (): boolean => time.nowMs < device.quotaUntilMs;
    const store = createSimSpanStore({ disk, time, chance, faults, process, isFull });
    let unsure = false;

    const asked = async <C extends LearnCall>(call: C, input: object) => {
      const { code, data } = await link.ask(process, call, userId, input).catch(() => ({ code: 0, data: null }));
      const parsed = learnCalls[call].output.safeParse(data);
      if (code !== 0 || !parsed.success) throw new CallFailure(code, `${call}: ${code}`);
      return parsed.data;
    };
    const outbox = createLearnOutbox({
      store,
      warn: () => undefined,
      record: async (input) => learnCalls.record.output.parse(await asked('record', input)),
      tabs: {
        claimTabId: () => Promise.resolve(name),
        listAliveTabs: () => Promise.resolve(new Set(disk.pages.keys())),
        runExclusively: (work) => disk.inTurn(time, process, work),
      },
    });
    const open = async (): Promise<boolean> => {
      clock.learnedUntil(await store.newestMs(userId));
      const askedMs = monoMs();
      try {
        const { nowMs, serverEpoch } = learnCalls.getById.output.parse(await asked('getById', { id: simCourse.id }));
        clock.observe(nowMs, monoMs() - askedMs);
        outbox.serverIs(serverEpoch);
        disk.courses.set(userId, { serverMs: nowMs, keptMs: wallMs() });
        return true;
      } catch {
        const kept = disk.courses.get(userId);
        if (!kept) return false;
        clock.begin(kept.serverMs, kept.keptMs);
        unsure = clock.nowMs() < worldBeganMs + time.nowMs - 1_000;
        return true;
      }
    };
    const keep = (mark: LearningSpanRecord, growing: boolean): void => {
      clock.learnedUntil(mark.toMs);
      this.recorded.set(mark.markId, { userId, mark, atMs: worldBeganMs + time.nowMs });
      const { lineage } = device;
      void outbox.storeSpan(userId, simCourse.id, mark, growing).then((isKept) => {
        if (isKept) this.told.push({ userId, mark, device, lineage, unsure });
        else page.refusals += 1;
      });
    };
    const surroundings = { serverMs: clock.nowMs, monoMs, newId: () => chance.uuid(), keep };
    const send = (): Promise<void> => outbox.send(userId, () => undefined).catch(() => undefined);
    const page: Page = {
      userId,
      device,
      process,
      name,
      ready: open(),
      film: createFilmWatch(createLearningRecorder(simCourse.film, surroundings), monoMs),
      quiz: createLearningRecorder(simCourse.quiz, surroundings),
      clockMs: clock.nowMs,
      send,
      leave: () => {
        this.#stop(page);
        time.after(2 * writtenMs, () => disk.leave(name));
      },
      playing: undefined,
      refusals: 0,
    };
    this.#pages.push(page);
    const again = (): void => {
      void send();
      time.after(sendEveryMs, again, process);
    };
    void page.ready.then(again);
    return page;
  }

  /** Opens the page again for each learner at each PC, so that every outbox is sent. */
  comeHome(): void {
    for (const device of this.world.devices) for (const userId of this.userIds) void this.open(userId, device);
  }

  isQuiet(): boolean {
    const { serverEpoch } = this.world.server.answerLog.log;
    return this.world.devices.every(({ learning }) => [...learning.rows.values()].every((row) => row.heldBy === serverEpoch));
  }
}
