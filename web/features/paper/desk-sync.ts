import type { PaperBlueprint } from '../../../sync/contract/assembly.ts';
import { errorByCode, errors } from '../../../sync/contract/errors.ts';
import type { PaperVariant } from '../../../sync/contract/paper.ts';
import { isSame } from '../../lib/draft.ts';
import { CallFailure } from '../../platform/call.ts';

/** What is worked on at the desk. */
export interface DeskContent {
  readonly variants: readonly PaperVariant[];
  readonly blueprint: PaperBlueprint | null;
}
export interface DeskPaper extends DeskContent {
  readonly version: number;
}
export type DeskChange = Partial<DeskContent> | ((from: DeskContent) => Partial<DeskContent>);

export interface DeskView {
  readonly content: DeskContent;
  /** `kept`: on this PC, goes again by itself. `unkept`: only on this page, for the disk is full. `refused`: the server said why in `failure`. */
  readonly state: 'saved' | 'saving' | 'kept' | 'unkept' | 'refused';
  readonly failure: CallFailure | null;
}

interface DeskPorts {
  /** Answers the new version. What has no answer is asked for first when it is asked again (`unansweredSaves`). */
  readonly save: (paper: DeskPaper) => Promise<number>;
  /** What was sent is of no interest any more. */
  readonly forget: () => void;
  readonly read: () => Promise<DeskPaper>;
  /** Changes that the server has not confirmed yet, and the version they began with, on this PC's disk; false where that is full. Null: there are none. */
  readonly keep: (draft: DeskPaper | null) => boolean;
  /** The paper's other readers want it anew. */
  readonly refresh: () => Promise<void>;
}

/**
 * The questions and the blueprint of one paper while they are worked on. A change lies on this PC before it is on its way, is sent until
 * it is answered, and is never taken for a stranger's: not when it follows another at once, nor when the answer of an earlier try was lost.
 */
export class DeskSync {
  readonly #ports: DeskPorts;
  readonly #listeners = new Set<() => void>();
  /** The newest that is known of the server. */
  #base: DeskPaper;
  #mine: DeskPaper | null;
  #sending: Promise<void> | null = null;
  #view: DeskView;

  constructor(paper: DeskPaper, draft: DeskPaper | null, ports: DeskPorts) {
    this.#ports = ports;
    this.#base = paperOf(paper);
    this.#mine = draft && paperOf(draft);
    this.#view = { content: draft ?? paper, state: draft === null ? 'saved' : 'saving', failure: null };
  }

  readonly view = (): DeskView => this.#view;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The server's state has been read by somebody: an older one than is known changes nothing. */
  heard(paper: DeskPaper): void {
    if (paper.version <= this.#base.version) return;
    this.#base = paperOf(paper);
    if (this.#mine === null) this.#show({});
  }

  /** Keeps a change here; `send` sends it. */
  put(change: DeskChange): void {
    const from = this.#mine ?? this.#base;
    const next = typeof change === 'function' ? change(from) : change;
    this.#mine = { ...from, ...next };
    const isKept = this.#ports.keep(this.#mine);
    this.#show({ state: this.#isStale ? 'refused' : isKept ? 'saving' : 'unkept' });
  }

  send(): Promise<void> {
    this.#sending ??= this.#sendAll().finally(() => (this.#sending = null));
    return this.#sending;
  }

  /** Sends what is still here: the paper's version once nothing is, else null. */
  async settle(): Promise<number | null> {
    await this.send();
    return this.#mine === null ? this.#base.version : null;
  }

  /** Throws away what is not saved, once it is known what takes its place. */
  async discard(): Promise<void> {
    const there = await this.#ports.read().catch(() => null);
    if (there === null) return;
    this.#base = paperOf(there);
    this.#mine = null;
    this.#ports.keep(null);
    this.#ports.forget();
    this.#show({ state: 'saved', failure: null });
    await this.#ports.refresh();
  }

  /** After a stale version: these go over what somebody else did. */
  async overwrite(): Promise<void> {
    const there = await this.#ports.read().catch(() => null);
    if (there === null || this.#mine === null) return;
    this.#base = paperOf(there);
    this.#mine = { ...contentOf(this.#mine), version: there.version };
    this.#ports.keep(this.#mine);
    this.#show({ state: 'saving', failure: null });
    await this.send();
  }

  /** Somebody else changed the paper: what stays must be chosen first. */
  get #isStale(): boolean {
    return this.#view.state === 'refused' && this.#view.failure?.code === errors.conflict.code;
  }

  async #sendAll(): Promise<void> {
    while (this.#mine !== null && !this.#isStale) {
      const sent = this.#mine;
      this.#show({ state: 'saving', failure: null });
      try {
        this.#took(sent, await this.#ports.save(sent));
      } catch (cause) {
        if (!(cause instanceof CallFailure)) throw cause;
        this.#refused(cause);
        return;
      }
      if (this.#mine !== null) continue;
      await this.#ports.refresh();
      if (this.#mine === null) this.#show({ state: 'saved' });
    }
  }

  /** What was sent stands there. What came after it, if anything did, began with that. */
  #took(sent: DeskContent, version: number): void {
    this.#base = { ...contentOf(sent), version };
    const mine = this.#mine;
    this.#mine = mine === null || isSame(contentOf(mine), contentOf(sent)) ? null : { ...contentOf(mine), version };
    this.#ports.keep(this.#mine);
  }

  #refused(failure: CallFailure): void {
    const passes = failure.network || errorByCode.get(failure.code)?.retry === true;
    const isKept = this.#mine === null || !passes || this.#ports.keep(this.#mine);
    this.#show({ state: !passes ? 'refused' : isKept ? 'kept' : 'unkept', failure });
  }

  #show(next: Partial<Omit<DeskView, 'content'>>): void {
    this.#view = { ...this.#view, ...next, content: this.#mine ?? this.#base };
    for (const listener of this.#listeners) listener();
  }
}

const contentOf = ({ variants, blueprint }: DeskContent): DeskContent => ({ variants, blueprint });
/** Nothing else of a paper, its questions and their keys least of all, may come onto the disk. */
const paperOf = ({ version, variants, blueprint }: DeskPaper): DeskPaper => ({ version, variants, blueprint });
