import type { FaultCounts } from './fault-kinds.ts';
import { SeededChance } from './seeded-chance.ts';
import type { SimDevice } from './sim-device.ts';
import { SimLink } from './sim-network.ts';
import type { SimServer } from './sim-server.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface LearnerWorld {
  readonly time: VirtualTime;
  readonly server: SimServer;
  readonly faults: FaultCounts;
  readonly devices: readonly SimDevice[];
}

/**
 * Learners who use the PCs of the exam for courses and practice. At each PC, they have a network link and a source of random numbers of
 * their own.
 */
export abstract class SimLearners {
  readonly userIds: readonly number[];
  protected readonly world: LearnerWorld;
  readonly #seed: number;
  readonly #name: string;
  readonly #parts = new Map<SimDevice, { readonly link: SimLink; readonly chance: SeededChance }>();

  /** `name` separates their random numbers from those of other learners. `firstId`: user id of the first of `count` learners. */
  constructor(world: LearnerWorld, { seed, name, firstId, count }: { seed: number; name: string; firstId: number; count: number }) {
    this.world = world;
    this.#seed = seed;
    this.#name = name;
    this.userIds = Array.from({ length: count }, (_, n) => firstId + n);
    world.server.openLearning();
  }

  protected partsOf(device: SimDevice): { readonly link: SimLink; readonly chance: SeededChance } {
    const known = this.#parts.get(device);
    if (known) return known;
    const { time, server, faults } = this.world;
    const chance = SeededChance.of(this.#seed, `${device.id} ${this.#name}`);
    const made = { link: new SimLink({ time, server, counts: faults, faults: {}, chance, beside: device.link }), chance };
    this.#parts.set(device, made);
    return made;
  }
}
