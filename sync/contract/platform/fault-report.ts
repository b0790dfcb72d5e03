import { z } from 'zod';

/** Removes text that may identify a person from an error message: quoted text, Chinese, long numbers, URLs and mail addresses. */
export const redactPersonalData = (text: string): string =>
  text
    .replace(/(["'`])(?:(?!\1).)*\1/gs, '$1…$1')
    .replace(/[“‘「《][^”’」》]*[”’」》]/gs, '…')
    .replace(/https?:\/\/\S+/g, '…')
    .replace(/[^\s@]+@[^\s@]+/g, '…')
    .replace(/[^\u0020-\u007e…]+/g, '…')
    .replace(/\d{4,}/g, '…');

/** Replaces every part of a page's path that contains a digit, such as an id or a ticket number. */
export const maskPathIds = (path: string): string => path.replace(/[^/]*\d[^/]*/g, ':id');

const frame = z
  .string()
  .max(120)
  .regex(/^[\w./-]+:\d+:\d+$/);

/** Parts of the engine (`sync/engine`) that report unexpected errors. `carry`: delivery of another device's answers. */
export const engineParts = ['push', 'pull', 'attachments', 'attempt', 'room', 'clock', 'storage', 'carry', 'answerFile'] as const;
export type EnginePart = (typeof engineParts)[number];

/** Error report of the web pages. It names the place in our own code, and nothing about the user. */
export const faultReport = z.strictObject({
  name: z.string().max(60).transform(redactPersonalData),
  message: z.string().max(300).transform(redactPersonalData),
  /** Stack frames as `assets/x.js:1:2345`, innermost first. */
  frames: z.array(frame).max(8),
  page: z.string().max(120).transform(maskPathIds).transform(redactPersonalData),
  /** Browser and version, such as `Chrome 140`; '' if unknown. */
  browser: z.string().max(40).transform(redactPersonalData),
  /** Part of the engine that met the error and went on; null for an error of a page. Older builds leave out this and `times`. */
  engine: z.enum(engineParts).nullable().default(null),
  /** How often the error occurred since this page's previous report. */
  times: z.int().min(1).max(1_000_000).default(1),
});
export type FaultReport = z.output<typeof faultReport>;
