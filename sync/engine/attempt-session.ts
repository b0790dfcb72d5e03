import type { WatchKind } from '../contract/lockdown.ts';
import type { News, Receipt } from '../contract/sync.ts';
import type { AnswerValue } from './ops.ts';
import type { Copies } from './ports.ts';

/** The two lamps of SY4. Both say only what is true on disk, here and there. */
export interface Lamps {
  /** Wall time of the last committed op on this device; null before the first. */
  readonly savedAtMs: number | null;
  /** A write is under way (it is not yet called saved). */
  readonly saving: boolean;
  /** The last write could not be committed: say so in words, keep the input, offer to try again. */
  readonly failure: 'quota' | 'storage' | 'tooLarge' | null;
  /** Which copies on this device hold what was last called saved (SY25). */
  readonly copies: Copies;
  /** Ops of this attempt on this device, and how many of them the server is known to hold. */
  readonly here: number;
  readonly received: number;
  /** Of those it is not known to hold: how many a relay in the room keeps, to be carried there. */
  readonly relayed: number;
  /** Age of the oldest op the server is not known to hold; null when it holds all (health, not connection). */
  readonly oldestUnreceivedMs: number | null;
  /** Did the last exchange with the server succeed? Only colours the strip. */
  readonly reachable: boolean;
  /** Does the server take in what it is sent? False while it answers and can't store. */
  readonly storing: boolean;
}

export interface AttemptView {
  readonly answers: ReadonlyMap<string, AnswerValue>;
  readonly flags: ReadonlySet<string>;
  readonly lamps: Lamps;
  /** `open`: answers are taken. `handedIn`: closed on this device (delivered or not). `movedAway`: a newer epoch sits elsewhere. `paused`. */
  readonly phase: 'open' | 'paused' | 'handedIn' | 'movedAway';
  readonly news: News | null;
  /** What the server counts, and typed grants it has not heard of. */
  readonly extensionMs: number;
  readonly receipt: Receipt | null;
  readonly handIn: { readonly by: 'examinee' | 'timeout'; readonly wallMs: number; readonly digest: string } | null;
  /**
   * The exam's start, where answers or the hand-in of this PC came to the server before it (its clock ran ahead): they do not count,
   * and are said again by themselves once the exam has begun. Null: nothing of the kind, or it is done.
   */
  readonly early: { readonly startMs: number } | null;
  /** Streams of this attempt that lie on this PC sealed and cannot be read with this credential (SY20). */
  readonly unreadable: number;
}

/** A person's answers as the server counts them: where this PC holds none of their own, or can't read them (SY15, SY20). */
export interface ServerAnswers {
  readonly answers: readonly { readonly itemId: string; readonly value: AnswerValue }[];
  readonly flags: readonly string[];
  readonly lamport: number;
}

/** An answer that this PC wrote before the exam moved on to another and back, and that does not count by itself (SY15). */
export interface LeftBehind {
  readonly itemId: string;
  readonly value: AnswerValue;
  /** What of this PC counts for that question, from before; undefined: nothing. */
  readonly counted: AnswerValue | undefined;
}

export type SaveResult = 'saved' | 'closed' | 'failed';

/** One open attempt in one tab: what the player talks to. */
export interface AttemptSession {
  view(): AttemptView;
  /** Called after every change of the view; returns how to stop. */
  subscribe(listener: () => void): () => void;
  /** Resolves when durable on this PC (SY3). Calls are written in the order they were made; the same item's queued values collapse to the newest. */
  setAnswer(itemId: string, value: AnswerValue): Promise<SaveResult>;
  setFlag(itemId: string, on: boolean): Promise<SaveResult>;
  /** A grant of this seat was typed here: this PC's time goes by it at once. `known`: it was taken, or is counted, already. */
  takeGrant(incidentId: string, ms: number): Promise<SaveResult | 'known'>;
  /** The browser noticed that somebody left the paper: it stands in their own stream. */
  noteSeen(kind: WatchKind): Promise<SaveResult>;
  /** Writes out what is queued, then the hand-in with its manifest (SY14). */
  handIn(by: 'examinee' | 'timeout', elapsedMs: number): Promise<SaveResult>;
  /**
   * Shows them wherever this PC has nothing newer. What the server counts and this PC does not hold (its disk was put back, or
   * it is another PC of the same image) is said again here, so that a hand-in from here covers it.
   */
  adopt(server: ServerAnswers): void;
  /** Read anew from the disk; empty where nothing was left behind here, or where this credential can't read it. */
  leftBehind(): Promise<readonly LeftBehind[]>;
  close(): void;
}
