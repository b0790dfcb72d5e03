import { cameraLimits, type CameraKind, type CameraOutcome } from '../../../../../sync/contract/exams/camera.ts';
import { browserTimers } from '../../../../platform/browser-ports.ts';
import {
  hasSpaceForStill,
  readCameraAnswer,
  rememberCameraAnswer,
  storeCameraReport,
} from '../../../../platform/exam-device/camera-reports.ts';
import { type CameraFailure, type OpenCamera, openCamera, takePicture, takeStill } from './camera.ts';

/** Camera and storage of this PC for one attempt. */
export interface CameraPorts {
  open(): Promise<OpenCamera | CameraFailure>;
  /** Takes the photo at entry from the video that the examinee sees. */
  photograph(video: HTMLVideoElement): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Turns the camera on for one still, when the page is idle. */
  still(): Promise<Uint8Array<ArrayBuffer> | CameraFailure>;
  store(kind: CameraKind, outcome: CameraOutcome, picture?: Uint8Array<ArrayBuffer>): Promise<'stored' | 'full' | 'lost'>;
  hasSpace(): Promise<boolean>;
  /** Returns the outcome of asking the examinee on this PC to use the camera; null if the examinee has not answered yet. */
  answer(): string | null;
  remember(outcome: CameraOutcome): void;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
}

export const createCameraPorts = (attemptId: string): CameraPorts => ({
  open: openCamera,
  photograph: (video) => takePicture(video, cameraLimits.pictureBytes.entry),
  async still() {
    await new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 2_000 }));
    return takeStill(cameraLimits.pictureBytes.still);
  },
  store: (kind, outcome, picture) => storeCameraReport(attemptId, kind, outcome, picture),
  hasSpace: hasSpaceForStill,
  answer: () => readCameraAnswer(attemptId),
  remember: (outcome) => rememberCameraAnswer(attemptId, outcome),
  sleep: (ms, signal) => browserTimers.sleep(ms, signal),
  random: () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32,
});
