import type { Envelope } from '../../sync/contract/call.ts';

const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Envelope).code === 'number' &&
  typeof (value as Envelope).msg === 'string';

/**
 * One POST of the contract. Resolves with our envelope, at whatever HTTP status it came; everything else (no reply, a captive
 * portal's page or its redirect, a body cut short) rejects, and the caller takes it for the network.
 */
export async function postEnvelope(path: string, input: unknown, token: string | null, signal: AbortSignal): Promise<Envelope> {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'accept-language': document.documentElement.lang };
  if (token !== null) headers['X-Token'] = token;
  const reply = await fetch(`/api${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(input),
    signal,
    // We never redirect: whoever does stands between us and the server.
    redirect: 'error',
    cache: 'no-store',
  });
  const body: unknown = await reply.json();
  if (!isEnvelope(body)) throw new TypeError('not an envelope of ours');
  return body;
}
