import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { rootCertificates } from 'node:tls';
import { requestTimeoutMs } from './connection-fault.ts';
import type { DirectoryNetwork } from './directory-network.ts';

/** Largest answer that is read. */
const maxBytes = 1024 * 1024;

/** The request of a directory's library, a subset of `fetch`. */
interface FetchOptions {
  readonly method?: string | undefined;
  readonly headers?: ConstructorParameters<typeof Headers>[0];
  readonly body?: string | URLSearchParams | ArrayBuffer | Uint8Array | ReadableStream | null | undefined;
}
export type DirectoryFetch = (url: string, options?: FetchOptions) => Promise<Response>;

/**
 * Creates a `fetch` for https addresses that a school administrator has chosen: it connects only to addresses that the network allows. It follows no
 * redirect, reads at most 1 MiB and trusts `certificate` (PEM) in addition to the usual authorities. Throws Node's connection errors.
 */
export const createDirectoryFetch =
  (network: DirectoryNetwork, certificate: string): DirectoryFetch =>
  async (address, { method = 'GET', headers, body } = {}) => {
    const url = new URL(address);
    if (url.protocol !== 'https:') throw new Error(`${url.origin} is not encrypted (https)`);
    const found = await network.resolve(url.hostname.replace(/^\[(.*)\]$/, '$1'));
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const call = request(url, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      timeout: requestTimeoutMs,
      signal: AbortSignal.timeout(requestTimeoutMs),
      agent: false,
      ...(certificate !== '' && { ca: [...rootCertificates, certificate] }),
      // The name was resolved and checked above; resolved again, it might mean another address.
      lookup: (_name, options, done) => {
        if (options.all === true) done(null, [found]);
        else done(null, found.address, found.family);
      },
    });
    call.on('error', reject);
    call.on('response', (answer) => {
      readResponse(answer).then(resolve, (error: unknown) => {
        call.destroy();
        reject(error);
      });
    });
    call.end(body instanceof URLSearchParams ? body.toString() : body);
    return promise;
  };

/** Reads an answer to its end. Rejects if it is too large or no valid response: the directory is not trusted. */
async function readResponse(answer: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error('the answer is larger than 1 MiB');
    chunks.push(chunk);
  }
  const headers = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Response(size === 0 ? null : Buffer.concat(chunks), { status: answer.statusCode ?? 0, headers });
}
