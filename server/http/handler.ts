import type { CallOutput, CallParsed, CallSpec } from '../../sync/contract/call.ts';
import type { ErrorName, FieldFault } from '../../sync/contract/errors.ts';
import type { contract, ModuleName } from '../../sync/contract/index.ts';
import type { Role, UserType } from '../../sync/contract/roles.ts';
import type { Audit } from './audit.ts';
import type { AnswerKeeper } from './answer-keeper.ts';

export type Language = 'zh-CN' | 'en';
/** A sentence for the user in every language we speak. Catalogues (`<module>-messages.ts`) hold functions that give one. */
export type Message = Readonly<Record<Language, string>>;

/** A business refusal: a value, not an exception. */
export class Refusal {
  readonly error: ErrorName;
  readonly message: Message;
  readonly fields: readonly (Omit<FieldFault, 'message'> & { message: Message })[];
  readonly data: unknown;
  constructor(error: ErrorName, message: Message, extra: { fields?: Refusal['fields']; data?: unknown } = {}) {
    this.error = error;
    this.message = message;
    this.fields = extra.fields ?? [];
    this.data = extra.data;
  }
}
export const refuse = (error: ErrorName, message: Message, extra?: { fields?: Refusal['fields']; data?: unknown }): Refusal =>
  new Refusal(error, message, extra);

export interface Caller {
  readonly userId: number;
  readonly userType: UserType;
  readonly roles: readonly Role[];
  readonly schoolId: number;
  readonly sessionId: number;
  /** Signed in with a password that somebody else gave, and has none of their own yet. */
  readonly mustChangePassword?: boolean;
}

/** What every call is given; a ticket call nothing more. */
export interface TicketContext {
  readonly ip: string;
  readonly language: Language;
  /** The browser as it names itself; absent where the server calls itself. */
  readonly agent?: string;
  /** Ends when the client goes away or the server stops. */
  readonly signal: AbortSignal;
}
export interface RequestContext extends TicketContext {
  /** What this browser keeps across sign-ins; only public calls have it. */
  readonly device?: { readonly value: string; keep(value: string): void };
  /** Says which thing this call changes and what it was before; see audit-port.ts. */
  readonly audit: Audit;
  /** Keeps the answer for whoever asks the same again, in the transaction of the change (`once`). */
  readonly answer?: AnswerKeeper | undefined;
}
/** Who may make the call decides what the handler is given: a caller, except for public and ticket calls. */
export type ContextFor<S extends CallSpec> = S['access'] extends 'ticket'
  ? TicketContext
  : S['access'] extends 'public'
    ? RequestContext
    : RequestContext & { readonly caller: Caller };

type Answer<S extends CallSpec> = CallOutput<S> | Refusal;
export type Handler<S extends CallSpec> = (input: CallParsed<S>, context: ContextFor<S>) => Promise<Answer<S>> | Answer<S>;

/** One handler for every call of a module: a forgotten one is a type error. */
export type Handlers<M extends ModuleName> = {
  readonly [K in keyof (typeof contract)[M]]: (typeof contract)[M][K] extends CallSpec ? Handler<(typeof contract)[M][K]> : never;
};
export type AllHandlers = { readonly [M in ModuleName]: Handlers<M> };
