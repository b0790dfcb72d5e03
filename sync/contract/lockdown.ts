import { z } from 'zod';

/** What a browser can tell of somebody who leaves the paper: each is recorded in their own stream. */
export const watchKinds = ['focus', 'fullscreen', 'paste', 'print', 'menu'] as const;
export type WatchKind = (typeof watchKinds)[number];

const times = z.int().min(0).max(99);

/** From how many such moments on something is done; 0: never. */
export const lockdown = z.object({
  /** The player asks for the full screen. */
  fullscreen: z.boolean(),
  /** The examinee is told so, on every further one. */
  warnAt: times,
  /** The server pauses; the invigilator lets go on. Again at every multiple. */
  pauseAt: times,
  /** The seat says so on the tablet and on the board. */
  reportAt: times,
});
export type Lockdown = z.output<typeof lockdown>;

export const noLockdown: Lockdown = { fullscreen: false, warnAt: 0, pauseAt: 0, reportAt: 0 };
export const isWatched = (rules: Lockdown): boolean => rules.fullscreen || rules.warnAt + rules.pauseAt + rules.reportAt > 0;

/** As its column keeps it: '' is none. */
export const lockdownText = (rules: Lockdown): string => (isWatched(rules) ? JSON.stringify(rules) : '');
export const lockdownOf = (text: string): Lockdown => (text === '' ? noLockdown : lockdown.parse(JSON.parse(text)));
