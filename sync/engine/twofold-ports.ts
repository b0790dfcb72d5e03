import type { SecondCopy } from './copies.ts';
import type { Wholeness } from './mend-copies.ts';
import type { Appended, AppendOutcome, ClientStore, Clock, Copies, Doubt, OpDraft, OpRow, StorageFault, Timers } from './ports.ts';

/** A thread of the page's own that seals an op and writes it to both copies side by side (SY3): no drawing of the page delays the disk. */
export interface WriterAside {
  /**
   * Undefined: nothing was written, and nothing will be (the disk is full, its connection is gone, it has no such keys). `held`: the
   * second copy has it.
   */
  sealAndWrite(draft: OpDraft, prevHash: string, amend?: 'amend'): Promise<Aside | undefined>;
  /** Both copies were compared, and the database is open: it may open a connection of its own. */
  prepare(): void;
}
export type Aside = { readonly op: OpRow; readonly held: boolean } & (
  | { readonly outcome: AppendOutcome }
  | { readonly fault: StorageFault }
);

export interface TwofoldDeps {
  /** Decides as long as none of its writes has failed. */
  readonly database: ClientStore;
  readonly second: SecondCopy;
  readonly clock: Clock;
  readonly timers: Timers;
  /** Before anything is asked of either: both were compared and mended. False: there is no second copy now. */
  readonly open: () => Promise<Wholeness | false>;
  /** `mendBoth`. */
  readonly mend: (trusted: 'database' | 'second') => Promise<Wholeness>;
  /** The database has refused or is gone: to be told to the other tabs, and what is undelivered should go out at once. */
  readonly onDoubt: (why: Doubt) => void;
  /** One tab of this device at a time; out of turn where another keeps it too long, for it may be frozen. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  readonly aside?: WriterAside;
}

/** A write that both copies have been told of. */
export interface UnderWay<T> {
  readonly change: (store: ClientStore) => Promise<T>;
  /** What the database makes of it. */
  readonly decided: Promise<T>;
  /** Does the second copy have it? */
  readonly copied: Promise<boolean>;
  /** What is answered where the second copy alone has it. */
  readonly done: T;
  readonly refused: (outcome: T) => boolean;
  readonly takeBack: () => Promise<void>;
}

/** The store of SY25: every write goes to both copies side by side, and the lamp learns which of them hold it. */
export interface TwofoldStore extends ClientStore {
  sealAndAppend(draft: OpDraft, prevHash: string, amend?: 'amend'): Promise<Appended>;
  copies(): Copies;
  /** Another tab's database has refused, or met a full disk. */
  doubt(why: Doubt): Promise<void>;
  /** Compares and mends; false where there is no second copy, or it can't take what it lacks. */
  mend(): Promise<boolean>;
}
