import type { CallWatch } from './call-watch.ts';
import type { ServerState } from './server-state.ts';
import type { WebFaultCollector } from './web-faults.ts';

export interface ServerWatch {
  readonly calls: CallWatch;
  readonly faults: WebFaultCollector;
  /** Lists the servers that share the database; none if no other server can use it. */
  readonly listServers: () => Promise<readonly ServerState[]>;
}
