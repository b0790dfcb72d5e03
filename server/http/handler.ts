import type { CallOutput, ParsedCallInput, CallSpec } from '../../sync/contract/call.ts';
import type { ErrorName, FieldError } from '../../sync/contract/errors.ts';
import type { apiContract, ModuleName } from '../../sync/contract/index.ts';
import type { ApiScope } from '../../sync/contract/people/api-token.ts';
import type { Role, UserType } from '../../sync/contract/roles.ts';
import type { Audit } from './audit.ts';
import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';

export type Language = 'zh-CN' | 'en';
/** A sentence for the user in every supported language. Catalogues (`<module>-messages.ts`) contain functions that return one. */
export type Message = Readonly<Record<Language, string>>;
export const say = (zh: string, en: string): Message => ({ 'zh-CN': zh, en });

/**
 * The reason why a call is refused. `refuse` throws it, which rolls back the transaction that it leaves; `contract-mount.ts` sends it as the
 * response.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly error: ErrorName;
  readonly text: Message;
  readonly fields: readonly (Omit<FieldError, 'message'> & { message: Message })[];
  readonly data: unknown;
  constructor(error: ErrorName, text: Message, extra: { fields?: Refusal['fields']; data?: unknown } = {}) {
    super(text.en);
    this.error = error;
    this.text = text;
    this.fields = extra.fields ?? [];
    this.data = extra.data;
  }
}
/** Refuses the call that is being handled: throws a `Refusal`. */
export function refuse(error: ErrorName, text: Message, extra?: { fields?: Refusal['fields']; data?: unknown }): never {
  throw new Refusal(error, text, extra);
}

/** Refuses the call because of one field of its input, with the same message for the call and the field. `path`: such as `items.2.id`. */
export function refuseField(error: ErrorName, path: string, message: Message): never {
  return refuse(error, message, { fields: [{ path, message }] });
}

/**
 * Runs one part of a call and hands its refusal, if any, to `handleRefusal`. The part must make all checks before it writes: a refusal does not undo
 * its writes, which stay in the transaction.
 */
export async function catchRefusal<T, R>(work: () => Promise<T>, handleRefusal: (refusal: Refusal) => Promise<R> | R): Promise<T | R> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return handleRefusal(error);
    throw error;
  }
}

export interface Caller {
  readonly userId: number;
  readonly userType: UserType;
  readonly roles: readonly Role[];
  readonly schoolId: number;
  readonly sessionId: number;
  /** The API token by which the user calls; absent in a session. */
  readonly apiToken?: { readonly name: string; readonly scopes: readonly ApiScope[] };
  /** Time zone of the caller's school, for times in messages. Absent if the server calls itself. */
  readonly zone?: string;
  /** True if the user signed in with an initial password and must choose their own first. */
  readonly mustChangePassword?: boolean;
}

/** Context of every call. Calls with an upload token (`ticket`) get only this. */
export interface TicketContext {
  readonly ip: string;
  readonly language: Language;
  /** User agent of the browser; absent if the server calls itself. */
  readonly agent?: string;
  /** Aborts when the client disconnects. A call that waits long must also end when the server stops. */
  readonly signal: AbortSignal;
}
export interface RequestContext extends TicketContext {
  /** Cookie by which the browser is recognised across sign-ins; only for public calls. */
  readonly device?: { readonly value: string; keep(value: string): void };
  /** Describes this call's changes; see audit.ts. */
  readonly audit: Audit;
  /** Stores the idempotent response in the transaction of the change; only for calls with `once`. */
  readonly answer?: ResponseStore | undefined;
}
/** Context of a call's handler: it has a caller, except for public calls and calls with an upload token. */
export type ContextFor<S extends CallSpec> = S['access'] extends 'ticket'
  ? TicketContext
  : S['access'] extends 'public'
    ? RequestContext
    : RequestContext & { readonly caller: Caller };

/** Handles a call: returns its output or throws a `Refusal`. */
export type Handler<S extends CallSpec> = (input: ParsedCallInput<S>, context: ContextFor<S>) => Promise<CallOutput<S>> | CallOutput<S>;

/** One handler per call of a module; a missing one is a type error. */
export type Handlers<M extends ModuleName> = {
  readonly [K in keyof (typeof apiContract)[M]]: (typeof apiContract)[M][K] extends CallSpec ? Handler<(typeof apiContract)[M][K]> : never;
};
export type AllHandlers = { readonly [M in ModuleName]: Handlers<M> };

/** Stores a call's idempotent response in the transaction of its change, so that a repeated call gets the same response. */
export interface ResponseStore {
  keepIn(tx: Transaction<Database>, answer: unknown): Promise<void>;
}
