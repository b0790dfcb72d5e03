import type { WatchKind } from '../../../../sync/contract/lockdown.ts';
import type { AttemptSession, AttemptView, LeftBehind, SaveResult, ServerAnswers } from '../../../../sync/engine/attempt-session.ts';
import type { AttachedFiles } from '../../../../sync/engine/attached-files.ts';
import { questionOfFile } from '../../../../sync/engine/attachment.ts';
import type { AnswerValue } from '../../../../sync/engine/ops.ts';

/** What the screen shows: the attempt as it is on disk, under what was just entered and is not on disk yet. */
export interface DeskSnapshot {
  readonly view: AttemptView;
  /** Entered here, not yet called saved (SY3): shown, never lit as saved. */
  readonly unsaved: ReadonlyMap<string, AnswerValue>;
  readonly unsavedFlags: ReadonlyMap<string, boolean>;
  /** The last try to write one of them failed; it is kept and tried again. */
  readonly failed: boolean;
}

export const typingPauseMs = 300;
export const retryPauseMs = 3_000;

/**
 * Stands between the input fields and the attempt. It holds every value until the attempt has called it saved, gathers
 * typing into one write a pause, and writes again what could not be written.
 */
export class SittingDesk {
  readonly #session: AttemptSession;
  readonly #listeners = new Set<() => void>();
  readonly #laterListeners = new Set<() => void>();
  readonly #typing = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #answers = new Map<string, AnswerValue>();
  readonly #flags = new Map<string, boolean>();
  readonly #running = new Set<Promise<SaveResult>>();
  readonly #stop: () => void;
  readonly #soon: (run: () => void) => void;
  #due = false;
  /** Something happened since the snapshot was taken. */
  #stale = false;
  #failed = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #snapshot: DeskSnapshot;
  #files: AttachedFiles | undefined;

  /** `soon`: when to draw what the disk and the network have done; many steps of one answer fall into one frame. */
  constructor(session: AttemptSession, soon: (run: () => void) => void = nextFrame) {
    this.#session = session;
    this.#soon = soon;
    this.#snapshot = this.#take();
    this.#stop = session.subscribe(() => this.#changedBehind());
  }

  /** The attempt as it is this moment; `snapshot` is what is drawn. */
  readonly view = (): AttemptView => {
    const view = this.#session.view();
    const pieces = this.#files?.lamps();
    if (!pieces || pieces.here === 0) return view;
    // The lamps are for all that was entered: answers and pieces of photos.
    const { here, received } = view.lamps;
    return { ...view, lamps: { ...view.lamps, here: here + pieces.here, received: received + pieces.received } };
  };

  /** For what is beside the answers: the files on them. */
  get session(): AttemptSession {
    return this.#session;
  }

  get files(): AttachedFiles | undefined {
    return this.#files;
  }

  /** From now on the lamps count these, too. */
  withFiles(files: AttachedFiles): void {
    this.#files = files;
    files.subscribe(() => this.#changedBehind());
    this.#changedBehind();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** For what need not be drawn in the turn of the click: called with the next frame, and nothing is painted before that. */
  readonly subscribeLater = (listener: () => void): (() => void) => {
    this.#laterListeners.add(listener);
    return () => this.#laterListeners.delete(listener);
  };

  readonly snapshot = (): DeskSnapshot => this.#snapshot;

  readonly answerOf = (itemId: string): AnswerValue | undefined => answerIn(this.#snapshot, itemId);

  /** What the server counts of this person's answers, shown where this PC has nothing newer (SY20). */
  adopt(server: ServerAnswers): void {
    this.#session.adopt(server);
  }

  /** What this PC wrote before a move and back, and does not count by itself. */
  leftBehind(): Promise<readonly LeftBehind[]> {
    return this.#session.leftBehind();
  }

  /** More time by a typed grant of this seat. */
  takeGrant(incidentId: string, ms: number): Promise<SaveResult | 'known'> {
    return this.#session.takeGrant(incidentId, ms);
  }

  /** Somebody left the paper, or tried to. */
  noteSeen(kind: WatchKind): Promise<SaveResult> {
    return this.#session.noteSeen(kind);
  }

  /** A choice: written at once. */
  choose(itemId: string, value: AnswerValue): void {
    this.#answers.set(itemId, value);
    void this.#writeAnswer(itemId);
  }

  /** Typed text: written after a pause, or when `flush` is called (leaving the field or the question, handing in, hiding the page). */
  type(itemId: string, value: AnswerValue): void {
    this.#answers.set(itemId, value);
    clearTimeout(this.#typing.get(itemId));
    this.#typing.set(
      itemId,
      setTimeout(() => void this.#writeAnswer(itemId), typingPauseMs),
    );
    this.#changed();
  }

  flag(itemId: string, on: boolean): void {
    this.#flags.set(itemId, on);
    void this.#writeFlag(itemId);
  }

  /** Writes everything entered; false when something could still not be written. */
  async flush(): Promise<boolean> {
    for (const itemId of this.#typing.keys()) void this.#writeAnswer(itemId);
    if (this.#failed) this.tryAgain();
    while (this.#running.size > 0) await Promise.all(this.#running);
    return this.#answers.size === 0;
  }

  /** Writes again what failed. Happens by itself every few seconds; the screen also offers it. */
  tryAgain(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    for (const itemId of this.#answers.keys()) if (!this.#typing.has(itemId)) void this.#writeAnswer(itemId);
    for (const itemId of this.#flags.keys()) void this.#writeFlag(itemId);
  }

  async handIn(by: 'examinee' | 'timeout', elapsedMs: number): Promise<SaveResult> {
    // At time-out what was entered is written with whatever succeeds; an examinee who hands in by hand is told first.
    if (!(await this.flush()) && by === 'examinee') return 'failed';
    return this.#session.handIn(by, elapsedMs);
  }

  /** Writes what is typed, then lets go of the attempt. */
  close(): void {
    const last = this.flush();
    this.#stop();
    this.#files?.close();
    this.#listeners.clear();
    this.#laterListeners.clear();
    void last.finally(() => {
      clearTimeout(this.#retry);
      this.#session.close();
    });
  }

  #writeAnswer(itemId: string): Promise<void> {
    clearTimeout(this.#typing.get(itemId));
    this.#typing.delete(itemId);
    const value = this.#answers.get(itemId);
    if (value === undefined) return Promise.resolve();
    return this.#write(this.#session.setAnswer(itemId, value), () => {
      if (this.#answers.get(itemId) === value) this.#answers.delete(itemId);
    });
  }

  #writeFlag(itemId: string): Promise<void> {
    const on = this.#flags.get(itemId);
    if (on === undefined) return Promise.resolve();
    return this.#write(this.#session.setFlag(itemId, on), () => {
      if (this.#flags.get(itemId) === on) this.#flags.delete(itemId);
    });
  }

  async #write(writing: Promise<SaveResult>, settle: () => void): Promise<void> {
    // A rejection is a bug of the engine's; the input is kept and tried again all the same.
    const result = writing.catch((): SaveResult => 'failed');
    this.#running.add(result);
    this.#changed();
    const outcome = await result;
    this.#running.delete(result);
    // `closed`: the attempt takes no more answers (handed in, or moved to another PC), so nothing waits to be saved.
    if (outcome !== 'failed') settle();
    this.#failed = outcome === 'failed' || (this.#failed && this.#answers.size + this.#flags.size > 0);
    if (outcome === 'failed') this.#retry ??= setTimeout(() => this.tryAgain(), retryPauseMs);
    this.#changedBehind();
  }

  #take(): DeskSnapshot {
    return {
      view: this.view(),
      unsaved: new Map(this.#answers),
      unsavedFlags: new Map(this.#flags),
      failed: this.#failed,
    };
  }

  /** Something happened that nobody is pressing a key for. */
  #changedBehind(): void {
    this.#stale = true;
    this.#nextFrame();
  }

  #changed(): void {
    this.#show();
    this.#nextFrame();
  }

  #show(): void {
    this.#stale = false;
    this.#snapshot = this.#take();
    for (const listener of this.#listeners) listener();
  }

  #nextFrame(): void {
    if (this.#due) return;
    this.#due = true;
    this.#soon(() => {
      this.#due = false;
      if (this.#stale) this.#show();
      for (const listener of this.#laterListeners) listener();
    });
  }
}

/** A page that is not shown gets no frames, and still has to learn of things. */
function nextFrame(run: () => void): void {
  const timer = setTimeout(run, 100);
  requestAnimationFrame(() => {
    clearTimeout(timer);
    run();
  });
}

export const answerIn = (at: DeskSnapshot, itemId: string): AnswerValue | undefined =>
  at.unsaved.get(itemId) ?? at.view.answers.get(itemId);

const filed = new WeakMap<AttemptView['answers'], ReadonlyMap<string, AnswerValue>>();

/** A question is answered by what is written, or by a file on it. */
export function answeredIn(at: DeskSnapshot, itemId: string): AnswerValue | undefined {
  const written = answerIn(at, itemId);
  if (written?.some((part) => part.trim() !== '')) return written;
  const { answers } = at.view;
  let files = filed.get(answers);
  if (!files) {
    const withFile = [...answers].flatMap(([name, value]): [string, AnswerValue][] => {
      const question = questionOfFile(name);
      return question !== undefined && value.length > 0 ? [[question, value]] : [];
    });
    filed.set(answers, (files = new Map(withFile)));
  }
  return files.get(itemId) ?? written;
}

export const isFlagged = (at: DeskSnapshot, itemId: string): boolean => at.unsavedFlags.get(itemId) ?? at.view.flags.has(itemId);

export function flagsIn(at: DeskSnapshot): ReadonlySet<string> {
  if (at.unsavedFlags.size === 0) return at.view.flags;
  const flags = new Set(at.view.flags);
  for (const [itemId, on] of at.unsavedFlags) {
    if (on) flags.add(itemId);
    else flags.delete(itemId);
  }
  return flags;
}
