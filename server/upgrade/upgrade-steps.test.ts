import { describe, expect, it } from 'vitest';
import { goBack, switchVersion, type UpgradeActs } from './upgrade-steps.ts';
import type { UpgradeState } from './upgrade-state.ts';

type Version = 'old' | 'new';
interface Behaviour {
  readonly migrates: boolean;
  /** `never`: does not listen. `broken`: answers requests and is not ready. */
  readonly answers: 'never' | 'broken' | 'ready';
}

/** A model of a machine: the version of the service, the database, the answer log, and the acknowledgements that clients got. */
class Machine implements UpgradeActs {
  readonly behaviour: Behaviour;
  pointer: Version = 'old';
  running: Version | null = 'old';
  state: UpgradeState | null = null;
  database = { isMigrated: false, rows: ['first row'] };
  log = ['first answer'];
  readonly acknowledged = { rows: ['first row'], answers: ['first answer'] };
  readonly did: string[] = [];
  /** Number of the act before which the power fails; 0 for never. */
  cutBefore = 0;
  #backup = { isMigrated: false, rows: [] as string[] };
  #acts = 0;

  constructor(behaviour: Behaviour) {
    this.behaviour = behaviour;
  }

  #act(name: string): void {
    this.#acts += 1;
    if (this.#acts === this.cutBefore) this.running = null;
    if (this.cutBefore !== 0 && this.#acts >= this.cutBefore) throw new Error('the power is cut');
    this.did.push(name);
  }

  /** Starts the version that the service points at. The old one refuses a newer database. */
  boot(): void {
    this.cutBefore = 0;
    const { migrates, answers } = this.behaviour;
    if (this.pointer === 'new' && migrates) this.database.isMigrated = true;
    const starts = this.pointer === 'new' ? answers !== 'never' : !this.database.isMigrated;
    this.running = starts ? this.pointer : null;
  }

  /** A client changes a row and pushes an answer, if a server answers. */
  request(name: string): void {
    if (this.running === null) return;
    this.state = null;
    this.database.rows.push(name);
    this.log.push(name);
    this.acknowledged.rows.push(name);
    this.acknowledged.answers.push(name);
  }

  tell(): void {}
  readState = (): UpgradeState | null => this.state;
  isMigrated = (): boolean => this.database.isMigrated !== this.#backup.isMigrated;

  async stop() {
    this.#act('stop');
    this.running = null;
    return { release: () => undefined };
  }
  async backUp() {
    this.#act('back up');
    this.#backup = structuredClone(this.database);
    return 'backup';
  }
  writeState(state: UpgradeState): void {
    this.#act('write state');
    this.state = state;
  }
  putBack(): void {
    this.#act('put back');
    this.database = structuredClone(this.#backup);
  }
  async install(folder: string) {
    this.#act(`install ${folder}`);
    this.pointer = folder as Version;
    const { cutBefore } = this;
    this.boot();
    this.cutBefore = cutBefore;
  }
  async waitUntilReady() {
    this.#act('wait');
    this.request('while waiting');
    const isReady = this.running === 'old' || (this.running === 'new' && this.behaviour.answers === 'ready');
    if (!isReady) throw new Error('not ready');
  }
  removeVersion(folder: string): void {
    this.#act(`remove ${folder}`);
  }
}

const upgrade = { from: 'old', to: 'new' } as const;
const expectNothingLost = ({ database, log, acknowledged }: Machine): void => {
  expect(database.rows).toEqual(acknowledged.rows);
  expect(log).toEqual(acknowledged.answers);
};

describe('the steps of an upgrade', () => {
  it('stop the service before the backup, and switch after it', async () => {
    const machine = new Machine({ migrates: true, answers: 'ready' });
    expect(await switchVersion(upgrade, machine)).toBe('backup');
    expect(machine.did).toEqual(['stop', 'back up', 'write state', 'install new', 'wait']);
    expect(machine).toMatchObject({ running: 'new', state: null, database: { isMigrated: true } });
    expectNothingLost(machine);
  });

  it('restore version and database if the new version changed the database and never answered', async () => {
    const machine = new Machine({ migrates: true, answers: 'never' });
    await expect(switchVersion(upgrade, machine)).rejects.toThrow('the upgrade failed: not ready. The version before runs again: old');
    expect(machine.did.slice(4)).toEqual(['wait', 'stop', 'put back', 'install old', 'wait', 'remove new']);
    expect(machine).toMatchObject({ running: 'old', pointer: 'old', database: { isMigrated: false } });
    expectNothingLost(machine);
  });

  it('restore only the version if the new one did not change the database, even if it answered', async () => {
    const machine = new Machine({ migrates: false, answers: 'broken' });
    await expect(switchVersion(upgrade, machine)).rejects.toThrow('runs again: old');
    expect(machine.did).not.toContain('put back');
    expect(machine.running).toBe('old');
    expectNothingLost(machine);
  });

  it('keep a new version that changed the database and answered, to lose no changes', async () => {
    const machine = new Machine({ migrates: true, answers: 'broken' });
    await expect(switchVersion(upgrade, machine)).rejects.toThrow('so it stays, and was started again: new. The backup is backup');
    expect(machine.running).toBe('new');
    expectNothingLost(machine);
  });

  it('start the old version again if the backup fails, without a second stop', async () => {
    const machine = new Machine({ migrates: true, answers: 'ready' });
    machine.backUp = () => Promise.reject(new Error('the disk is full'));
    await expect(switchVersion(upgrade, machine)).rejects.toThrow('the disk is full. The version before runs again: old');
    expect(machine.did).toEqual(['stop', 'install old', 'wait', 'remove new']);
  });
});

describe('an upgrade interrupted by a power cut', () => {
  const behaviours: Behaviour[] = [true, false].flatMap((migrates) =>
    (['never', 'broken', 'ready'] as const).map((answers) => ({ migrates, answers })),
  );
  it.each(behaviours)('loses no data at any step, and leads to a running version at the second run: %o', async (behaviour) => {
    for (let cutBefore = 1; cutBefore <= 11; cutBefore += 1)
      for (const isUsedBetween of [true, false]) {
        const machine = new Machine(behaviour);
        machine.cutBefore = cutBefore;
        await switchVersion(upgrade, machine).catch(() => undefined);
        machine.boot();
        if (isUsedBetween) machine.request('after the power cut');
        // Run the upgrade command a second time, after the power cut.
        const { state } = machine;
        if (state !== null) await goBack(state, machine);
        if (machine.pointer === 'old') await switchVersion(upgrade, machine).catch(() => undefined);
        machine.request('at the end');
        const label = `cut before act ${cutBefore}`;
        expect(machine.running, label).not.toBe(null);
        if (behaviour.answers === 'ready') expect(machine.running, label).toBe('new');
        expectNothingLost(machine);
      }
  });
});
