import type { ResponseEnvelope } from '../../../sync/contract/call.ts';

const isEnvelope = (value: unknown): value is ResponseEnvelope =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as ResponseEnvelope).code === 'number' &&
  typeof (value as ResponseEnvelope).msg === 'string';

/**
 * Posts one call of the contract. Resolves with the envelope at every HTTP status. Rejects if no envelope arrives: no reply, a captive
 * portal's page or redirect, or a truncated body. Callers treat a rejection as a network failure.
 */
export async function postEnvelope(
  path: string,
  body: string,
  extraHeaders: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<ResponseEnvelope> {
  const headers = { 'content-type': 'application/json', 'accept-language': document.documentElement.lang, ...extraHeaders };
  return postTo(`/api${path}`, { headers, body, signal });
}

/** Posts to another address, such as a relay in the room. */
export async function postTo(
  url: string,
  init: { headers: Readonly<Record<string, string>>; body: string; signal: AbortSignal },
): Promise<ResponseEnvelope> {
  const reply = await fetch(url, {
    method: 'POST',
    ...init,
    // Our server never redirects; a redirect comes from a third party such as a captive portal.
    redirect: 'error',
    cache: 'no-store',
  });
  const envelope: unknown = await reply.json();
  if (!isEnvelope(envelope)) throw new TypeError('the response is not an API envelope');
  return envelope;
}
