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
export async function postEnvelope(
  path: string,
  body: string,
  own: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Envelope> {
  const headers = { 'content-type': 'application/json', 'accept-language': document.documentElement.lang, ...own };
  return postTo(`/api${path}`, { headers, body, signal });
}

/** The same to another address: a relay in the room. */
export async function postTo(
  url: string,
  init: { headers: Readonly<Record<string, string>>; body: string; signal: AbortSignal },
): Promise<Envelope> {
  const reply = await fetch(url, {
    method: 'POST',
    ...init,
    // We never redirect: whoever does stands between us and the server.
    redirect: 'error',
    cache: 'no-store',
  });
  const envelope: unknown = await reply.json();
  if (!isEnvelope(envelope)) throw new TypeError('not an envelope of ours');
  return envelope;
}
