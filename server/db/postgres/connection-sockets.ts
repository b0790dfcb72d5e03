import { Socket } from 'node:net';

const socketsOf = new Map<string, Set<Socket>>();

/** Returns settings of `pg` for a connection to the database at `url` that `breakConnections` ends. */
export function createSocketSettings(url: string): { readonly keepAlive: true; readonly stream: () => Socket } {
  const sockets = socketsOf.get(url) ?? new Set();
  socketsOf.set(url, sockets);
  const stream = (): Socket => {
    const socket = new Socket();
    sockets.add(socket);
    return socket.once('close', () => void sockets.delete(socket));
  };
  return { keepAlive: true, stream };
}

/**
 * Ends all connections of this process to the database at `url`: their statements are rejected, and the pools make new connections. Use it when the
 * database's machine seems to have vanished: if the machine had confirmed everything sent to it, the operating system notices its loss only after
 * hours.
 */
export function breakConnections(url: string): void {
  for (const socket of socketsOf.get(url) ?? []) socket.destroy();
}
