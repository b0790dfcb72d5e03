import type { News, Receipt } from '../../sync/contract/sync.ts';
import { type AttemptState, emptyState } from '../../sync/engine/attempt-state.ts';
import { answersOf, filesOf, fixedHandIn, flagsOf } from '../../sync/engine/attempt-views.ts';
import { newsOf } from '../../sync/engine/verdicts.ts';
import type { AttemptRow } from './projection-store.ts';

/** Projected state of one attempt, up to the batch `pos`. */
export class ProjectedAttempt {
  readonly attemptId: string;
  readonly state: AttemptState;
  pos = 0;
  /** Log position of the batch that last changed the news. A repeated projection gives the same value (SY13). */
  newsVersion = 0;
  /**
   * Log position of the last change of the counting answers. While the attempt is incomplete, any answer changes it; once complete, only a real
   * change does.
   */
  answersVersion = 0;
  receipts: readonly Receipt[] = [];
  /** True if the projection file does not contain this state yet. */
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
    // An older build stored fewer tables.
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

  /** Receipt of the hand-in that counts. */
  get receipt(): Receipt | null {
    return this.receipts[0] ?? null;
  }

  /** True if the attempt is handed in and every op listed by the hand-in has arrived (SY14, SY24). */
  get complete(): boolean {
    return fixedHandIn(this.state) !== undefined;
  }

  news(): News {
    return { version: this.newsVersion, ...newsOf(this.state), receipt: this.receipt };
  }

  /** Compares news and counting answers with their previous values, and updates the versions if they changed. */
  noteChanges(pos: number): { news: boolean; answers: boolean } {
    // The lamport changes with every op. It is sent along, but does not make a new version by itself.
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
  // Files that were not visible to the marker are part of the text, so that their arrival in time changes it.
  const unseen = [...filesOf(state)].flatMap(([item, { inTime }]) => (inTime ? [] : item));
  return JSON.stringify([sorted(answersOf(state)), sorted(flagsOf(state)), ...(unseen.length > 0 ? [unseen.toSorted()] : [])]);
}
