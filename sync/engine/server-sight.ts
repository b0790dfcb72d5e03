import type { ClientStore, SittingRow } from './ports.ts';

/**
 * Which server the replies come from. A new `serverEpoch` means a restored server: what the old one acknowledged proves
 * nothing any more (SY8).
 */
export class ServerSight {
  readonly #store: ClientStore;
  #epoch: string | undefined;
  /** Requests are numbered as they leave; those before the change may still bring the old server's voice. */
  #requests = 0;
  #since = 0;

  constructor(store: ClientStore) {
    this.#store = store;
  }

  get epoch(): string | undefined {
    return this.#epoch;
  }

  /** What a request says of the news this device has: versions are counted by each server anew. */
  seen(sitting: Pick<SittingRow, 'serverEpoch' | 'news'> | undefined): { serverEpoch: string; newsSeen: number } {
    const serverEpoch = this.#epoch ?? sitting?.serverEpoch ?? '';
    return { serverEpoch, newsSeen: sitting?.serverEpoch === serverEpoch ? (sitting.news?.version ?? 0) : 0 };
  }

  /** To be called when a request leaves; the number goes to `heard` with its reply. */
  leave(): number {
    this.#requests += 1;
    return this.#requests;
  }

  /** False: the reply is an echo of a server that has been replaced, and proves nothing. `changed`: everything is to be sent anew. */
  async heard(request: number, serverEpoch: string): Promise<false | 'same' | 'changed'> {
    if (serverEpoch === this.#epoch) return 'same';
    if (this.#epoch !== undefined && request <= this.#since) return false;
    await this.#store.forgetAcks(serverEpoch);
    this.#epoch = serverEpoch;
    this.#since = this.#requests;
    return 'changed';
  }
}
