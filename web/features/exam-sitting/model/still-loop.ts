import type { CameraOutcome } from '../../../../sync/contract/exams/camera.ts';

/** Milliseconds at the end of the exam in which no still (camera photo) is taken, so that no still coincides with the hand-in. */
const lastMs = 60_000;

export interface StillPorts {
  /** Waits for `ms` milliseconds; resolves early when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Returns a number from 0 to 1, drawn by the PC alone: nobody can derive the moments from data that the examinee has. */
  random(): number;
  /** Tells whether the examinee is answering now; not during a pause, before the start or after the hand-in. */
  isAnswering(): boolean;
  remainingMs(): number;
  /** Tells whether the examinee agreed to the camera. */
  hasAgreed(): boolean;
  hasSpace(): Promise<boolean>;
  takePicture(): Promise<Uint8Array<ArrayBuffer> | Exclude<CameraOutcome, 'taken'>>;
  /**
   * Stores a camera report. No more stills are taken if there is no space or the report limit is reached (`full`), or this page cannot encrypt
   * reports (`lost`).
   */
  store(outcome: CameraOutcome, picture?: Uint8Array<ArrayBuffer>): Promise<'stored' | 'full' | 'lost'>;
}

/** Draws the time in milliseconds until the next still: between half and one and a half times the average. */
export const drawStillWaitMs = (minutes: number, random: number): number => Math.round(minutes * 60_000 * (0.5 + random));

/**
 * Takes a still (a photo of the examinee) at random moments until the signal aborts. A repeated failure is recorded only once. Once only the space
 * reserved for answers is left, no more stills are taken.
 */
export async function takeStills(minutes: number, ports: StillPorts, signal: AbortSignal): Promise<void> {
  let lastOutcome: CameraOutcome | undefined;
  for (;;) {
    await ports.sleep(drawStillWaitMs(minutes, ports.random()), signal);
    if (signal.aborted) return;
    if (!ports.isAnswering() || ports.remainingMs() <= lastMs) continue;
    const capture = !ports.hasAgreed() ? 'declined' : (await ports.hasSpace()) ? await ports.takePicture() : 'noSpace';
    // The examinee may have handed in while the camera adjusted to the light.
    if (signal.aborted || !ports.isAnswering()) continue;
    const outcome = typeof capture === 'string' ? capture : 'taken';
    const isNews = outcome === 'taken' || outcome !== lastOutcome;
    lastOutcome = outcome;
    if (isNews && (await ports.store(outcome, typeof capture === 'string' ? undefined : capture)) !== 'stored') return;
    if (outcome === 'noSpace') return;
  }
}
