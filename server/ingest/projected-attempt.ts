import type { News, Receipt } from '../../sync/contract/sync.ts';
import { type AttemptState, emptyState } from '../../sync/engine/attempt-state.ts';
import { answersOf, filesOf, fixedHandIn, flagsOf } from '../../sync/engine/attempt-views.ts';
import { newsOf } from '../../sync/engine/verdicts.ts';
import type { AttemptRow } from './projection-store.ts';

/** What one attempt has come to, up to the batch `pos`. */
export class ProjectedAttempt {
  readonly attemptId: string;
  readonly state: AttemptState;
  pos = 0;
  /** Log position of the batch that last changed the news: the same however often it is projected anew (SY13). */
  newsVersion = 0;
  /** Likewise of what counts: while incomplete any answer moves it, once complete only a real change. */
  answersVersion = 0;
  receipts: readonly Receipt[] = [];
  /** Not yet in the projections' file as it is here. */
  dirty = false;
  #newsText = '';
  #answersText = '';

  private constructor(attemptId: string, state: AttemptState) {
    this.attemptId = attemptId;
    this.state = state;
  }

  static fresh(attemptId: string): ProjectedAttempt {
    return new ProjectedAttempt(attemptId, emptyState());
  }

  static fromRow(row: AttemptRow): ProjectedAttempt {
    // An older build kept fewer tables.
    const attempt = new ProjectedAttempt(row.attemptId, { ...emptyState(), ...(JSON.parse(row.state) as AttemptState) });
    attempt.pos = row.pos;
    attempt.newsVersion = row.newsVersion;
    attempt.answersVersion = row.answersVersion;
    attempt.receipts = row.receipts;
    attempt.#newsText = row.newsText;
    attempt.#answersText = row.answersText;
    return attempt;
  }

  toRow(): AttemptRow {
    const { attemptId, pos, newsVersion, answersVersion, receipts } = this;
    const texts = { newsText: this.#newsText, answersText: this.#answersText };
    return { attemptId, pos, newsVersion, answersVersion, receipts, ...texts, state: JSON.stringify(this.state) };
  }

  /** Of the hand-in that counts. */
  get receipt(): Receipt | null {
    return this.receipts[0] ?? null;
  }

  /** Handed in, and everything that hand-in lists is here (SY14, SY24). */
  get complete(): boolean {
    return fixedHandIn(this.state) !== undefined;
  }

  news(): News {
    return { version: this.newsVersion, ...newsOf(this.state), receipt: this.receipt };
  }

  /** Compares what the news say and what counts with before, and moves the versions where they changed. */
  noteChanges(pos: number): { news: boolean; answers: boolean } {
    // The lamport moves with every op and is told along, but is no news by itself.
    const { lamport: _lamport, ...told } = newsOf(this.state);
    const { streamId, seq, missingOps } = this.receipt ?? {};
    const newsText = JSON.stringify([told, streamId, seq, ...(missingOps === undefined ? [] : [missingOps])]);
    const news = newsText !== this.#newsText;
    if (news) {
      this.#newsText = newsText;
      this.newsVersion = pos;
    }
    const answersText = this.complete ? countedText(this.state) : '';
    const answers = answersText === '' || answersText !== this.#answersText;
    this.#answersText = answersText;
    if (answers) this.answersVersion = pos;
    return { news, answers };
  }
}

function countedText(state: AttemptState): string {
  const sorted = <T>(entries: Iterable<T>): string[] => [...entries].map((e) => JSON.stringify(e)).toSorted();
  // A mark that was given without them is not for them.
  const unseen = [...filesOf(state)].flatMap(([item, { inTime }]) => (inTime ? [] : item));
  return JSON.stringify([sorted(answersOf(state)), sorted(flagsOf(state)), ...(unseen.length > 0 ? [unseen.toSorted()] : [])]);
}
