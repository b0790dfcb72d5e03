import type { CallWatch } from './call-watch.ts';
import type { WebFaults } from './web-faults.ts';

export interface Watch {
  readonly calls: CallWatch;
  readonly faults: WebFaults;
}
