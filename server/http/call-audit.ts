import type { Transaction } from 'kysely';
import type { CallSpec } from '../../sync/contract/call.ts';
import { apiErrors, type ErrorName } from '../../sync/contract/errors.ts';
import type { Database } from '../db/schema.ts';
import type { Audit, AuditChange } from './audit.ts';
import type { AuditPort, AuditRecord } from './audit-port.ts';
import type { Caller } from './handler.ts';

/** Errors of public calls that are no sign of an attack, and so are not recorded in the audit log. */
const harmless: ReadonlySet<ErrorName> = new Set(['invalid', 'tooLarge', 'unavailable']);

/** Collects the audit entries of one call: its handler's notes, and the outcome that the mount adds. */
export class CallAudit implements Audit {
  readonly #port: AuditPort;
  readonly #spec: CallSpec & { readonly path: string };
  readonly #from: { readonly ip: string; readonly agent: string };
  #caller: Caller | null = null;
  #input: unknown;
  #notes: AuditChange[] = [];
  #writtenIn = false;

  constructor(port: AuditPort, spec: CallSpec & { readonly path: string }, from: { readonly ip: string; readonly agent: string }) {
    this.#port = port;
    this.#spec = spec;
    this.#from = from;
  }

  setCaller(caller: Caller | null): void {
    this.#caller = caller;
  }

  parsed(input: unknown): void {
    this.#input = input;
  }

  note(change: AuditChange): void {
    this.#notes.push(change);
  }

  async noteIn(tx: Transaction<Database>, change: AuditChange): Promise<void> {
    await this.#port.writeIn(tx, this.#record(0, change));
    this.#writtenIn = true;
  }

  /** Drops the notes of a repeated call: the first call was logged already. */
  dropNotes(): void {
    this.#notes = [];
    this.#writtenIn = true;
  }

  async succeeded(): Promise<void> {
    const notes: (AuditChange | null)[] = this.#notes;
    const entries = notes.length === 0 && this.#spec.changes && !this.#writtenIn ? [null] : notes;
    if (entries.length > 0) await this.#port.write(entries.map((change) => this.#record(0, change)));
  }

  /** Records only refusals that may be an attack: forbidden calls and failed sign-ins. */
  refused(error: ErrorName): void {
    const atTheDoor = this.#spec.access === 'public' && this.#spec.changes && !harmless.has(error);
    if (error === 'forbidden' || atTheDoor) this.#port.refused(this.#record(apiErrors[error].code, this.#notes[0] ?? null));
  }

  /** Records a call that failed by an exception, because its change may be half done. */
  async failed(): Promise<void> {
    if (!this.#spec.changes) return;
    const notes: (AuditChange | null)[] = this.#notes.length > 0 ? this.#notes : [null];
    await this.#port.write(notes.map((change) => this.#record(apiErrors.internal.code, change)));
  }

  #record(code: number, change: AuditChange | null): AuditRecord {
    return { call: this.#spec.path, caller: this.#caller, code, ...this.#from, input: this.#input, change };
  }
}
