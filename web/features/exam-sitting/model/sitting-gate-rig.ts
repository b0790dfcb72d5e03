import type { PaperContent, PlanNotice, SealedPackage, SittingGrant } from '../../../../sync/contract/sitting.ts';
import type { AttemptSession } from '../../../../sync/engine/attempt-session.ts';
import type { SittingRow } from '../../../../sync/engine/ports.ts';
import type { GatePorts, GateState } from './gate-state.ts';
import { SittingDesk } from './sitting-desk.ts';
import { SittingGate } from './sitting-gate.ts';

export const minute = 60_000;
export const attemptId = '6f1c2f7e-4a55-4b0e-9d2c-1d8a7f2f0001';
export const notice = { planId: 4, startMs: 0, durationMs: 60 * minute, entryLimitMs: 15 * minute, myStatus: -1 } as PlanNotice;
export const sealed: SealedPackage = { planId: 4, variant: 'A', version: 1, sealed: 'x', sizeBytes: 1, codeWrap: null };
export const paper = { planId: 4, variant: 'A' } as PaperContent;

export class Refusal extends Error {
  readonly kind: 'network' | 'elsewhere' | 'signIn' | 'refused' | 'withdrawn';
  constructor(kind: Refusal['kind'], message = '') {
    super(message);
    this.kind = kind;
  }
}

/** One PC and one server. A test sets what the PC has stored and how the server answers. */
export class Room {
  elapsedMs = 5 * minute;
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
  releases: Refusal[] = [];
  readonly calls: string[] = [];
  sleeps = 0;
  onSleep = (): void => undefined;
  readonly gate = new SittingGate(this.ports(), 4);

  #server(call: string): void {
    this.calls.push(call);
    if (!this.online) throw new Refusal('network');
  }

  ports(): GatePorts {
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
          keep: async (fetched) => {
            this.keptPaper = fetched;
          },
          kept: async () => this.keptPaper,
        },
        noteServerTime: async () => undefined,
        calls: {
          enter: async (planId, moveHere) => {
            this.#server(moveHere ? 'move' : 'enter');
            if (this.seatElsewhere && !moveHere) throw new Refusal('elsewhere');
            this.owner = true;
            return { attemptId, planId, epoch: moveHere ? 2 : 1, actor: 7, ticket: 't', serverEpoch: 'e', serverNow: 0 } as SittingGrant;
          },
          getPackage: async () => {
            this.#server('getPackage');
            return sealed;
          },
        },
      }),
      keptNotices: async () => [notice],
      freshNotices: async () => {
        this.#server('myList');
        return [{ ...notice, myStatus: this.freshStatus, ...this.fresh } as PlanNotice];
      },
      hasBegun: async () => this.begun,
      keptPaper: async () => this.keptPaper,
      openPaper: async () => (this.keyHere ? paper : undefined),
      release: async () => {
        this.#server('release');
        const refusal = this.releases.shift();
        if (refusal) throw refusal;
        this.keyHere = true;
        return paper;
      },
      releaseByCode: async (_planId, code) => {
        this.keyHere = code === this.code;
        return this.keyHere ? paper : undefined;
      },
      openClock: async () => ({
        elapsedMs: () => this.elapsedMs,
        sureMs: () => this.sureMs ?? this.elapsedMs,
        unconfirmed: () => this.clockUnconfirmed,
        begin: () => this.calls.push('begin'),
        close: () => undefined,
      }),
      deskOf: (opened) => new SittingDesk(opened, (run) => queueMicrotask(run)),
      openSession: async () => session as unknown as AttemptSession,
      sleep: async () => {
        this.sleeps += 1;
        if (this.sleeps > 500) throw new Error('waits for ever');
        this.onSleep();
        await new Promise((resolve) => setImmediate(resolve));
      },
      failureOf: (error) => (error instanceof Refusal ? error : undefined),
    };
  }

  prepared(): this {
    this.seated = { attemptId, planId: 4, epoch: 1, actor: 7, handIn: null } as SittingRow;
    this.keptPaper = sealed;
    return this;
  }

  /** Enters and resolves with the first state that `wanted` accepts. */
  reach(wanted: (state: GateState) => boolean, moveHere = false): Promise<GateState> {
    return new Promise((resolve) => {
      this.gate.subscribe(() => wanted(this.gate.state()) && resolve(this.gate.state()));
      this.gate.enter(moveHere);
    });
  }
}
