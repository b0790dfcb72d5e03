import { randomUUID } from 'node:crypto';
import { createApp, createHandlers } from '../../app.ts';
import type { App, AppDeps } from '../../context.ts';
import { createJobRunner } from '../../jobs/job-runner.ts';
import type { ServerClock } from '../../ports.ts';
import { createSchoolStore } from '../../features/people/school/school-store.ts';
import { demoSchools } from '../demo-people.ts';
import { DemoClient } from './demo-client.ts';
import { openDemoDevice, type DemoDevice } from './demo-device.ts';

/** A moment of the demo's term, at which accounts make calls and examinees answer at PCs. */
export interface DemoMoment {
  readonly nowMs: number;
  /** Signs in as this account, runs the work and signs out. */
  as<T>(loginName: string, work: (client: DemoClient) => Promise<T>): Promise<T>;
  /** Runs work at a PC where this account has opened the attempt, waits for delivery, and leaves the PC. */
  atPc(loginName: string, planId: number, work: (device: DemoDevice) => Promise<void>): Promise<void>;
}

/** Creates the moments of the demo's term. `app`: the running application, which handles the calls of the present. */
export class DemoStage {
  readonly deps: AppDeps;
  readonly #app: App;
  #past: { readonly app: App; readonly clock: { ms: number } & ServerClock } | undefined;

  readonly #signal: AbortSignal;

  /** `signal`: when it aborts, no further session is opened. */
  constructor(deps: AppDeps, app: App, signal: AbortSignal) {
    this.deps = deps;
    this.#app = app;
    this.#signal = signal;
  }

  /** Returns the id of the first demo school. */
  async getSchoolId(): Promise<number | undefined> {
    return (await createSchoolStore(this.deps.db).byWebsite(demoSchools[0].website))?.id;
  }

  now(): DemoMoment {
    return this.#moment(this.#app, this.deps.clock);
  }

  /**
   * Returns a moment in the past. Its calls go to another instance of the application, whose clock shows that moment. For an earlier moment than the
   * last one a new instance is made, because rate limits expect a clock that only advances. The answer log keeps the real clock: it records when the
   * ops arrived.
   */
  at(ms: number): DemoMoment {
    if (this.#past === undefined || this.#past.clock.ms > ms) {
      const clock = { ms, nowMs: () => clock.ms };
      const deps = { ...this.deps, clock, jobs: createJobRunner({ ...this.deps, clock }) };
      this.#past = { app: createApp(deps, createHandlers(deps)), clock };
    }
    this.#past.clock.ms = ms;
    return this.#moment(this.#past.app, this.#past.clock);
  }

  #moment(app: App, clock: ServerClock): DemoMoment {
    const server = { deps: { ...this.deps, clock }, app };
    const as = async <T>(loginName: string, work: (client: DemoClient) => Promise<T>): Promise<T> => {
      this.#signal.throwIfAborted();
      const client = await DemoClient.open(server, loginName);
      try {
        return await work(client);
      } finally {
        await client.close();
      }
    };
    return {
      nowMs: clock.nowMs(),
      as,
      atPc: (loginName, planId, work) =>
        as(loginName, async (client) => {
          const device = await openDemoDevice(client, planId, randomUUID(), () => clock.nowMs(), this.deps.logger);
          try {
            await work(device);
            await device.delivered(this.#signal);
          } finally {
            await device.close();
          }
        }),
    };
  }
}
