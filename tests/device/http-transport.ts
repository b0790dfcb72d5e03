import { createCallTransport } from '../../server/demo/term/demo-device.ts';
import type { ResponseEnvelope } from '../../sync/contract/call.ts';
import type { SyncTransport } from '../../sync/engine/ports.ts';

/**
 * Connects the engine to a real server, as the browser does. `origin` is called for each request, because the server may change between requests.
 * `sent`: called with each request.
 */
export const createHttpTransport = (origin: () => string, sent: (path: string, input: unknown) => void = () => undefined): SyncTransport =>
  createCallTransport(async (path, input, signal) => {
    sent(path, input);
    const response = await fetch(`${origin()}/api${path}`, { method: 'POST', body: JSON.stringify(input), signal });
    return (await response.json()) as ResponseEnvelope;
  });
