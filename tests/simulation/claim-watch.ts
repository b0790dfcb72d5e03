import type { Database } from 'better-sqlite3';
import type { AnswerLog } from '../../server/answer-log/answer-log.ts';

interface Claim {
  readonly serverEpoch: string;
  readonly attemptId: string;
  readonly written: Readonly<Record<string, number>>;
}

/**
 * Checks property 14 (SY25). In its polls a device claims how many ops it has written. No receipt may say that everything has arrived while
 * the server answered a poll that claimed more ops than it has.
 */
export class ClaimWatch {
  #claims: Claim[] = [];

  /**
   * Records the claims of a poll that the server answered. `wasKnown`: the log already had ops of the attempt; without any, the server
   * ignores claims.
   */
  note(answerLog: AnswerLog, { ticket, written }: { ticket: string; written?: Record<string, number> }, wasKnown: boolean): void {
    const attemptId = answerLog.tickets.check(ticket)?.attemptId;
    if (attemptId && written && wasKnown) this.#claims.push({ serverEpoch: answerLog.log.serverEpoch, attemptId, written });
  }

  /** Drops the claims after a restore. The log is another one, and devices repeat their claims to it. */
  forget(): void {
    this.#claims = [];
  }

  /** Counts claimed ops that the server has neither in a chain nor in quarantine. Shares no code with the product's own count. */
  missing(answerLog: AnswerLog, log: Database, attemptId: string): number {
    const most = new Map<string, number>();
    for (const claim of this.#claims)
      if (claim.attemptId === attemptId && claim.serverEpoch === answerLog.log.serverEpoch)
        for (const [streamId, seq] of Object.entries(claim.written)) most.set(streamId, Math.max(seq, most.get(streamId) ?? 0));
    const quarantined = log
      .prepare<[string, string], number>(
        'SELECT coalesce(max(from_seq + op_count - 1), 0) FROM aside WHERE attempt_id = ? AND stream_id = ?',
      )
      .pluck();
    let missing = 0;
    for (const [streamId, seq] of most)
      missing += Math.max(0, seq - Math.max(answerLog.log.head(streamId)?.seq ?? 0, quarantined.get(attemptId, streamId) ?? 0));
    return missing;
  }
}
