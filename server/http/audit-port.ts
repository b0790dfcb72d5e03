import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { AuditChange } from './audit.ts';
import type { Caller } from './handler.ts';

/** A call to be recorded in the audit log. */
export interface AuditRecord {
  readonly call: string;
  readonly caller: Caller | null;
  /** Result code of the envelope; 0: success. */
  readonly code: number;
  readonly ip: string;
  readonly agent: string;
  readonly input: unknown;
  readonly change: AuditChange | null;
}

export interface AuditPort {
  /** Resolves when the records are on disk. Never rejects: records that cannot be written now are buffered and written later. */
  write(records: readonly AuditRecord[]): Promise<void>;
  writeIn(tx: Transaction<Database>, record: AuditRecord): Promise<void>;
  /** Records a refusal without waiting. A flood from one address is counted instead of recorded. */
  refused(record: AuditRecord): void;
}
