/** Refuses a write because this server does not hold the database lock (`database-lock.ts`). */
export class DatabaseLockMissingError extends Error {
  constructor() {
    super('this server is not a member of its database: the connection broke and is being made anew');
  }
}

/**
 * Reports that the answer log behind the connection has become another one (restored, or a standby took over). The server stops. Calls that fail
 * until then can be repeated.
 */
export class DatabaseReplacedError extends Error {
  constructor() {
    super('the answer log on PostgreSQL is another one than before (restored, or a standby took over): start the server again');
  }
}

/** Returns the address of the database without user and password, for messages on the console. */
export function hideCredentials(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url);
    return `${hostname || 'localhost'}:${port || '5432'}${pathname}`;
  } catch {
    return 'DATABASE_URL';
  }
}

const explanations: Readonly<Record<string, (at: string, message: string) => string>> = {
  ECONNREFUSED: (at) => `nothing listens at ${at}: is the PostgreSQL server running?`,
  ENOTFOUND: (at) => `there is no machine of the name in ${at}`,
  EAI_AGAIN: (at) => `the name in ${at} can't be looked up just now`,
  ETIMEDOUT: (at) => `${at} does not answer`,
  '28P01': (at) => `PostgreSQL at ${at} refuses the user or the password of DATABASE_URL`,
  '28000': (at, message) => `PostgreSQL at ${at} lets this user in no such way: ${message}`,
  // PgBouncer gives this code when it refuses the session settings of our connections.
  '08P01': describePooler,
  '25006': (at) => `PostgreSQL at ${at} is read-only: it is a standby, or default_transaction_read_only is set`,
  '3D000': (at) => `there is no such database: ${at}. Create it with CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'`,
  '42501': (at, message) => `the user of DATABASE_URL may not make tables in ${at}: ${message}`,
  '53300': (at) => `PostgreSQL at ${at} has no connection left to give`,
  '57P03': (at) => `PostgreSQL at ${at} is starting or stopping: try again in a moment`,
};

/** Describes a pooler that drops session settings. Such a pooler would also run the transactions of one connection in different sessions. */
export function describePooler(at: string): string {
  return `a pooler answers at ${at} and does not pass on the settings of a session (PgBouncer): name the PostgreSQL server itself in DATABASE_URL`;
}

/** Converts a connection error to a sentence for the operator who started the server. */
export function describeConnectionError(error: unknown, url: string): Error {
  const { code, message, errors } = error as { code?: string; message?: string; errors?: readonly { code?: string }[] };
  const faultCode = code ?? errors?.[0]?.code ?? '';
  const at = hideCredentials(url);
  const text = explanations[faultCode]?.(at, message ?? '') ?? (/timeout/i.test(message ?? '') ? `${at} does not answer` : undefined);
  if (text !== undefined) return new Error(text, { cause: error });
  return error instanceof Error ? error : new Error(String(error));
}

/**
 * Tests whether the connection broke or could not be opened. The open transaction is rolled back, unless the connection broke between a COMMIT and
 * its response. The next statement takes another connection.
 */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof DatabaseLockMissingError || error instanceof DatabaseReplacedError) return true;
  const { code = '', message = '' } = error as { code?: string; message?: string };
  // Class 08: connection exceptions; 57P0x: the server is stopping or starting; WK002: a lease ran out during the transaction
  // (`server-membership.ts`). The rest are socket errors of this machine and messages of the `pg` pool.
  return (
    /^(?:08...|57P0[1-5]|25P03|WK002|53200|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/.test(code) ||
    /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/.test(message)
  );
}

/** Tests whether the database answers but cannot write: it is read-only or has no space left. The transaction was rolled back. */
export const isWriteRefused = (error: unknown): boolean => /^(?:25006|53100)$/.test((error as { code?: string }).code ?? '');

/** Tests for U+0000 in a text: valid in JSON, but PostgreSQL cannot store it. */
export const isUnstorable = (error: unknown): boolean => (error as { code?: string }).code === '22021';

/** Milliseconds for which a fault is reported after the last statement that met it. */
const shownMs = 10_000;

const sentences: Readonly<Record<string, string>> = {
  '25006': 'PostgreSQL is read-only',
  '53100': 'PostgreSQL has no space left',
  '53300': 'PostgreSQL has no connection left to give',
};

/**
 * Remembers a fault, such as a full disk, that made statements fail although PostgreSQL answers. A statement that succeeds does not prove that the
 * fault is over, so it ends only after a time.
 */
export class DatabaseFaultWatch {
  #fault: { readonly reason: string; readonly metMs: number } | undefined;

  /** Remembers the error of a statement if it means that PostgreSQL answers but cannot work, such as a full disk. */
  readonly note = (error: unknown): void => {
    const reason = sentences[(error as { code?: string }).code ?? ''];
    if (reason !== undefined) this.#fault = { reason, metMs: performance.now() };
  };

  /** The newest fault as a sentence for the operator, or null. */
  get reason(): string | null {
    return this.#fault && performance.now() - this.#fault.metMs < shownMs ? this.#fault.reason : null;
  }
}
