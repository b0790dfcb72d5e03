import type { WatchRules } from '../../../../sync/contract/lockdown.ts';

/** Who sits what, where: from the notice and the session, kept on this PC. */
export interface SittingFacts {
  readonly schoolTitle: string;
  readonly examName: string;
  readonly personName: string;
  readonly seatLabel: string;
  readonly ticketNo: string;
  readonly variant: string;
  readonly questionCount: number;
  /** Without the tasks done before assessors; null where the paper is closed here. */
  readonly toAnswer: number | null;
  /** Null: no exam, and nobody watches. */
  readonly lockdown: WatchRules | null;
  /** When homework is due. Null for exams and mock tests, which run on a clock. */
  readonly due: { readonly atMs: number; readonly isCorrection: boolean } | null;
  readonly totalPoints: number;
  readonly passPoints: number;
  /** Where one comes from, and where the score stands. */
  readonly home: string;
  readonly score: string;
}
