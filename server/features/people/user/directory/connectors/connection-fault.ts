import { directoryMessages as messages } from '../directory-messages.ts';
import { DirectoryFault } from './connector.ts';

/** Longest time (ms) that the server waits for a directory. */
export const requestTimeoutMs = 10_000;

/** Runs work against a directory; throws a fault if it takes longer than `limitMs`. The caller closes the connection. */
export async function runWithDeadline<R>(work: () => Promise<R>, host: string, limitMs = requestTimeoutMs): Promise<R> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new DirectoryFault(messages.timedOut(host, limitMs))), limitMs);
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Error codes of OpenSSL and Node for a certificate that is not trusted. */
const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|ALTNAME|ERR_TLS_CERT/;
/** Error codes for a peer that speaks no TLS, or closes the connection at the first byte. */
const tlsCodes = /SSL|TLS|EPROTO|ECONNRESET/;

/** Explains an error of a connection in words. */
export function describeConnectionFault(error: unknown, host: string): DirectoryFault {
  const { code, message } = findCoded(error);
  if (certificateCodes.test(code)) return new DirectoryFault(messages.certificateRefused(host, code), error);
  if (tlsCodes.test(code)) return new DirectoryFault(messages.noTls(host), error);
  if (/timeout|ETIMEDOUT/i.test(`${code} ${message}`)) return new DirectoryFault(messages.timedOut(host, requestTimeoutMs), error);
  if (/^E[A-Z]+$/.test(code)) return new DirectoryFault(messages.unreachable(host, code), error);
  return new DirectoryFault(messages.unexpected(message), error);
}

/** Finds the error with a code among an error and its causes; several addresses or libraries may wrap it. */
function findCoded(error: unknown): { code: string; message: string } {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code } = each as NodeJS.ErrnoException;
    if (typeof code === 'string' && /^E[A-Z]|CERT|SELF_SIGNED|UNABLE/.test(code)) return { code, message: each.message };
  }
  return { code: '', message: error instanceof Error ? error.message : String(error) };
}
