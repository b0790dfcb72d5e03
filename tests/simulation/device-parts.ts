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
  /** Offset of this PC's wall clock from true time, in milliseconds. */
  readonly clockOffMs: number;
  /** True if the browser mirrors its database in a journal (SY25). */
  readonly mirrored: boolean;
}
