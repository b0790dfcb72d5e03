import { classifyConnectionError } from '../../../../../outbound/connection-error.ts';
import { outboundTimeoutMs } from '../../../../../outbound/outbound-request.ts';
import { directoryMessages as messages } from '../directory-messages.ts';
import { DirectoryFault } from './connector.ts';

/** Runs work against a directory; throws a fault if it takes longer than `limitMs`. The caller closes the connection. */
export async function runWithDeadline<R>(work: () => Promise<R>, host: string, limitMs = outboundTimeoutMs): Promise<R> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new DirectoryFault(messages.timedOut(host, limitMs))), limitMs);
  try {
    return await Promise.race([work(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Converts a connection error to a fault that explains in words what went wrong. */
export function describeConnectionFault(error: unknown, host: string): DirectoryFault {
  const { kind, reason } = classifyConnectionError(error);
  if (kind === 'certificate') return new DirectoryFault(messages.certificateRefused(host, reason), error);
  if (kind === 'tls') return new DirectoryFault(messages.noTls(host), error);
  if (kind === 'timedOut') return new DirectoryFault(messages.timedOut(host, outboundTimeoutMs), error);
  if (kind === 'unreachable') return new DirectoryFault(messages.unreachable(host, reason), error);
  return new DirectoryFault(messages.unexpected(reason), error);
}
