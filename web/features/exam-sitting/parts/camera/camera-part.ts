import { lazyOptional } from '../../../../lib/optional-part.ts';

/** The camera, loaded only in exams that use it. */
export const ExamCameraPart = lazyOptional(async () => (await import('./exam-camera.tsx')).ExamCamera);
