import type { ClientStore, SittingRow } from '../ports.ts';

/**
 * Tracks which server the replies come from. A new `serverEpoch` means a restored server, so acknowledgements of the former one prove nothing
 * (SY8).
 */
export class ServerEpochTracker {
  readonly #store: ClientStore;
  #epoch: string | undefined;
  /** Requests are numbered when they leave. Replies to requests sent before an epoch change may come from the former server. */
  #requests = 0;
  #since = 0;

  constructor(store: ClientStore) {
    this.#store = store;
  }

  get epoch(): string | undefined {
    return this.#epoch;
  }

  /**
   * Returns the server epoch and the version of the newest stored news, to be sent with a request. After a change of the server the version is 0,
   * because each server counts versions on its own.
   */
  getKnownState(sitting: Pick<SittingRow, 'serverEpoch' | 'news'> | undefined): { serverEpoch: string; newsSeen: number } {
    const serverEpoch = this.#epoch ?? sitting?.serverEpoch ?? '';
    return { serverEpoch, newsSeen: sitting?.serverEpoch === serverEpoch ? (sitting.news?.version ?? 0) : 0 };
  }

  /** Numbers a request that is about to leave. Pass the number to `recordReply` with the reply. */
  leave(): number {
    this.#requests += 1;
    return this.#requests;
  }

  /**
   * Notes the epoch of a reply. Returns false if the reply comes from a replaced server and proves nothing. `changed`: the epoch is new and all
   * acknowledgements were dropped.
   */
  async recordReply(request: number, serverEpoch: string): Promise<false | 'same' | 'changed'> {
    if (serverEpoch === this.#epoch) return 'same';
    if (this.#epoch !== undefined && request <= this.#since) return false;
    await this.#store.forgetAcks(serverEpoch);
    this.#epoch = serverEpoch;
    this.#since = this.#requests;
    return 'changed';
  }
}
