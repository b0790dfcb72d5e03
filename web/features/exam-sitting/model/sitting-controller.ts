import type { WatchKind } from '../../../../sync/contract/exams/lockdown.ts';
import type {
  AttemptSession,
  AttemptView,
  UndeliveredAnswer,
  SaveResult,
  ServerAnswers,
} from '../../../../sync/engine/client/attempt-session.ts';
import type { AttachmentManager } from '../../../../sync/engine/outbox/attached-files.ts';
import { parseAttachmentQuestion } from '../../../../sync/engine/ops/attachment.ts';
import type { AnswerValue } from '../../../../sync/engine/ops/ops.ts';
import { Listeners } from '../../../../sync/engine/listeners.ts';

/** State that the screen shows: the attempt as stored on disk, overlaid with input that is not on disk yet. */
export interface SittingSnapshot {
  readonly view: AttemptView;
  /** Input that is not saved yet (SY3). It is shown, but the save indicator does not count it. */
  readonly unsaved: ReadonlyMap<string, AnswerValue>;
  readonly unsavedFlags: ReadonlyMap<string, boolean>;
  /** True if the last write of some input failed. The input stays in memory and is written again. */
  readonly failed: boolean;
}

export const typingPauseMs = 300;
export const retryPauseMs = 3_000;

/**
 * Connects the input fields with the attempt. It holds every value until the attempt has saved it, combines typed characters into one write per
 * pause, and repeats failed writes.
 */
export class SittingController {
  readonly #session: AttemptSession;
  readonly #listeners = new Listeners();
  readonly #laterListeners = new Listeners();
  readonly #typing = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #answers = new Map<string, AnswerValue>();
  readonly #flags = new Map<string, boolean>();
  readonly #running = new Set<Promise<SaveResult>>();
  readonly #stop: () => void;
  readonly #soon: (run: () => void) => void;
  #due = false;
  /** True if something has changed since the snapshot was taken. */
  #stale = false;
  #failed = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #snapshot: SittingSnapshot;
  #files: AttachmentManager | undefined;

  /** `soon` schedules the rendering of changes from disk and network, so that the many steps of one answer fall into one frame. */
  constructor(session: AttemptSession, soon: (run: () => void) => void = runOnNextFrame) {
    this.#session = session;
    this.#soon = soon;
    this.#snapshot = this.#take();
    this.#stop = session.subscribe(() => this.#changedBehind());
  }

  /** Returns the current state of the attempt; `snapshot` is the state that is rendered. */
  readonly view = (): AttemptView => {
    const view = this.#session.view();
    const chunks = this.#files?.saveStatus();
    if (!chunks || chunks.localCount === 0) return view;
    // The save indicators count answers and attachment chunks together.
    const { localCount, received } = view.saveStatus;
    return {
      ...view,
      saveStatus: { ...view.saveStatus, localCount: localCount + chunks.localCount, received: received + chunks.received },
    };
  };

  /** The attempt, for code that handles attachments. */
  get session(): AttemptSession {
    return this.#session;
  }

  get files(): AttachmentManager | undefined {
    return this.#files;
  }

  /** Makes the save indicators count the chunks of these attachments in addition to the answers. */
  setFiles(files: AttachmentManager): void {
    this.#files = files;
    files.subscribe(() => this.#changedBehind());
    this.#changedBehind();
  }

  readonly subscribe = this.#listeners.subscribe;

  /** Registers a listener for rendering that need not happen in the click's own task: it runs in the next frame, before painting. */
  readonly subscribeLater = this.#laterListeners.subscribe;

  readonly snapshot = (): SittingSnapshot => this.#snapshot;

  readonly answerOf = (itemId: string): AnswerValue | undefined => getCurrentAnswer(this.#snapshot, itemId);

  /** Takes over the server's merged answers. They are shown where this PC has nothing newer (SY20). */
  adoptServerAnswers(server: ServerAnswers): void {
    this.#session.adoptServerAnswers(server);
  }

  /** Lists undelivered answers that this PC wrote before the seat moved away and back. They do not count without a decision of the examinee. */
  listUndeliveredAnswers(): Promise<readonly UndeliveredAnswer[]> {
    return this.#session.listUndeliveredAnswers();
  }

  /** Adds the time of an extension code typed on this seat. */
  applyExtensionCode(incidentId: string, ms: number): Promise<SaveResult | 'known'> {
    return this.#session.applyExtensionCode(incidentId, ms);
  }

  /** Records that the examinee left the paper or tried to. */
  recordLeaving(kind: WatchKind): Promise<SaveResult> {
    return this.#session.recordLeaving(kind);
  }

  /** Stores a chosen answer and writes it immediately. */
  choose(itemId: string, value: AnswerValue): void {
    this.#answers.set(itemId, value);
    void this.#writeAnswer(itemId);
  }

  /** Stores typed text. It is written after a pause in typing, or by `flush` (on leaving the field or question, handing in, or hiding the page). */
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

  /** Writes all input. Resolves with false if some answer could not be written. */
  async flush(): Promise<boolean> {
    for (const itemId of this.#typing.keys()) void this.#writeAnswer(itemId);
    if (this.#failed) this.tryAgain();
    while (this.#running.size > 0) await Promise.all(this.#running);
    return this.#answers.size === 0;
  }

  /** Repeats failed writes. This also happens automatically every few seconds; the screen offers a button. */
  tryAgain(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    for (const itemId of this.#answers.keys()) if (!this.#typing.has(itemId)) void this.#writeAnswer(itemId);
    for (const itemId of this.#flags.keys()) void this.#writeFlag(itemId);
  }

  async handIn(by: 'examinee' | 'timeout', elapsedMs: number): Promise<SaveResult> {
    // At time-out, hand in with the answers that could be written. A manual hand-in fails first, so that the examinee sees the problem.
    if (!(await this.flush()) && by === 'examinee') return 'failed';
    return this.#session.handIn(by, elapsedMs);
  }

  /** Writes pending text and then closes the attempt. */
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
    // A rejection is a bug of the engine; still, keep the input and write it again.
    const result = writing.catch((): SaveResult => 'failed');
    this.#running.add(result);
    this.#changed();
    const outcome = await result;
    this.#running.delete(result);
    // `closed`: the attempt takes no more answers, because it was handed in or moved to another PC. So nothing is left to save.
    if (outcome !== 'failed') settle();
    this.#failed = outcome === 'failed' || (this.#failed && this.#answers.size + this.#flags.size > 0);
    if (outcome === 'failed') this.#retry ??= setTimeout(() => this.tryAgain(), retryPauseMs);
    this.#changedBehind();
  }

  #take(): SittingSnapshot {
    return {
      view: this.view(),
      unsaved: new Map(this.#answers),
      unsavedFlags: new Map(this.#flags),
      failed: this.#failed,
    };
  }

  /** Schedules a rendering after a change that was not caused by the examinee's input. */
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
    this.#listeners.notify();
  }

  #nextFrame(): void {
    if (this.#due) return;
    this.#due = true;
    this.#soon(() => {
      this.#due = false;
      if (this.#stale) this.#show();
      this.#laterListeners.notify();
    });
  }
}

/** Hidden pages get no animation frames, so a timer runs as well. */
function runOnNextFrame(run: () => void): void {
  const timer = setTimeout(run, 100);
  requestAnimationFrame(() => {
    clearTimeout(timer);
    run();
  });
}

export const getCurrentAnswer = (at: SittingSnapshot, itemId: string): AnswerValue | undefined =>
  at.unsaved.get(itemId) ?? at.view.answers.get(itemId);

const filed = new WeakMap<AttemptView['answers'], ReadonlyMap<string, AnswerValue>>();

/** Returns the answer of a question, or one of its files. A file alone makes a question answered. */
export function getQuestionAnswer(snapshot: SittingSnapshot, itemId: string): AnswerValue | undefined {
  const typedAnswer = getCurrentAnswer(snapshot, itemId);
  if (typedAnswer?.some((part) => part.trim() !== '')) return typedAnswer;
  const { answers } = snapshot.view;
  let files = filed.get(answers);
  if (!files) {
    const withFile = [...answers].flatMap(([name, value]): [string, AnswerValue][] => {
      const question = parseAttachmentQuestion(name);
      return question !== undefined && value.length > 0 ? [[question, value]] : [];
    });
    filed.set(answers, (files = new Map(withFile)));
  }
  return files.get(itemId) ?? typedAnswer;
}

export const isItemFlagged = (at: SittingSnapshot, itemId: string): boolean => at.unsavedFlags.get(itemId) ?? at.view.flags.has(itemId);

/** Returns the flagged items, including flags that are not saved yet. */
export function getCurrentFlags(at: SittingSnapshot): ReadonlySet<string> {
  if (at.unsavedFlags.size === 0) return at.view.flags;
  const flags = new Set(at.view.flags);
  for (const [itemId, on] of at.unsavedFlags) {
    if (on) flags.add(itemId);
    else flags.delete(itemId);
  }
  return flags;
}
