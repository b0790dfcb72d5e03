import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { AuditChange } from './audit.ts';
import type { Caller } from './handler.ts';

/** A call that was made, as the mount knows it. */
export interface AuditRecord {
  readonly call: string;
  readonly caller: Caller | null;
  /** Result code of the envelope; 0: done. */
  readonly code: number;
  readonly ip: string;
  readonly agent: string;
  readonly input: unknown;
  readonly change: AuditChange | null;
}

export interface AuditPort {
  /** Resolves when they are on disk. Never rejects: what can't be written now is kept and written later. */
  write(records: readonly AuditRecord[]): Promise<void>;
  writeIn(tx: Transaction<Database>, record: AuditRecord): Promise<void>;
  /** A refusal worth knowing. Nobody waits for it, and a flood from one address is counted instead of kept. */
  refused(record: AuditRecord): void;
}
