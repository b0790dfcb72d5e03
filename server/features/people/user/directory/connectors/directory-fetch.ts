import type { IncomingMessage } from 'node:http';
import type { OutboundNetwork } from '../../../../../outbound/outbound-network.ts';
import { sendOutbound } from '../../../../../outbound/outbound-request.ts';

/** Largest answer of a directory that is read (bytes). A larger one is refused. */
const maxBytes = 1024 * 1024;

/** Options that the client libraries of directories pass with a request; a subset of those of `fetch`. */
interface FetchOptions {
  readonly method?: string | undefined;
  readonly headers?: ConstructorParameters<typeof Headers>[0];
  readonly body?: string | URLSearchParams | ArrayBuffer | Uint8Array | ReadableStream | null | undefined;
}
export type DirectoryFetch = (url: string, options?: FetchOptions) => Promise<Response>;

/**
 * Creates a `fetch` for https addresses that a school administrator has chosen; see `sendOutbound`. It reads at most 1 MiB and trusts `certificate`
 * (PEM) in addition to the usual authorities. Throws Node's connection errors.
 */
export const createDirectoryFetch =
  (network: OutboundNetwork, certificate: string): DirectoryFetch =>
  async (address, { method = 'GET', headers, body } = {}) => {
    const url = new URL(address);
    if (url.protocol !== 'https:') throw new Error(`${url.origin} does not use https`);
    const answer = await sendOutbound(network, url, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      body: readBody(body),
      certificate,
    });
    return readResponse(answer);
  };

/** Converts the body of a request. The client libraries never send a stream. */
function readBody(body: FetchOptions['body']): string | Uint8Array | undefined {
  if (body instanceof URLSearchParams) return body.toString();
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (body instanceof ReadableStream) throw new Error('a stream cannot be sent');
  return body ?? undefined;
}

/** Reads a response to its end. Rejects if it is too large or not valid, because the directory is not trusted. */
async function readResponse(answer: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Leaving the loop destroys the answer and with it the connection.
    if (size > maxBytes) throw new Error('the response is larger than 1 MiB');
    chunks.push(chunk);
  }
  const headers = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Response(size === 0 ? null : Buffer.concat(chunks), { status: answer.statusCode ?? 0, headers });
}
