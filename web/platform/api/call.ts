import { requestKeyHeader, type CallInput, type CallOutput } from '../../../sync/contract/call.ts';
import { apiErrors, errorByCode, type ClientReaction, type FieldError } from '../../../sync/contract/errors.ts';
import type { CallOfPath, CallPath } from './call-path.ts';
import { postEnvelope } from './envelope.ts';
import { readToken } from './token.ts';
import { Listeners } from '../../../sync/engine/listeners.ts';

const timeoutMs = 60_000;

/** Failure of a call. `code` 0 means that no valid envelope arrived: no network, time-out, or a page of another server such as a captive portal. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
  get network(): boolean {
    return this.code === 0;
  }
  get reaction(): ClientReaction {
    return errorByCode.get(this.code)?.client ?? 'toast';
  }
  /** True if the session has ended or the account is disabled; this is neither a network fault nor an answer to the call. */
  get sessionLost(): boolean {
    return this.reaction === 'dialog' || this.reaction === 'dialogAndToast';
  }
  /** Messages for single fields (code 1001). */
  get fields(): readonly FieldError[] {
    const fields = (this.data as { fields?: unknown } | null | undefined)?.fields;
    return Array.isArray(fields) ? (fields as FieldError[]) : [];
  }
}

/**
 * Returns true for the code of a refusal that is final: the server will refuse the same request again, so a queue must not send it again. False
 * for code 0, for an unknown code (of another server, such as a proxy, or of a newer one), for a lost session, and for errors that pass by
 * themselves. False also for `passwordFirst`: the server has not looked at the request yet, and takes it once the user has a new password.
 */
export function isFinalCode(code: number): boolean {
  const row = errorByCode.get(code);
  return row?.retry === false && !row.client.startsWith('dialog') && code !== apiErrors.passwordFirst.code;
}

/** Returns true if the server refused the call with a final code (`isFinalCode`). */
export const isFinalRefusal = (failure: unknown): failure is CallFailure => failure instanceof CallFailure && isFinalCode(failure.code);

/** `quiet`: the user did not start the call, or the page shows the failure itself. */
type Listener = (failure: CallFailure, quiet: boolean) => void;
const listeners = new Listeners<Parameters<Listener>>();
/**
 * Registers a listener for failures: of all calls that are not `quiet`, and of every call that found the session lost. Returns the function that
 * unregisters it.
 */
export const onCallFailure = listeners.subscribe;

/** Reports a failure to the listeners although its call was quiet. */
export function reportFailure(failure: CallFailure, quiet = false): void {
  listeners.notify(failure, quiet);
}

interface CallTexts {
  /** Text for a failure if the server's reply contains no message. */
  readonly unknown: string;
  readonly network: string;
  readonly timeout: string;
}
let texts: CallTexts = { unknown: '', network: '', timeout: '' };
/** Sets the texts of failures that carry no message from the server. */
export function setCallTexts(next: CallTexts): void {
  texts = next;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** True if the caller shows the failure itself. A lost session is reported in any case. */
  readonly quiet?: boolean;
  /** The caller's own idempotency key, stored until the call is answered. Without it, equal calls of one page share a generated key. */
  readonly requestKey?: string;
  /** For signing in and out: the caller handles a refused session itself, so no dialog opens. */
  readonly ownSession?: true;
}

/** Makes the call with this path. Resolves with its data; rejects with a `CallFailure`, or with the reason of an aborted `signal`. */
export async function makeCall<P extends CallPath>(
  path: P,
  input: CallInput<CallOfPath<P>>,
  options: CallOptions = {},
): Promise<CallOutput<CallOfPath<P>>> {
  const limit = AbortSignal.timeout(timeoutMs);
  const signal = options.signal === undefined ? limit : AbortSignal.any([limit, options.signal]);
  let failure: CallFailure;
  const token = readToken();
  const body = JSON.stringify(input);
  const headers = { [requestKeyHeader]: options.requestKey ?? getRequestKey(path, body), ...(token !== null && { 'X-Token': token }) };
  try {
    const envelope = await postEnvelope(path, body, headers, signal);
    // The reply "try again later" does not settle the request: a repeated call keeps its idempotency key.
    if (errorByCode.get(envelope.code)?.retry !== true) forgetRequestKey(path, body);
    if (envelope.code === 0) return envelope.data as CallOutput<CallOfPath<P>>;
    failure = new CallFailure(envelope.code, envelope.msg === '' ? texts.unknown : envelope.msg, envelope.data);
  } catch (cause) {
    if (options.signal?.aborted === true) throw cause;
    failure = new CallFailure(0, limit.aborted ? texts.timeout : texts.network);
  }
  // Another tab, or the automatic reconnect after an offline sign-in, has stored a newer session token meanwhile. Retry with that token.
  if (token !== null && failure.sessionLost && readToken() !== null && readToken() !== token) return makeCall(path, input, options);
  const quiet = options.quiet === true;
  if (failure.sessionLost ? options.ownSession !== true : !quiet) reportFailure(failure, quiet);
  throw failure;
}

/** Maximum number of remembered requests without an answer; a user never has so many. */
const maxOpenRequests = 50;

/** Idempotency keys of unanswered requests, by path and body. */
const keyByRequest = new Map<string, string>();

/**
 * Returns the idempotency key of a request. It stays the same until the request is answered, so that the server executes a repeated request
 * (second press, lost answer) only once (decision 023).
 */
function getRequestKey(path: string, body: string): string {
  const request = `${path} ${body}`;
  const key = keyByRequest.get(request) ?? crypto.randomUUID();
  keyByRequest.delete(request);
  keyByRequest.set(request, key);
  for (const oldest of keyByRequest.keys()) {
    if (keyByRequest.size <= maxOpenRequests) break;
    keyByRequest.delete(oldest);
  }
  return key;
}

/** Forgets the key of an answered request: an equal request after this is a new one. */
function forgetRequestKey(path: string, body: string): void {
  keyByRequest.delete(`${path} ${body}`);
}
