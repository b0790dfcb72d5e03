import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** A request that is still arriving must deliver `leastBytes` per `everyMs`: about 4 kbit/s, less than the slowest line used for exams. */
const everyMs = 30_000;
const leastBytes = 16 * 1024;

type WatchedRequest = Pick<IncomingMessage, 'complete' | 'destroyed'> & { readonly socket: Pick<Socket, 'bytesRead' | 'destroy'> };

/**
 * Cuts connections whose request arrives too slowly. Otherwise, a client that sends one byte a minute would hold a connection for as long as the
 * largest upload may take. Complete requests (long polls waiting for news) are not affected.
 */
export function createRequestPaceGuard() {
  const arriving = new Map<WatchedRequest['socket'], { request: WatchedRequest; seen: number | null }>();
  return {
    addRequest(request: WatchedRequest): void {
      arriving.set(request.socket, { request, seen: null });
    },
    removeSocket(socket: WatchedRequest['socket']): void {
      arriving.delete(socket);
    },
    /** Cuts the connections that were too slow since the last call. Call it once every `everyMs`. */
    cutSlowRequests(): void {
      for (const [socket, { request, seen }] of arriving) {
        if (request.complete || request.destroyed) arriving.delete(socket);
        else if (seen !== null && socket.bytesRead - seen < leastBytes) {
          arriving.delete(socket);
          socket.destroy();
        } else arriving.set(socket, { request, seen: socket.bytesRead });
      }
    },
  };
}

/** Applies `createRequestPaceGuard` to a server. */
export function limitRequestPace(server: Server): void {
  const pace = createRequestPaceGuard();
  server.on('request', (request) => pace.addRequest(request));
  server.on('connection', (socket: Socket) => socket.on('close', () => pace.removeSocket(socket)));
  server.on('secureConnection', (socket: Socket) => socket.on('close', () => pace.removeSocket(socket)));
  const timer = setInterval(() => pace.cutSlowRequests(), everyMs);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}
