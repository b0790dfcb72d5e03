import { connect, createServer, type Server, type Socket } from 'node:net';

/** Relays connections to the server and cuts the current one each time the client has sent another `everyBytes` bytes. */
export class CuttingLine {
  readonly port: number;
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  readonly #everyBytes: number;
  readonly #mostCuts: number;
  #sinceCut = 0;
  /** Number of connections that were cut so far. */
  cuts = 0;
  /** Bytes that clients have sent so far, including those that a cut kept from the server. */
  upBytes = 0;

  constructor(port: number, upstreamPort: number, everyBytes: number, mostCuts: number) {
    this.port = port;
    this.#everyBytes = everyBytes;
    this.#mostCuts = mostCuts;
    this.#server = createServer((near) => {
      const far = connect(upstreamPort, '127.0.0.1');
      for (const socket of [near, far]) {
        this.#open.add(socket);
        socket.once('close', () => this.#open.delete(socket));
        socket.on('error', () => socket.destroy());
      }
      near.on('data', (bytes) => {
        this.upBytes += bytes.length;
        this.#sinceCut += bytes.length;
        if (this.#sinceCut < this.#everyBytes || this.cuts >= this.#mostCuts) {
          if (!far.write(bytes)) near.pause();
          return;
        }
        // Counts the cut before the write has finished: on a busy machine, more data arrives before that, and would cause a second cut.
        this.cuts += 1;
        this.#sinceCut = 0;
        near.pause();
        // Passes half of the data on, so a cut message is never complete.
        far.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => this.#cut());
      });
      far.on('drain', () => near.resume());
      far.on('data', (bytes) => near.write(bytes));
      near.once('close', () => far.destroy());
      far.once('close', () => near.destroy());
    });
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  open(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(this.port, '127.0.0.1', resolve);
    });
  }

  close(): void {
    for (const socket of this.#open) socket.destroy();
    this.#server.close();
  }

  #cut(): void {
    for (const socket of this.#open) socket.destroy();
  }
}
