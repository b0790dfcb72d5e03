import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';

/** One thing that a call changes, for the audit log. Secrets may stand in it: they are redacted before anything is kept. */
export interface AuditChange {
  /** What kind of thing, in the module's own word: "user", "paper", "examPlan". */
  readonly entity: string;
  /** Null for many at once (an import): then say how many in `after`. */
  readonly id: number | string | null;
  /** What people call it, where neither side nor the input has its `name` or `title`. */
  readonly name?: string | undefined;
  /** The thing as it was and as it is, whole or in part: only fields that differ are kept. Null: there was none, or is none any more. */
  readonly before?: object | null;
  readonly after?: object | null;
  /** The school it belongs to, where that isn't the caller's own; null for the platform. */
  readonly schoolId?: number | null;
  /** Who did it, where no session says so (a sign-in). */
  readonly byUserId?: number;
  /** The name somebody signed in with who may not be who they say. */
  readonly claimedName?: string;
}

/**
 * What a handler says about its own changes. Every call with `changes: true` is logged without this; here it adds which thing,
 * and what it was before. A call that only reads is logged if it notes something (the showing of an ID number).
 */
export interface Audit {
  /** Written right after the handler's answer and before the caller hears of it; forgotten when the answer is a refusal. */
  note(change: AuditChange): void;
  /** Written in the transaction that makes the change: both or neither. */
  noteIn(tx: Transaction<Database>, change: AuditChange): Promise<void>;
}

/** For what the server does by itself, in nobody's name: the demo's data, a projection. */
export const unaudited: Audit = { note: () => undefined, noteIn: () => Promise.resolve() };
