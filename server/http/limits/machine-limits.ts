import { readFileSync } from 'node:fs';

/** Connections that may wait until the server accepts them: enough for a school whose PCs reconnect all at once. */
export const acceptBacklog = 4_096;
/** Open files that are reserved for databases and uploads, but at most a quarter of all that the process may open. */
const reservedFiles = 1_000;
/** An examinee's PC holds a poll and a connection for pushes open. */
const connectionsOfExaminee = 2;
/** If the process may hold fewer connections, the start warns. This many are enough for 5 000 examinees. */
const enoughConnections = 10_000;

export interface MachineLimits {
  /** Connections that the system lets this process hold open. */
  readonly connections: number;
  /** Connections that the system lets wait until they are accepted. */
  readonly backlog: number;
}

const readText = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

/** Reads the limits of this process. Windows sets no limit on open files; elsewhere 1 024 are assumed if the limit cannot be read. */
export function readMachineLimits(platform: NodeJS.Platform = process.platform, readFile = readText): MachineLimits {
  const files = /^Max open files\s+(\d+|unlimited)/m.exec(readFile('/proc/self/limits') ?? '')?.[1] ?? '1024';
  const isUnlimited = platform === 'win32' || files === 'unlimited';
  return {
    connections: isUnlimited ? Infinity : Number(files) - Math.min(reservedFiles, Math.ceil(Number(files) / 4)),
    backlog: Number(readFile('/proc/sys/net/core/somaxconn') ?? acceptBacklog),
  };
}

/** Returns a warning for each limit that is too low for a large exam. */
export function listLowLimits({ connections, backlog }: MachineLimits): string[] {
  return [
    ...(connections < enoughConnections
      ? [
          `this process may hold ${connections} connections open, enough for ${Math.floor(connections / connectionsOfExaminee)} examinees. Raise its limit of open files.`,
        ]
      : []),
    ...(backlog < acceptBacklog
      ? [
          `only ${backlog} new connections may wait here, so PCs that reconnect all at once wait for seconds. Set net.core.somaxconn to ${acceptBacklog}.`,
        ]
      : []),
  ];
}
