import type { AttemptNews, HandInReceipt } from '../../../sync/contract/exams/sync.ts';
import { type AttemptState, createEmptyState } from '../../../sync/engine/ops/attempt-state.ts';
import { getCountedAnswers, getCountedFiles, findCountedHandIn, getFlaggedItems } from '../../../sync/engine/ops/attempt-views.ts';
import { deriveNews } from '../../../sync/engine/ops/verdicts.ts';
import type { ProjectedAttemptRow } from './projection-store.ts';

/** Projected state of one attempt, up to the batch `pos`. */
export class ProjectedAttempt {
  readonly attemptId: string;
  readonly state: AttemptState;
  pos = 0;
  /**
   * Log position of the batch that last changed the news (what the devices of the attempt must know). A repeated projection gives the same value
   * (SY13).
   */
  newsVersion = 0;
  /**
   * Log position of the last change of the answers that count. While the attempt is incomplete, any answer changes it; once complete, only a real
   * change does.
   */
  answersVersion = 0;
  receipts: readonly HandInReceipt[] = [];
  /** True if `projections.db` does not contain this state yet. */
  dirty = false;
  /** Length of the state's JSON when it was last read or stored; 0 before. In memory the state takes about four bytes per character. */
  characters = 0;
  #newsText = '';
  #answersText = '';

  private constructor(attemptId: string, state: AttemptState) {
    this.attemptId = attemptId;
    this.state = state;
  }

  static createEmpty(attemptId: string): ProjectedAttempt {
    return new ProjectedAttempt(attemptId, createEmptyState());
  }

  static fromRow(row: ProjectedAttemptRow): ProjectedAttempt {
    // A row of an older build may lack fields of the state; they start empty.
    const attempt = new ProjectedAttempt(row.attemptId, { ...createEmptyState(), ...(JSON.parse(row.state) as AttemptState) });
    attempt.characters = row.state.length;
    attempt.pos = row.pos;
    attempt.newsVersion = row.newsVersion;
    attempt.answersVersion = row.answersVersion;
    attempt.receipts = row.receipts;
    attempt.#newsText = row.newsText;
    attempt.#answersText = row.answersText;
    return attempt;
  }

  /** Returns the row to store, and remembers the length of its state. */
  toRow(): ProjectedAttemptRow {
    const { attemptId, pos, newsVersion, answersVersion, receipts } = this;
    const texts = { newsText: this.#newsText, answersText: this.#answersText };
    const state = JSON.stringify(this.state);
    this.characters = state.length;
    return { attemptId, pos, newsVersion, answersVersion, receipts, ...texts, state };
  }

  /** Receipt of the hand-in that counts. */
  get receipt(): HandInReceipt | null {
    return this.receipts[0] ?? null;
  }

  /** True if the attempt is handed in and every op listed by the hand-in has arrived (SY14, SY24). */
  get complete(): boolean {
    return findCountedHandIn(this.state) !== undefined;
  }

  deriveNews(): AttemptNews {
    return { version: this.newsVersion, ...deriveNews(this.state), receipt: this.receipt };
  }

  /** Compares the news and the answers that count with their previous values, and updates the versions if they changed. */
  noteChanges(pos: number): { news: boolean; answers: boolean } {
    // The lamport changes with every op. It is sent along, but does not make a new version by itself.
    const { lamport: _lamport, ...newsWithoutLamport } = deriveNews(this.state);
    const { streamId, seq, missingOps } = this.receipt ?? {};
    const newsText = JSON.stringify([newsWithoutLamport, streamId, seq, ...(missingOps === undefined ? [] : [missingOps])]);
    const news = newsText !== this.#newsText;
    if (news) {
      this.#newsText = newsText;
      this.newsVersion = pos;
    }
    const answersText = this.complete ? serialiseCountedAnswers(this.state) : '';
    const answers = answersText === '' || answersText !== this.#answersText;
    this.#answersText = answersText;
    if (answers) this.answersVersion = pos;
    return { news, answers };
  }
}

function serialiseCountedAnswers(state: AttemptState): string {
  const sortEntries = <T>(entries: Iterable<T>): string[] => [...entries].map((e) => JSON.stringify(e)).toSorted();
  // This text, by which a change of the answers is noticed, marks files that had not arrived before the release, so that no marker could see them. A
  // file that arrives in time therefore changes the text.
  const unseen = [...getCountedFiles(state)].flatMap(([item, { inTime }]) => (inTime ? [] : item));
  return JSON.stringify([
    sortEntries(getCountedAnswers(state)),
    sortEntries(getFlaggedItems(state)),
    ...(unseen.length > 0 ? [unseen.toSorted()] : []),
  ]);
}
