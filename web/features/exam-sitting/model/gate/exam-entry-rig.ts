import type { PaperContent, PlanNotice, SealedPackage, SittingGrant } from '../../../../../sync/contract/exams/sitting.ts';
import type { AttemptSession } from '../../../../../sync/engine/client/attempt-session.ts';
import type { SittingRow } from '../../../../../sync/engine/ports.ts';
import type { ExamEntryPorts, ExamEntryState } from './exam-entry-state.ts';
import { SittingController } from '../sitting-controller.ts';
import { ExamEntry } from './exam-entry.ts';

export const entryMinuteMs = 60_000;
export const entryAttemptId = '6f1c2f7e-4a55-4b0e-9d2c-1d8a7f2f0001';
export const testNotice = {
  planId: 4,
  startMs: 0,
  durationMs: 60 * entryMinuteMs,
  entryLimitMs: 15 * entryMinuteMs,
  myStatus: -1,
} as PlanNotice;
export const testPackage: SealedPackage = { planId: 4, variant: 'A', version: 1, sealed: 'x', sizeBytes: 1, codeWrap: null };
export const entryPaper = { planId: 4, variant: 'A' } as PaperContent;

export class EntryRefusal extends Error {
  readonly kind: 'network' | 'elsewhere' | 'signIn' | 'refused' | 'withdrawn';
  constructor(kind: EntryRefusal['kind'], message = '') {
    super(message);
    this.kind = kind;
  }
}

/** Simulates one PC and one server for tests of `ExamEntry`. A test sets what the PC has stored and how the server answers. */
export class ExamEntryRig {
  elapsedMs = 5 * entryMinuteMs;
  sureMs: number | undefined;
  online = true;
  clockUnconfirmed = false;
  seated: SittingRow | undefined;
  begun = false;
  owner = true;
  keptPaper: SealedPackage | undefined;
  keyHere = false;
  seatElsewhere = false;
  code = '';
  freshStatus = -1;
  fresh: Partial<PlanNotice> = {};
  releases: EntryRefusal[] = [];
  readonly calls: string[] = [];
  sleeps = 0;
  onSleep = (): void => undefined;
  readonly gate = new ExamEntry(this.ports(), 4);

  #server(call: string): void {
    this.calls.push(call);
    if (!this.online) throw new EntryRefusal('network');
  }

  ports(): ExamEntryPorts {
    const session = { view: () => ({ answers: new Map(), flags: new Set() }), subscribe: () => () => undefined, close: () => undefined };
    return {
      seat: async () => ({
        actor: 7,
        schoolId: 1,
        store: {
          sittings: async () => (this.seated ? [this.seated] : []),
          saveSitting: async (row) => {
            this.seated = row;
          },
        },
        vault: { wrapBytes: () => Promise.resolve('wrapped'), wrapSittingKey: async () => 'wrapped', ownsSitting: async () => this.owner },
        papers: {
          store: async (fetched) => {
            this.keptPaper = fetched;
          },
          find: async () => this.keptPaper,
        },
        noteServerTime: async () => undefined,
        calls: {
          enter: async (planId, moveHere) => {
            this.#server(moveHere ? 'move' : 'enter');
            if (this.seatElsewhere && !moveHere) throw new EntryRefusal('elsewhere');
            this.owner = true;
            return {
              attemptId: entryAttemptId,
              planId,
              epoch: moveHere ? 2 : 1,
              actor: 7,
              ticket: 't',
              serverEpoch: 'e',
              serverNow: 0,
            } as SittingGrant;
          },
          getPackage: async () => {
            this.#server('getPackage');
            return testPackage;
          },
        },
      }),
      readStoredNotices: async () => [testNotice],
      fetchNotices: async () => {
        this.#server('myList');
        return [{ ...testNotice, myStatus: this.freshStatus, ...this.fresh } as PlanNotice];
      },
      hasBegun: async () => this.begun,
      readStoredPaper: async () => this.keptPaper,
      openPaper: async () => (this.keyHere ? entryPaper : undefined),
      release: async () => {
        this.#server('release');
        const refusal = this.releases.shift();
        if (refusal) throw refusal;
        this.keyHere = true;
        return entryPaper;
      },
      releaseByCode: async (_planId, code) => {
        this.keyHere = code === this.code;
        return this.keyHere ? entryPaper : undefined;
      },
      openClock: async () => ({
        elapsedMs: () => this.elapsedMs,
        sureMs: () => this.sureMs ?? this.elapsedMs,
        isUnconfirmed: () => this.clockUnconfirmed,
        begin: () => this.calls.push('begin'),
        close: () => undefined,
      }),
      createController: (opened) => new SittingController(opened, (run) => queueMicrotask(run)),
      openSession: async () => session as unknown as AttemptSession,
      sleep: async () => {
        this.sleeps += 1;
        if (this.sleeps > 500) throw new Error('the entry slept more than 500 times');
        this.onSleep();
        await new Promise((resolve) => setImmediate(resolve));
      },
      classifyFailure: (error) => (error instanceof EntryRefusal ? error : undefined),
    };
  }

  prepared(): this {
    this.seated = { attemptId: entryAttemptId, planId: 4, epoch: 1, actor: 7, handIn: null } as SittingRow;
    this.keptPaper = testPackage;
    return this;
  }

  /** Starts entering the exam, and resolves with the first state that `wanted` accepts. */
  reach(wanted: (state: ExamEntryState) => boolean, moveHere = false): Promise<ExamEntryState> {
    return new Promise((resolve) => {
      this.gate.subscribe(() => wanted(this.gate.state()) && resolve(this.gate.state()));
      this.gate.enter(moveHere);
    });
  }
}
