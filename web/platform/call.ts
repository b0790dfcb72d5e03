import { requestKeyHeader, type CallInput, type CallOutput } from '../../sync/contract/call.ts';
import { errorByCode, type ClientReaction, type FieldFault } from '../../sync/contract/errors.ts';
import type { CallAt, CallPath } from './call-path.ts';
import { postEnvelope } from './envelope.ts';
import { requestAnswered, requestKey } from './request-keys.ts';
import { readToken } from './token.ts';

const timeoutMs = 60_000;

/** A call that did not give its data. `code` 0 stands for "no envelope came": no network, time-out, somebody else's page. */
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
  /** The session is over, or the account is shut: neither the network's fault nor an answer to what was asked. */
  get sessionLost(): boolean {
    return this.reaction === 'dialog' || this.reaction === 'dialogAndToast';
  }
  /** Messages beside their fields (code 1001). */
  get fields(): readonly FieldFault[] {
    const fields = (this.data as { fields?: unknown } | null | undefined)?.fields;
    return Array.isArray(fields) ? (fields as FieldFault[]) : [];
  }
}

/** `quiet`: nobody pressed anything for it, or the page shows it itself. */
type Listener = (failure: CallFailure, quiet: boolean) => void;
const listeners = new Set<Listener>();
/** Hears of every failed call that isn't `quiet`, and of a lost session whichever call met it: toasts and the log-in-again dialog hang on it. */
export function onCallFailure(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells the listeners of a failure that was kept quiet at first. */
export function reportFailure(failure: CallFailure, quiet = false): void {
  for (const listener of listeners) listener(failure, quiet);
}

interface CallTexts {
  /** For a failure without a message of its own. */
  readonly unknown: string;
  readonly network: string;
  readonly timeout: string;
}
let texts: CallTexts = { unknown: '', network: '', timeout: '' };
export function setCallTexts(next: CallTexts): void {
  texts = next;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** The caller shows the failure itself; a lost session is told all the same. */
  readonly quiet?: boolean;
  /** The caller's own, kept until the call is answered; else the call has one as long as the page stands. */
  readonly requestKey?: string;
  /** Signing in and out: the caller knows better than a dialog what a refused session means here. */
  readonly ownSession?: true;
}

/** Makes a call of the contract, named by its path. Resolves with its data; rejects with a `CallFailure`, or with the abort of `signal`. */
export async function call<P extends CallPath>(
  path: P,
  input: CallInput<CallAt<P>>,
  options: CallOptions = {},
): Promise<CallOutput<CallAt<P>>> {
  const limit = AbortSignal.timeout(timeoutMs);
  const signal = options.signal === undefined ? limit : AbortSignal.any([limit, options.signal]);
  let failure: CallFailure;
  const token = readToken();
  const body = JSON.stringify(input);
  const headers = { [requestKeyHeader]: options.requestKey ?? requestKey(path, body), ...(token !== null && { 'X-Token': token }) };
  try {
    const envelope = await postEnvelope(path, body, headers, signal);
    // "Try again later" is no answer yet: asked again, it is still the same wish.
    if (errorByCode.get(envelope.code)?.retry !== true) requestAnswered(path, body);
    if (envelope.code === 0) return envelope.data as CallOutput<CallAt<P>>;
    failure = new CallFailure(envelope.code, envelope.msg === '' ? texts.unknown : envelope.msg, envelope.data);
  } catch (cause) {
    if (options.signal?.aborted === true) throw cause;
    failure = new CallFailure(0, limit.aborted ? texts.timeout : texts.network);
  }
  // Another tab, or the way back online, has a newer token: what was refused is the old one.
  if (token !== null && failure.sessionLost && readToken() !== null && readToken() !== token) return call(path, input, options);
  const quiet = options.quiet === true;
  if (failure.sessionLost ? options.ownSession !== true : !quiet) reportFailure(failure, quiet);
  throw failure;
}
