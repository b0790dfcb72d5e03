import type { CameraOutcome } from '../../../../../sync/contract/exams/camera.ts';

/** Resolution requested from the camera, in pixels: enough to recognise a face, and little enough for an old PC. */
const size = { width: { ideal: 640 }, height: { ideal: 480 } };
const qualities = [0.85, 0.7, 0.5, 0.3] as const;
/**
 * `adjustMs`: milliseconds that a camera gets to adjust to the light. `patienceMs`: milliseconds after which a camera without a picture is broken.
 */
const adjustMs = 600;
const patienceMs = 8_000;

/** A camera that is on, until `stop` is called. */
export interface OpenCamera {
  readonly stream: MediaStream;
  readonly stop: () => void;
}
export type CameraFailure = Extract<CameraOutcome, 'noCamera' | 'refused' | 'broken'>;

const failures: Readonly<Record<string, CameraFailure>> = {
  NotFoundError: 'noCamera',
  OverconstrainedError: 'noCamera',
  NotAllowedError: 'refused',
  SecurityError: 'refused',
};

/** Turns the camera on, or says why it cannot be used. */
export async function openCamera(): Promise<OpenCamera | CameraFailure> {
  // On an insecure origin, browsers do not define `mediaDevices`.
  const media = navigator.mediaDevices as MediaDevices | undefined;
  if (!media) return 'refused';
  try {
    const stream = await media.getUserMedia({ video: { ...size, facingMode: 'user' }, audio: false });
    return { stream, stop: () => stream.getTracks().forEach((track) => track.stop()) };
  } catch (cause) {
    return failures[cause instanceof DOMException ? cause.name : ''] ?? 'broken';
  }
}

/** Encodes the present image of a playing video as JPEG of at most `mostBytes`; undefined if it shows none. */
export async function takePicture(video: HTMLVideoElement, mostBytes: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0) return undefined;
  const canvas = document.createElement('canvas');
  // A camera may ignore the requested size.
  const scale = Math.min(1, 640 / videoWidth);
  [canvas.width, canvas.height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)];
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  for (const quality of qualities) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (blob && blob.size <= mostBytes) return new Uint8Array(await blob.arrayBuffer());
  }
  return undefined;
}

/** Turns the camera on, takes one picture, and turns it off. */
export async function takeStill(mostBytes: number): Promise<Uint8Array<ArrayBuffer> | CameraFailure> {
  const camera = await openCamera();
  if (typeof camera === 'string') return camera;
  const video = document.createElement('video');
  video.muted = true;
  video.srcObject = camera.stream;
  try {
    await Promise.race([video.play(), new Promise((_, reject) => setTimeout(reject, patienceMs))]);
    await new Promise((resolve) => setTimeout(resolve, adjustMs));
    return (await takePicture(video, mostBytes)) ?? 'broken';
  } catch {
    return 'broken';
  } finally {
    camera.stop();
    video.srcObject = null;
  }
}
