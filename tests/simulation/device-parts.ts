import type { FaultCounts } from './fault-kinds.ts';
import type { OpBook } from './op-book.ts';
import type { SeededChance } from './seeded-chance.ts';
import type { SimLink } from './sim-network.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface DeviceParts {
  readonly id: string;
  readonly time: VirtualTime;
  readonly chance: SeededChance;
  readonly book: OpBook;
  readonly faults: FaultCounts;
  readonly link: SimLink;
  /** How far its wall clock is off. */
  readonly clockOffMs: number;
  /** Its browser keeps a journal beside the database (SY25). */
  readonly twofold: boolean;
}
