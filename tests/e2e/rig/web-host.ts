import { createServer, request as ask, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createStaticFiles, type StaticFiles } from '../../../server/http/routes/static-files.ts';
import { scaleDelayMs, passTime } from './slowness.ts';

/** Serves a build of the web application by the server's own code. `deploy` switches to the folder of another build, as an upgrade would. */
export class WebHost {
  #files: StaticFiles;
  readonly #server: Server;
  readonly origin: string;

  /** `apiPort`: port of the server that answers the calls; without it, calls fail. */
  constructor(folder: string, port: number, apiPort?: number) {
    this.#files = createStaticFiles(folder);
    this.origin = `http://127.0.0.1:${port}`;
    this.#server = createServer((request, reply) => {
      const headers = new Headers(Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]));
      const path = new URL(request.url ?? '/', this.origin).pathname;
      if (apiPort !== undefined && path.startsWith('/api/')) return handOver(request, reply, apiPort);
      void this.#files({ path, headers, method: request.method ?? 'GET' }).then(async (answer) => {
        await passTime(scaleDelayMs(path));
        reply.writeHead(answer?.status ?? 404, answer ? Object.fromEntries(answer.headers) : {});
        reply.end(answer ? Buffer.from(await answer.arrayBuffer()) : undefined);
      });
    });
    this.#server.listen(port, '127.0.0.1');
  }

  deploy(folder: string): void {
    this.#files = createStaticFiles(folder);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

function handOver(incoming: IncomingMessage, outgoing: ServerResponse, port: number): void {
  const { url: path, method, headers } = incoming;
  const onward = ask({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  onward.on('error', () => outgoing.destroy());
  outgoing.on('close', () => onward.destroy());
  incoming.pipe(onward);
}
