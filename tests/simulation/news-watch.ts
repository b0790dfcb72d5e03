import type { News } from '../../sync/contract/sync.ts';
import type { Ingest } from '../../server/ingest/ingest.ts';
import type { OpBook } from './op-book.ts';

/** Property 5: within one history of the log no attempt moves backwards without an op that says so. */
export class NewsWatch {
  readonly #book: OpBook;
  readonly #last = new Map<string, { epoch: string; news: News; decisions: number }>();

  constructor(book: OpBook) {
    this.#book = book;
  }

  follow(ingest: Ingest): void {
    ingest.projector.onNews((attemptId) => {
      const attempt = ingest.projector.attempt(attemptId);
      if (!attempt) return;
      const now = { epoch: ingest.log.serverEpoch, news: attempt.news(), decisions: attempt.state.decisions.length };
      const last = this.#last.get(attemptId);
      // A projection begun anew tells its story again from the start.
      if (last && last.epoch === now.epoch && now.news.version > last.news.version) this.#compare(attemptId, last, now);
      if (!last || last.epoch !== now.epoch || now.news.version >= last.news.version) this.#last.set(attemptId, now);
    });
  }

  #compare(attemptId: string, { news: was, decisions }: { news: News; decisions: number }, now: { news: News; decisions: number }): void {
    const back = (what: string): void => this.#book.fault('5 backwards', `${attemptId}: ${what}`);
    const { news } = now;
    const said = news.reopened.length > was.reopened.length || news.epoch > was.epoch || now.decisions > decisions;
    if (was.handedIn && !news.handedIn && !said) back('no longer handed in');
    if (news.epoch < was.epoch) back('an older epoch');
    if (news.lamport < was.lamport) back('a lower lamport');
    if (news.extensionMs < was.extensionMs) back('less time');
    if (was.receipt && !news.receipt && !said) back('its receipt is gone');
  }
}
