import type { CallWatch } from './call-watch.ts';
import type { WebFaultCollector } from './web-faults.ts';

export interface ServerWatch {
  readonly calls: CallWatch;
  readonly faults: WebFaultCollector;
}
