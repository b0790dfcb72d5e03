import { exerciseCalls, type PracticeAnswer } from '../../sync/contract/learning/exercise.ts';
import type { OwnPracticeRecords, PracticePaper, PracticeSitting } from '../../sync/contract/learning/practice-own.ts';
import { computeChangedMs, type OwnPracticeRecord, deriveStarId } from '../../sync/domain/learning/practice-own.ts';
import { encodeUtf8, decodeUtf8 } from '../../sync/crypto/bytes.ts';
import type { UnlockedVault } from '../../sync/crypto/vault.ts';
import { createPracticeCache, emptyOwnPractice, type PracticeCache } from '../../web/platform/practice/practice-cache.ts';
import { collectPractice, deliverPractice, type PracticeCalls } from '../../web/platform/practice/practice-sync.ts';
import type { PracticePlan } from './practice-plan.ts';
import { createSimPracticeStorage } from './practice-disk.ts';
import type { SeededChance } from './seeded-chance.ts';
import type { SimDevice } from './sim-device.ts';
import { type PracticeCall, simPractice } from './sim-learning-server.ts';
import { type LearnerWorld, SimLearners } from './sim-learners.ts';
import { worldBeganMs } from './sim-server.ts';
import type { PracticeStep, Step } from './step.ts';
import type { SimProcess } from './virtual-time.ts';

const practiceStepKinds: ReadonlySet<string> = new Set<PracticeStep['kind']>(['practise', 'makeOwn', 'practiceTab', 'practiceLeave']);
/** Interval in milliseconds at which a page notices that the network is back. */
const noticedMs = 2_000;
/** Number of times that every learner opens practice at the end of a run. A PC sees the changes of other PCs at its next visit. */
const visits = 4;
const visitMs = 25_000;

/**
 * One change that a learner made to a practice record; lists hold them in the order of their making. `kept`: it was reported to the page as
 * saved. `age`: `PracticeDisk.age` at that time, by which a check notices that the disk was restored since.
 */
export interface PracticeChange<T> {
  readonly userId: number;
  readonly thing: T;
  readonly device: SimDevice;
  readonly age: number;
  kept: boolean;
}

interface Page {
  readonly userId: number;
  readonly device: SimDevice;
  readonly process: SimProcess;
  readonly cache: PracticeCache;
  readonly nowMs: () => number;
  readonly update: () => Promise<void>;
  readonly deliver: () => Promise<void>;
}

/** Stands in for the user's vault, but encrypts nothing; the real one has its own tests. */
const vault = {
  wrapBytes: (bytes: Uint8Array<ArrayBuffer>) => Promise.resolve(decodeUtf8(bytes)),
  unwrapBytes: (text: string) => Promise.resolve(encodeUtf8(text)),
} as unknown as UnlockedVault;

/** Simulates practice during the exam: cache and sync of the product on simulated PCs, with the product's handlers on the server. */
export class SimPractice extends SimLearners {
  readonly plan: PracticePlan;
  readonly answers: PracticeChange<PracticeAnswer>[] = [];
  readonly things: PracticeChange<OwnPracticeRecord>[] = [];
  readonly #lastAt = new Map<number, SimDevice>();
  #pages: Page[] = [];
  #visited = 0;

  constructor(world: LearnerWorld, plan: PracticePlan, seed: number) {
    super(world, { seed, name: 'practice', firstId: simPractice.firstLearner, count: plan.learners });
    this.plan = plan;
  }

  static takes = (step: Step): step is PracticeStep & { readonly atMs: number } => practiceStepKinds.has(step.kind);

  /** Returns read access to the data that a PC stores for a user. */
  kept(userId: number, device: SimDevice): { cache: PracticeCache; vault: UnlockedVault; userId: number } {
    const { values } = device.learning.practice;
    const get = (key: string) => Promise.resolve(values.get(key));
    const refuse = () => Promise.reject(new Error('only looked at'));
    return { cache: createPracticeCache({ get, put: refuse, remove: refuse, swap: refuse }), vault, userId };
  }

  act(step: PracticeStep): void {
    const { devices, faults } = this.world;
    const device = devices[step.device % devices.length];
    const userId = this.userIds[step.learner];
    if (!device || userId === undefined) return;
    if (step.kind === 'practiceLeave') {
      for (const page of this.#pages) if (page.userId === userId && page.device === device) page.process.alive = false;
      return;
    }
    const page = this.#pageAt(userId, device);
    if (step.kind === 'practiceTab' || page === undefined) return this.#do(this.#open(userId, device), step);
    if (this.#lastAt.has(userId) && this.#lastAt.get(userId) !== device) faults.hit('practisedAtTwo');
    this.#lastAt.set(userId, device);
    this.#do(page, step);
  }

  #do(page: Page, step: PracticeStep): void {
    const ignore = (): void => undefined;
    if (step.kind === 'practise') void this.#practise(page, step).catch(ignore);
    if (step.kind === 'makeOwn') void this.#make(page, step).catch(ignore);
  }

  /** Picks one of the learner's open tabs on the device. */
  #pageAt(userId: number, device: SimDevice): Page | undefined {
    this.#pages = this.#pages.filter((page) => page.process.alive);
    const here = this.#pages.filter((page) => page.userId === userId && page.device === device);
    return here.length === 0 ? undefined : this.partsOf(device).chance.pick(here);
  }

  async #practise(page: Page, { question, correct, inSitting }: Extract<PracticeStep, { kind: 'practise' }>): Promise<void> {
    const { faults } = this.world;
    const { userId, device, cache } = page;
    const sittingId = inSitting ? ((await cache.readOwn(userId, vault)).sittings.at(-1)?.id ?? null) : null;
    const id = this.partsOf(device).chance.uuid();
    const answer: PracticeAnswer = { id, questionId: question, answeredMs: page.nowMs(), correct, sittingId };
    const made = this.#made(this.answers, page, answer);
    faults.hit('practised');
    if (device.link.isCut) faults.hit('practisedOffline');
    await cache.note(userId, [answer], false, vault);
    made.kept = true;
    await page.deliver();
  }

  async #make(page: Page, { what, question }: Extract<PracticeStep, { kind: 'makeOwn' }>): Promise<void> {
    const { userId, device, cache } = page;
    const { chance } = this.partsOf(device);
    const own = await cache.readOwn(userId, vault);
    const [paper, sitting] = [own.papers.at(-1), own.sittings.at(-1)];
    const nowMs = page.nowMs();
    const later = (before: OwnPracticeRecord | undefined): { changedMs: number } => ({ changedMs: computeChangedMs(nowMs, before) });
    const keep = async (change: Partial<OwnPracticeRecords>): Promise<void> => {
      const all = { ...emptyOwnPractice, ...change };
      const made = [...all.papers, ...all.sittings, ...all.stars].map((thing) => this.#made<OwnPracticeRecord>(this.things, page, thing));
      await cache.storeOwn(userId, all, vault);
      for (const each of made) each.kept = true;
      await page.deliver();
    };
    const bare = <T extends { sent: boolean }>({ sent: _, ...thing }: T) => thing;
    if (what === 'paper') await keep({ papers: [paperOf(chance, nowMs)] });
    else if (what === 'rename' && paper) await keep({ papers: [{ ...bare(paper), ...later(paper), name: `卷 ${chance.int(1, 99)}` }] });
    else if (what === 'remove' && paper) await keep({ papers: [{ ...bare(paper), ...later(paper), removed: true }] });
    else if (what === 'arrange' && paper) await keep({ sittings: [sittingOf(chance, paper, nowMs)] });
    else if (what === 'end' && sitting) await keep({ sittings: [{ ...bare(sitting), ...later(sitting), endedMs: nowMs }] });
    else if (what === 'star') {
      const id = deriveStarId(question);
      const before = own.stars.find((star) => star.id === id);
      await keep({ stars: [{ id, questionId: question, ...later(before), removed: before?.removed === false }] });
    }
  }

  #made<T>(list: PracticeChange<T>[], { userId, device }: Page, thing: T): PracticeChange<T> {
    const made = { userId, thing, device, age: device.learning.practice.age, kept: false };
    list.push(made);
    return made;
  }

  /** Opens a page as `usePractice` does: it sends and loads records at once, and again when the network comes back. */
  #open(userId: number, device: SimDevice): Page {
    const { time, faults } = this.world;
    const { link, chance } = this.partsOf(device);
    const disk = device.learning.practice;
    const process: SimProcess = { alive: true, frozenUntilMs: 0 };
    disk.pages.add(process);
    const cache = createPracticeCache(
      createSimPracticeStorage({ disk, time, chance, faults, process, isFull: () => time.nowMs < device.quotaUntilMs }),
    );
    const ask = async <N extends 'record' | 'myAnswers' | 'keepOwn' | 'myOwn'>(name: N, input: unknown = {}) => {
      const call: PracticeCall = `practice/${name}`;
      const { code, data } = await link.ask(process, call, userId, input);
      if (code !== 0) throw new Error(`${name} answered ${code}`);
      return data;
    };
    const calls: PracticeCalls = {
      record: (input) => ask('record', input),
      fetchAnswers: async () => exerciseCalls.myAnswers.output.parse(await ask('myAnswers')),
      sendOwn: async (input) => exerciseCalls.keepOwn.output.parse(await ask('keepOwn', input)),
      fetchOwn: async () => exerciseCalls.myOwn.output.parse(await ask('myOwn')),
    };
    const deliver = (): Promise<void> => deliverPractice(cache, calls, { userId, vault });
    const update = async (): Promise<void> => {
      await deliver();
      await collectPractice(cache, calls, { userId, vault });
    };
    const nowMs = (): number => Math.floor(worldBeganMs + time.nowMs + device.clockOffMs);
    const page: Page = { userId, device, process, cache, nowMs, update, deliver };
    this.#pages.push(page);
    const tried = (): void => void update().catch(() => undefined);
    let wasCut = link.isCut;
    const notice = (): void => {
      if (wasCut && !link.isCut) tried();
      wasCut = link.isCut;
      time.after(noticedMs, notice, process);
    };
    tried();
    notice();
    return page;
  }

  /** Opens practice for every learner at every PC, a few times. */
  comeHome(): void {
    const { time, devices } = this.world;
    for (let n = 0; n < visits; n += 1)
      time.after(n * visitMs, () => {
        this.#visited += 1;
        for (const device of devices) for (const userId of this.userIds) this.#open(userId, device);
      });
  }

  isQuiet = (): boolean => this.#visited === visits;
}

const paperOf = (chance: SeededChance, changedMs: number): PracticePaper => ({
  id: chance.uuid(),
  changedMs,
  removed: false,
  name: '卷',
  category: '',
  draw: { from: 'open', categories: [], points: [], types: [], difficulties: [], count: simPractice.questions.length },
  questionIds: [...simPractice.questions],
});
const sittingOf = (chance: SeededChance, { id, name, questionIds }: PracticePaper, changedMs: number): PracticeSitting => ({
  id: chance.uuid(),
  changedMs,
  removed: false,
  paperId: id,
  name,
  questionIds,
  plannedMs: changedMs,
  minutes: null,
  endedMs: null,
});
