import type { CameraRules } from '../../../../sync/contract/exams/camera.ts';
import type { WatchRules } from '../../../../sync/contract/exams/lockdown.ts';

/** Facts about a sitting, taken from the examinee's notice of the plan and from the session, and stored on this PC. */
export interface SittingFacts {
  readonly schoolTitle: string;
  readonly examName: string;
  readonly personName: string;
  readonly seatLabel: string;
  readonly ticketNo: string;
  readonly variant: string;
  readonly questionCount: number;
  /** Number of questions without tasks performed before assessors; null if the paper cannot be opened on this PC. */
  readonly answerableCount: number | null;
  /** Null if this is no exam, so that leaving the paper is not watched. */
  readonly lockdown: WatchRules | null;
  /** Null if the exam does without the camera. */
  readonly camera: CameraRules | null;
  /** When homework is due. Null for exams and mock tests, which run on a clock. */
  readonly due: { readonly atMs: number; readonly isCorrection: boolean } | null;
  readonly totalPoints: number;
  readonly passPoints: number;
  /** Addresses of the page that lists the attempts of this kind, and of this attempt's score page. */
  readonly home: string;
  readonly score: string;
}
