import { type IncomingMessage, type RequestOptions, request as requestPlainly } from 'node:http';
import { request } from 'node:https';
import { rootCertificates } from 'node:tls';
import type { OutboundNetwork } from './outbound-network.ts';

/** Longest time (ms) that the server waits for another system, from the connection to the end of its answer. */
export const outboundTimeoutMs = 10_000;

export interface OutboundRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  /** Certificates (PEM) that are trusted in addition to the usual authorities; '' for none. */
  readonly certificate?: string | undefined;
  /** Ends the request early. */
  readonly stopping?: AbortSignal | undefined;
}

/**
 * Sends a request to an address that a school administrator has chosen, and resolves with the answer before its body is read. It connects only to
 * an address that the network allows, and follows no redirect. Rejects with the network's faults and Node's connection errors.
 */
export async function sendOutbound(
  network: OutboundNetwork,
  url: URL,
  { method, headers, body, certificate = '', stopping }: OutboundRequest,
): Promise<IncomingMessage> {
  const resolvedAddress = await network.resolve(url.hostname.replace(/^\[(.*)\]$/, '$1'));
  const options: RequestOptions = {
    method,
    headers,
    signal: AbortSignal.any([AbortSignal.timeout(outboundTimeoutMs), ...(stopping ? [stopping] : [])]),
    agent: false,
    // The name was resolved and checked above; resolved again, it might mean another address.
    lookup: (_name, asked, done) => {
      if (asked.all === true) done(null, [resolvedAddress]);
      else done(null, resolvedAddress.address, resolvedAddress.family);
    },
  };
  const trusted = certificate === '' ? {} : { ca: [...rootCertificates, certificate] };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const call = url.protocol === 'http:' ? requestPlainly(url, options) : request(url, { ...options, ...trusted });
  call.on('error', reject);
  call.on('response', resolve);
  call.end(body);
  return promise;
}

/** Error codes of OpenSSL and Node for a certificate that is not trusted. */
const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|ALTNAME|ERR_TLS_CERT/;
/** Error codes for a peer that speaks no TLS, or closes the connection at the first byte. */
const tlsCodes = /SSL|TLS|EPROTO|ECONNRESET/;

/** Cause of a failed connection. `reason` is the error code; for `other`, which is no connection error, it is the error's message. */
export interface ConnectionError {
  readonly kind: 'certificate' | 'tls' | 'timedOut' | 'unreachable' | 'other';
  readonly reason: string;
}

/** Classifies an error of a connection to another system. */
export function classifyConnectionError(error: unknown): ConnectionError {
  const { code, message } = findCoded(error);
  if (certificateCodes.test(code)) return { kind: 'certificate', reason: code };
  if (tlsCodes.test(code)) return { kind: 'tls', reason: code };
  if (/timeout|ETIMEDOUT/i.test(`${code} ${message}`)) return { kind: 'timedOut', reason: code };
  if (/^E[A-Z]+$/.test(code)) return { kind: 'unreachable', reason: code };
  return { kind: 'other', reason: message };
}

/** Finds the error with a code among an error and its causes. Libraries, and attempts at several addresses, wrap the original error. */
function findCoded(error: unknown): { code: string; message: string } {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code } = each as NodeJS.ErrnoException;
    if (typeof code === 'string' && /^E[A-Z]|CERT|SELF_SIGNED|UNABLE/.test(code)) return { code, message: each.message };
  }
  return { code: '', message: error instanceof Error ? error.message : String(error) };
}
