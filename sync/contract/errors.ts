// The error catalogue: one row per code. The server returns these codes, the client reacts as `client` says, and the OpenAPI document lists them.
// Every refusal of a call has one of these codes.

/** Reaction of the client to a non-zero code (specification section 8). */
export type ClientReaction =
  /** Shows an error toast for 3 s. */
  | 'toast'
  /** Shows the error toast, and messages beside the invalid fields. */
  | 'fields'
  /** Shows only the dialog to sign in again. */
  | 'dialog'
  /** Shows the dialog to sign in again, and the error toast. */
  | 'dialogAndToast';

export interface ErrorRow {
  readonly code: number;
  /** HTTP status: 200 for most errors. The others are for proxies and the outbox, which react to the HTTP status. */
  readonly httpStatus: 200 | 404 | 413 | 429 | 503;
  readonly client: ClientReaction;
  /** True if the same request may succeed later without any change by a user. */
  readonly retry: boolean;
}

export const apiErrors = {
  invalid: { code: 1001, httpStatus: 200, client: 'fields', retry: false },
  refused: { code: 1002, httpStatus: 200, client: 'toast', retry: false },
  forbidden: { code: 1003, httpStatus: 200, client: 'toast', retry: false },
  signedOut: { code: 1004, httpStatus: 200, client: 'dialog', retry: false },
  notFound: { code: 1005, httpStatus: 200, client: 'toast', retry: false },
  /** Unknown call: same code as `notFound`, but HTTP 404 for proxies. */
  unknownCall: { code: 1005, httpStatus: 404, client: 'toast', retry: false },
  conflict: { code: 1006, httpStatus: 200, client: 'toast', retry: false },
  tooMany: { code: 1007, httpStatus: 429, client: 'toast', retry: true },
  tooLarge: { code: 1008, httpStatus: 413, client: 'toast', retry: false },
  /** The user's password was set by another person. The user must choose a new one before making this call. */
  passwordFirst: { code: 1009, httpStatus: 200, client: 'toast', retry: false },
  expired: { code: 2001, httpStatus: 200, client: 'dialog', retry: false },
  elsewhere: { code: 3000, httpStatus: 200, client: 'dialog', retry: false },
  disabled: { code: 4000, httpStatus: 200, client: 'dialogAndToast', retry: false },
  internal: { code: 5000, httpStatus: 200, client: 'toast', retry: true },
  /** The server is stopping or not ready. Same code as `internal`; the HTTP status differs. */
  unavailable: { code: 5000, httpStatus: 503, client: 'toast', retry: true },
} as const satisfies Record<string, ErrorRow>;

export type ErrorName = keyof typeof apiErrors;

/** Errors that every call may return. The field `errors` of a call lists the further ones. */
export const commonErrors = ['invalid', 'tooMany', 'tooLarge', 'internal', 'unavailable'] as const satisfies readonly ErrorName[];

/** Maps an error code to its row, for the client. A code of a newer server is missing. */
export const errorByCode: ReadonlyMap<number, ErrorRow> = new Map(Object.values(apiErrors).map((row) => [row.code, row]));

/** One invalid input field: `path` as in the input ("sections.0.count"), `message` in the user's language. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}
