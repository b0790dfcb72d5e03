import type { CallWatch } from './call-watch.ts';
import type { WebFaultCollector } from './web-faults.ts';

export interface ServerWatch {
  readonly calls: CallWatch;
  readonly faults: WebFaultCollector;
  /** Lists the servers that share the database; none if no other server can use it. */
  readonly listServers: () => Promise<readonly ServerState[]>;
}

/** Work that one server of a database does for all servers. Each name is also that of a lease. */
export const sharedDuties = ['background', 'demo'] as const;

/** State that a server reports with each heartbeat. */
export interface ServerReport {
  /** Reason why the server cannot serve, as a sentence for the operator; null if it is ready. */
  readonly notReady: string | null;
  /** Number of positions of the answer log that the server has not projected yet. */
  readonly behind: number;
}

/** A server of a shared database as the others see it. Times in milliseconds, by the clock of the database. */
export interface ServerState extends ServerReport {
  /** Host and port, as the name of the server. */
  readonly name: string;
  /** True for the server that returns the list. */
  readonly isThis: boolean;
  readonly version: string;
  readonly startedMs: number;
  /** Time since the server's last heartbeat. */
  readonly silentMs: number;
  /** True if the server has been silent for so long that others have taken over its duties. */
  readonly isLost: boolean;
  /** Time by which the server's clock is ahead of the database's. */
  readonly clockOffMs: number;
  readonly duties: readonly (typeof sharedDuties)[number][];
}
