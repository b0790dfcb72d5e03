/**
 * The error catalogue: one row a code. The server answers with these, the client acts on `client`,
 * the OpenAPI document lists them. Business refusals are values of this table; only bugs throw.
 */

/** What the client does with a non-zero code (spec section 8). */
export type ClientReaction =
  /** An error toast, 3 s. */
  | 'toast'
  /** The toast, and the messages beside the fields they belong to. */
  | 'fields'
  /** The log-in-again dialog alone. */
  | 'dialog'
  /** The dialog and the toast. */
  | 'dialogAndToast';

export interface ErrorRow {
  readonly code: number;
  /** 200 for most: proxies and the outbox act on the few others. */
  readonly httpStatus: 200 | 404 | 413 | 429 | 503;
  readonly client: ClientReaction;
  /** May the very same request succeed later without anybody changing it? */
  readonly retry: boolean;
}

export const errors = {
  invalid: { code: 1001, httpStatus: 200, client: 'fields', retry: false },
  refused: { code: 1002, httpStatus: 200, client: 'toast', retry: false },
  forbidden: { code: 1003, httpStatus: 200, client: 'toast', retry: false },
  signedOut: { code: 1004, httpStatus: 200, client: 'dialog', retry: false },
  notFound: { code: 1005, httpStatus: 200, client: 'toast', retry: false },
  /** An unknown call: the same code as `notFound`, but a 404 for proxies. */
  unknownCall: { code: 1005, httpStatus: 404, client: 'toast', retry: false },
  conflict: { code: 1006, httpStatus: 200, client: 'toast', retry: false },
  tooMany: { code: 1007, httpStatus: 429, client: 'toast', retry: true },
  tooLarge: { code: 1008, httpStatus: 413, client: 'toast', retry: false },
  /** The password was given by somebody else: first an own one. */
  passwordFirst: { code: 1009, httpStatus: 200, client: 'toast', retry: false },
  expired: { code: 2001, httpStatus: 200, client: 'dialog', retry: false },
  elsewhere: { code: 3000, httpStatus: 200, client: 'dialog', retry: false },
  disabled: { code: 4000, httpStatus: 200, client: 'dialogAndToast', retry: false },
  internal: { code: 5000, httpStatus: 200, client: 'toast', retry: true },
  /** Stopping or not ready: the same code as `internal`, told apart by its status. */
  unavailable: { code: 5000, httpStatus: 503, client: 'toast', retry: true },
} as const satisfies Record<string, ErrorRow>;

export type ErrorName = keyof typeof errors;

/** Every call may answer with these; a call's own `errors` lists what it adds. */
export const commonErrors = ['invalid', 'tooMany', 'tooLarge', 'internal', 'unavailable'] as const satisfies readonly ErrorName[];

/** The row of a code, for the client; undefined for a code this build doesn't know. */
export const errorByCode: ReadonlyMap<number, ErrorRow> = new Map(Object.values(errors).map((row) => [row.code, row]));

/** One faulty input field: `path` as in the input ("sections.0.count"), `message` in the user's language. */
export interface FieldFault {
  readonly path: string;
  readonly message: string;
}
