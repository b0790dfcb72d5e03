import type { PaperBlueprint } from '../../../sync/contract/papers/assembly.ts';
import { apiErrors } from '../../../sync/contract/errors.ts';
import type { PaperVariant } from '../../../sync/contract/papers/paper.ts';
import { isSameJson } from '../../lib/draft/draft.ts';
import { CallFailure, isFinalRefusal } from '../../platform/api/call.ts';
import { Listeners } from '../../../sync/engine/listeners.ts';

/** The part of a paper that the assembly page edits. */
export interface AssemblyContent {
  readonly variants: readonly PaperVariant[];
  readonly blueprint: PaperBlueprint | null;
}
export interface AssemblyPaper extends AssemblyContent {
  readonly version: number;
}
export type AssemblyChange = Partial<AssemblyContent> | ((from: AssemblyContent) => Partial<AssemblyContent>);

export interface AssemblyView {
  readonly content: AssemblyContent;
  /**
   * State of the user's last changes. `kept`: stored on this PC, and resent automatically. `unkept`: only in this page, because the disk is full.
   * `refused`: the server's reason is in `failure`.
   */
  readonly state: 'saved' | 'saving' | 'kept' | 'unkept' | 'refused';
  readonly failure: CallFailure | null;
}

interface AssemblyPorts {
  /** Saves and returns the new version. A retry first asks for the reply of a save that was not answered (`createUnansweredSaves`). */
  readonly save: (paper: AssemblyPaper) => Promise<number>;
  /** Forgets the save that was not answered. */
  readonly forget: () => void;
  readonly read: () => Promise<AssemblyPaper>;
  /** Stores unconfirmed changes on this PC, together with the version they started from; null deletes them. Returns false if the disk is full. */
  readonly storeDraft: (draft: AssemblyPaper | null) => boolean;
  /** Refetches the paper for other parts of the page. */
  readonly refresh: () => Promise<void>;
}

/**
 * Saves questions and blueprint of one paper while they are edited. A change is stored on this PC before it is sent, and resent until it is answered.
 * Own changes are never mistaken for another user's, even if they follow quickly or an earlier reply was lost.
 */
export class AssemblySync {
  readonly #ports: AssemblyPorts;
  readonly #listeners = new Listeners();
  /** The newest state of the paper that the server is known to have. */
  #base: AssemblyPaper;
  #mine: AssemblyPaper | null;
  #sending: Promise<void> | null = null;
  #view: AssemblyView;

  constructor(paper: AssemblyPaper, draft: AssemblyPaper | null, ports: AssemblyPorts) {
    this.#ports = ports;
    this.#base = pickPaper(paper);
    this.#mine = draft && pickPaper(draft);
    this.#view = { content: draft ?? paper, state: draft === null ? 'saved' : 'saving', failure: null };
  }

  readonly view = (): AssemblyView => this.#view;
  readonly subscribe = this.#listeners.subscribe;

  /** Takes a state of the paper that the page read from the server. A state older than the known one is ignored. */
  receive(paper: AssemblyPaper): void {
    if (paper.version <= this.#base.version) return;
    this.#base = pickPaper(paper);
    if (this.#mine === null) this.#show({});
  }

  /** Stores a change on this PC; `send` sends it. */
  change(change: AssemblyChange): void {
    const from = this.#mine ?? this.#base;
    const next = typeof change === 'function' ? change(from) : change;
    this.#mine = { ...from, ...next };
    const isKept = this.#ports.storeDraft(this.#mine);
    this.#show({ state: this.#isStale ? 'refused' : isKept ? 'saving' : 'unkept' });
  }

  send(): Promise<void> {
    this.#sending ??= this.#sendAll().finally(() => (this.#sending = null));
    return this.#sending;
  }

  /** Sends pending changes. Returns the paper's version if all are saved, otherwise null. */
  async settle(): Promise<number | null> {
    await this.send();
    return this.#mine === null ? this.#base.version : null;
  }

  /** Discards unsaved changes, after reading the server's state that replaces them. */
  async discard(): Promise<void> {
    const serverPaper = await this.#ports.read().catch(() => null);
    if (serverPaper === null) return;
    this.#base = pickPaper(serverPaper);
    this.#mine = null;
    this.#ports.storeDraft(null);
    this.#ports.forget();
    this.#show({ state: 'saved', failure: null });
    await this.#ports.refresh();
  }

  /** Saves the local changes over another user's, after a version conflict. */
  async overwrite(): Promise<void> {
    const serverPaper = await this.#ports.read().catch(() => null);
    if (serverPaper === null || this.#mine === null) return;
    this.#base = pickPaper(serverPaper);
    this.#mine = { ...pickContent(this.#mine), version: serverPaper.version };
    this.#ports.storeDraft(this.#mine);
    this.#show({ state: 'saving', failure: null });
    await this.send();
  }

  /** True if another user changed the paper. The user must first choose which version stays. */
  get #isStale(): boolean {
    return this.#view.state === 'refused' && this.#view.failure?.code === apiErrors.conflict.code;
  }

  async #sendAll(): Promise<void> {
    while (this.#mine !== null && !this.#isStale) {
      const sentContent = this.#mine;
      this.#show({ state: 'saving', failure: null });
      try {
        this.#took(sentContent, await this.#ports.save(sentContent));
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

  /** Records that the server accepted `sent`. Changes made since then are based on it. */
  #took(sent: AssemblyContent, version: number): void {
    this.#base = { ...pickContent(sent), version };
    const mine = this.#mine;
    this.#mine = mine === null || isSameJson(pickContent(mine), pickContent(sent)) ? null : { ...pickContent(mine), version };
    this.#ports.storeDraft(this.#mine);
  }

  #refused(failure: CallFailure): void {
    const isFinal = isFinalRefusal(failure);
    const isKept = this.#mine === null || isFinal || this.#ports.storeDraft(this.#mine);
    this.#show({ state: isFinal ? 'refused' : isKept ? 'kept' : 'unkept', failure });
  }

  #show(next: Partial<Omit<AssemblyView, 'content'>>): void {
    this.#view = { ...this.#view, ...next, content: this.#mine ?? this.#base };
    this.#listeners.notify();
  }
}

const pickContent = ({ variants, blueprint }: AssemblyContent): AssemblyContent => ({ variants, blueprint });
/** Picks the fields to store. Question texts and answer keys must never be written to the disk. */
const pickPaper = ({ version, variants, blueprint }: AssemblyPaper): AssemblyPaper => ({ version, variants, blueprint });
