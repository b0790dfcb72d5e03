import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** While a request is still arriving, at least `leastBytes` come in `everyMs`: 4 kbit/s, less than the poorest line an exam is sat over. */
const everyMs = 30_000;
const leastBytes = 16 * 1024;

type Watched = Pick<IncomingMessage, 'complete' | 'destroyed'> & { readonly socket: Pick<Socket, 'bytesRead' | 'destroy'> };

/**
 * Cuts connections whose request trickles in: a byte a minute would otherwise hold one for as long as the largest upload may take. A
 * request that is there whole (a long poll waiting for news) is nobody's concern here.
 */
export function requestPace() {
  const arriving = new Map<Watched['socket'], { request: Watched; seen: number | null }>();
  return {
    began(request: Watched): void {
      arriving.set(request.socket, { request, seen: null });
    },
    gone(socket: Watched['socket']): void {
      arriving.delete(socket);
    },
    /** Once every `everyMs`. */
    look(): void {
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

export function keepRequestPace(server: Server): void {
  const pace = requestPace();
  server.on('request', (request) => pace.began(request));
  server.on('connection', (socket: Socket) => socket.once('close', () => pace.gone(socket)));
  server.on('secureConnection', (socket: Socket) => socket.once('close', () => pace.gone(socket)));
  const timer = setInterval(() => pace.look(), everyMs);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}
