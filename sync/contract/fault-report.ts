import { z } from 'zod';

/** In a program's own words a name, an answer or a number can stand: what is quoted, Chinese, long digits and addresses go. */
export const withoutPersons = (text: string): string =>
  text
    .replace(/(["'`])(?:(?!\1).)*\1/gs, '$1…$1')
    .replace(/[“‘「《][^”’」》]*[”’」》]/gs, '…')
    .replace(/https?:\/\/\S+/g, '…')
    .replace(/[^\s@]+@[^\s@]+/g, '…')
    .replace(/[^\u0020-\u007e…]+/g, '…')
    .replace(/\d{4,}/g, '…');

/** The address of a page with every part that has a digit taken out: ids and ticket numbers. */
export const pageWithoutIds = (path: string): string => path.replace(/[^/]*\d[^/]*/g, ':id');

const frame = z
  .string()
  .max(120)
  .regex(/^[\w./-]+:\d+:\d+$/);

/** A fault of the pages as a browser tells it: where in our own code, and nothing of whoever met it. */
export const faultReport = z.strictObject({
  name: z.string().max(60).transform(withoutPersons),
  message: z.string().max(300).transform(withoutPersons),
  /** `assets/x.js:1:2345`, the innermost first. */
  frames: z.array(frame).max(8),
  page: z.string().max(120).transform(pageWithoutIds).transform(withoutPersons),
  /** `Chrome 140`; '' where it can't be told. */
  browser: z.string().max(40).transform(withoutPersons),
});
export type FaultReport = z.output<typeof faultReport>;
