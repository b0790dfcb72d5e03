import { z } from 'zod';
import { epochMs } from '../scalars.ts';

/**
 * `entry`: the photo that the examinee takes and confirms when they enter the exam. `still`: a picture at a random moment of the exam. The report
 * of one use of the camera is named like an attachment, by its kind and eight random digits: "entry/3fa9c1d2".
 */
export const cameraKinds = ['entry', 'still'] as const;
export type CameraKind = (typeof cameraKinds)[number];

/**
 * Result of one use of the camera. `declined`: the examinee chose to go on without a photo. `noCamera`: the PC has none. `refused`: the browser
 * or the examinee does not allow its use. `broken`: it gave no picture. `noSpace`: the PC needs its space for answers.
 */
export const cameraOutcomes = ['taken', 'declined', 'noCamera', 'refused', 'broken', 'noSpace'] as const;
export type CameraOutcome = (typeof cameraOutcomes)[number];

const namePattern = /^(entry|still)\/[0-9a-f]{8}$/;
export const cameraItemId = z.string().regex(namePattern);
/** Returns the kind of a report by its name; undefined for the name of an attachment. */
export const parseCameraKind = (itemId: string): CameraKind | undefined => namePattern.exec(itemId)?.[1] as CameraKind | undefined;

/** Facts of a camera report, which the PC encrypts together with the picture, in front of its bytes. `atMs`: time on its clock, evidence only. */
export const cameraFacts = z.object({ outcome: z.enum(cameraOutcomes), atMs: epochMs });
export type CameraFacts = z.output<typeof cameraFacts>;

export const cameraLimits = {
  /** Largest picture in bytes, so that a sealed report is one chunk. */
  pictureBytes: { entry: 90 * 1024, still: 48 * 1024 },
  /** Maximum number of camera reports that the server stores for one attempt. */
  reports: { entry: 10, still: 200 },
  /** Range for the average time between two stills (pictures at random moments), in minutes. */
  minutes: { least: 5, most: 60 },
} as const;

/** Rules of a plan for the camera, as an examinee's PC gets them. */
export const cameraRules = z.object({
  entryPhoto: z.boolean(),
  /** Average minutes between two stills at random moments; 0 for no stills. */
  stillMinutes: z.int().min(0),
  /** Last day on which the pictures are retained, such as "2031-11-28". The examinee reads it before the first picture. */
  until: z.string(),
});
export type CameraRules = z.output<typeof cameraRules>;

/** A camera report as staff see it. Lists of reports begin with the newest. */
export const cameraReport = z.object({
  kind: z.enum(cameraKinds),
  outcome: z.enum(cameraOutcomes),
  /** Number of the PC at which the examinee sat, from 1. */
  epoch: z.int(),
  /** Time of this use of the camera, by the PC's clock. */
  atMs: epochMs,
  receivedMs: epochMs,
  /** Address of the picture, valid for some hours; null without a picture or once it is deleted. */
  url: z.string().nullable(),
});
export type CameraReport = z.output<typeof cameraReport>;
