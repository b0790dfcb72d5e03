import { hasIncompleteFiles } from '../../sync/engine/ops/attempt-views.ts';
import type { AttemptState } from '../../sync/engine/ops/attempt-state.ts';
import type { AttemptNews } from '../../sync/contract/exams/sync.ts';
import type { AnswerLog } from '../../server/answer-log/answer-log.ts';
import type { OpBook } from './op-book.ts';

interface SeenNews {
  readonly news: AttemptNews;
  readonly said: number;
}

/**
 * Counts the reasons for which a hand-in may cease to count: staff decisions, hand-ins that staff lifted, and false digests. Lifted
 * hand-ins are counted in the state, because the news list only those of the newest epoch.
 */
const saidOf = (state: AttemptState): number =>
  state.decisions.length + state.lifted.length / 2 + state.handIns.filter((h) => h.proof?.agrees === false).length;

/** Checks property 5: while the server epoch stays the same, the news of an attempt (its state for devices) never go back, unless an op allows it. */
export class NewsWatch {
  readonly #book: OpBook;
  readonly #last = new Map<string, { epoch: string; news: AttemptNews; said: number }>();

  constructor(book: OpBook) {
    this.#book = book;
  }

  follow(answerLog: AnswerLog): void {
    answerLog.projector.onNews((attemptId) => {
      const attempt = answerLog.projector.attempt(attemptId);
      if (!attempt) return;
      const now = { epoch: answerLog.log.serverEpoch, news: attempt.deriveNews(), said: saidOf(attempt.state) };
      const last = this.#last.get(attemptId);
      // Property 6: the receipt must not appear while a file attached to a counted answer is missing.
      if (now.news.receipt && !last?.news.receipt && hasIncompleteFiles(attempt.state))
        this.#book.fault('6 digest', `${attemptId} gets a receipt, and a file of it is missing`);
      // A projection rebuilt from scratch counts its news versions from the start again.
      if (last && last.epoch === now.epoch && now.news.version > last.news.version) this.#compare(attemptId, last, now);
      if (!last || last.epoch !== now.epoch || now.news.version >= last.news.version) this.#last.set(attemptId, now);
    });
  }

  #compare(attemptId: string, { news: was, said: before }: SeenNews, now: SeenNews): void {
    const back = (what: string): void => this.#book.fault('5 backwards', `${attemptId}: ${what}`);
    const { news } = now;
    const said = news.reopened.length > was.reopened.length || news.epoch > was.epoch || now.said > before;
    if (was.handedIn && !news.handedIn && !said) back('no longer handed in');
    if (news.epoch < was.epoch) back('an older epoch');
    if (news.lamport < was.lamport) back('a lower lamport');
    if (news.extensionMs < was.extensionMs) back('less time');
    if (was.receipt && !news.receipt && !said) back('its receipt is gone');
  }
}
