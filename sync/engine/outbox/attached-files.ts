import type { AttemptSession, SaveResult } from '../client/attempt-session.ts';
import {
  maxAttemptChunks,
  type AttachedFile,
  attachmentLimits,
  encodeFileValue,
  countFileChunks,
  parseAttachmentQuestion,
  parseFileValue,
} from '../ops/attachment.ts';
import { createFaultReporter, type ReportFault } from '../faults.ts';
import type { ChunkCipher, ChunkStore } from '../store/chunk-store.ts';
import { type TabChannel, StorageFault } from '../ports.ts';
import { sealFile } from './seal-file.ts';
import { Listeners } from '../listeners.ts';

export interface AttachmentDeps {
  readonly attemptId: string;
  readonly ticket: () => Promise<string | undefined>;
  readonly session: Pick<AttemptSession, 'view' | 'setAnswer' | 'subscribe'>;
  readonly store: ChunkStore;
  readonly cipher: ChunkCipher;
  readonly peers: TabChannel;
  readonly random: () => string;
  readonly onFault: ReportFault;
}

/** State of one attachment (a file on an answer), as the page shows it. */
export interface AttachmentState {
  /** Item id of the answer that represents the file, for example "7/3fa9c1d2". */
  readonly itemId: string;
  readonly file: AttachedFile;
  readonly chunks: number;
  /** Number of chunks on this device, and number of chunks that the server is known to hold. */
  readonly localCount: number;
  readonly received: number;
  /** True if neither this device nor, as far as it knows, the server holds all chunks. The examinee must attach the file again. */
  readonly isLost: boolean;
}

/** Number of chunks on this device, and number of chunks that the server is known to hold. */
export interface ChunkCounts {
  readonly localCount: number;
  readonly received: number;
}

export type AttachOutcome = 'saved' | 'closed' | 'full' | 'failed' | 'tooLarge' | 'tooMany' | 'tooMuch';

const noChunks: ChunkCounts = { localCount: 0, received: 0 };

/**
 * Manages the attachments of one open attempt in one tab. Chunks are on the disk before the op that names them, so a saved file is complete.
 * Chunks that no op names come from an interrupted attach. The server refuses them, and they are deleted with the attempt.
 */
export class AttachmentManager {
  readonly #deps: AttachmentDeps;
  readonly #report: (fault: unknown) => undefined;
  readonly #listeners = new Listeners();
  readonly #stops: readonly (() => void)[];
  #chunks = new Map<string, { localCount: number; held: number }>();
  #looking = false;
  #again = false;
  #saveStatus = noChunks;
  #views: { answers: unknown; filesOnServer: string | undefined; byQuestion: ReadonlyMap<string, readonly AttachmentState[]> } | undefined;
  /** Item ids of files whose chunks are being stored and that no op names yet. */
  readonly #taking = new Set<string>();

  constructor(deps: AttachmentDeps) {
    this.#deps = deps;
    this.#report = createFaultReporter(deps.onFault, 'attachments');
    this.#stops = [
      deps.peers.onAnnounced((note) => {
        if (note.kind === 'changed' && note.attemptId === deps.attemptId) this.#look();
      }),
      deps.session.subscribe(() => this.#tell()),
    ];
  }

  /** Reads for the first time which chunks of the attempt this device holds. */
  open(): Promise<void> {
    return this.#read();
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#listeners.clear();
  }

  readonly subscribe = this.#listeners.subscribe;

  /** Counts the chunks of all files, for the save indicator. */
  readonly saveStatus = (): ChunkCounts => this.#saveStatus;

  /** Returns the files by question. Returns the same object until something changes, as `useSyncExternalStore` requires. */
  readonly views = (): ReadonlyMap<string, readonly AttachmentState[]> => {
    const { answers, news } = this.#deps.session.view();
    const filesOnServer = news?.files?.join(' ');
    if (this.#views?.answers === answers && this.#views.filesOnServer === filesOnServer) return this.#views.byQuestion;
    const byQuestion = new Map<string, AttachmentState[]>();
    for (const [itemId, value] of answers) {
      const question = parseAttachmentQuestion(itemId);
      const file = question === undefined ? undefined : parseFileValue(value);
      if (question === undefined || !file) continue;
      const { localCount, held } = this.#chunks.get(itemId) ?? { localCount: 0, held: 0 };
      const chunks = file.chunkHashes.length;
      // The answer of a file without any chunk on this device came from the server. Only the server's news can say whether it has the chunks, too. A
      // server of an older version lists no files; then assume that it has them.
      const isOnServer = news?.files?.includes(itemId) ?? localCount === 0;
      const received = isOnServer ? chunks : held;
      const view = { itemId, file, chunks, localCount, received, isLost: localCount < chunks && received < chunks };
      byQuestion.set(question, [...(byQuestion.get(question) ?? []), view]);
    }
    this.#views = { answers, filesOnServer, byQuestion };
    return byQuestion;
  };

  /** Attaches a file. Returns `saved` when all its chunks and its op are durable on this PC. `maxFiles`: how many files the question allows. */
  async attach(question: string, name: string, type: string, content: Uint8Array<ArrayBuffer>, maxFiles: number): Promise<AttachOutcome> {
    const { attemptId, store, cipher, session } = this.#deps;
    if (content.length === 0 || content.length > attachmentLimits.fileBytes) return 'tooLarge';
    const filesInProgress = [...this.#taking].filter((each) => parseAttachmentQuestion(each) === question).length;
    if ((this.views().get(question)?.length ?? 0) + filesInProgress >= maxFiles) return 'tooMany';
    const itemId = `${question}/${this.#deps.random()}`;
    this.#taking.add(itemId);
    try {
      const ticket = await this.#deps.ticket();
      if (ticket === undefined) return 'closed';
      // The server would refuse chunks above its limit, so the file must not be reported as saved. Camera reports are in the same store but do not
      // count towards this limit.
      const chunks = (await store.ofAttempt(attemptId)).filter((each) => parseAttachmentQuestion(each.itemId) !== undefined);
      if (chunks.length + countFileChunks(content.length) > maxAttemptChunks) return 'tooMuch';
      const file = await sealFile({ store, cipher }, { attemptId, itemId, ticket, name, type, content });
      // Pages read the views as soon as the answer is set, before this device has counted the chunks on its disk.
      this.#chunks.set(itemId, { localCount: file.chunkHashes.length, held: 0 });
      const outcome: SaveResult = await session.setAnswer(itemId, encodeFileValue(file));
      if (outcome !== 'saved') await store.drop(attemptId, itemId).catch(this.#report);
      return outcome;
    } catch (fault) {
      if (!(fault instanceof StorageFault)) throw fault;
      this.#report(fault);
      await store.drop(attemptId, itemId).catch(this.#report);
      return fault.kind === 'quota' ? 'full' : 'failed';
    } finally {
      this.#taking.delete(itemId);
      this.#look();
    }
  }

  /**
   * Removes a file from the answer. Its chunks stay on the disk until the attempt is deleted from this PC, because an op in the log still names them.
   */
  removeFile(itemId: string): Promise<SaveResult> {
    return this.#deps.session.setAnswer(itemId, []);
  }

  /** Returns the original content of a file, or undefined if this device lacks a chunk. */
  async content({ itemId, file }: AttachmentState): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const { attemptId, store, cipher } = this.#deps;
    const content = new Uint8Array(file.bytes);
    for (let at = 0; at < file.chunkHashes.length; at += 1) {
      const row = await store.chunk({ attemptId, itemId, at });
      if (!row) return undefined;
      content.set(await cipher.open(file.key, at, row.sealed), at * attachmentLimits.chunkBytes);
    }
    return content;
  }

  #look(): void {
    if (this.#looking) return void (this.#again = true);
    this.#looking = true;
    void this.#read()
      .catch(this.#report)
      .finally(() => {
        this.#looking = false;
        if (!this.#again) return;
        this.#again = false;
        this.#look();
      });
  }

  async #read(): Promise<void> {
    const chunks = new Map<string, { localCount: number; held: number }>();
    const saveStatus = { localCount: 0, received: 0 };
    const { answers } = this.#deps.session.view();
    for (const { itemId, held } of await this.#deps.store.ofAttempt(this.#deps.attemptId)) {
      const counts = chunks.get(itemId) ?? { localCount: 0, held: 0 };
      chunks.set(itemId, { localCount: counts.localCount + 1, held: counts.held + (held ? 1 : 0) });
      // Chunks of removed files do not count towards the save indicator.
      if ((answers.get(itemId)?.length ?? 0) === 0) continue;
      saveStatus.localCount += 1;
      saveStatus.received += held ? 1 : 0;
    }
    this.#chunks = chunks;
    this.#saveStatus = saveStatus;
    this.#views = undefined;
    this.#tell();
  }

  #tell(): void {
    this.#listeners.notify();
  }
}
