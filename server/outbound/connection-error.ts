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
