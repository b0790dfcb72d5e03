import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';

/** One change that a call makes, for the audit log. May contain secrets: they are redacted before storage. */
export interface AuditChange {
  /** Kind of entity, in the module's own word: "user", "paper", "examPlan". */
  readonly entity: string;
  /** Id of the changed entity. Null for many entities at once (an import); put their number into `after`. */
  readonly id: number | string | null;
  /** Display name of the entity, if none of `before`, `after` and the call's input has a `name` or `title`. */
  readonly name?: string | undefined;
  /** The entity before and after, whole or in part; only fields that differ are stored. Null: it did not exist, or was removed. */
  readonly before?: object | null;
  readonly after?: object | null;
  /** The entity's school, if it is not the caller's own; null for the platform. */
  readonly schoolId?: number | null;
  /** The acting user, if there is no session yet (a sign-in). */
  readonly byUserId?: number;
  /** The login name or number given in a failed sign-in; its owner need not be the person who gave it. */
  readonly claimedName?: string;
}

/**
 * Lets a handler describe its changes. Every call with `changes: true` is logged even without a note; the note adds the entity and its
 * old values. A call that only reads is logged if it notes something (for example, that an ID number was shown).
 */
export interface Audit {
  /** Records the change after the handler returned and before the caller gets the response. Dropped if the handler refuses. */
  note(change: AuditChange): void;
  /** Records the change in the handler's own transaction. */
  noteIn(tx: Transaction<Database>, change: AuditChange): Promise<void>;
}

/** Ignores all notes for the audit log. For work of the server itself, without a user: demo data, projections. */
export const noAudit: Audit = { note: () => undefined, noteIn: () => Promise.resolve() };
