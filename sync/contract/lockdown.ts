import { z } from 'zod';

/** What a browser can tell of somebody who leaves the paper: each is recorded in their own stream. */
export const watchKinds = ['focus', 'fullscreen', 'paste', 'print', 'menu'] as const;
export type WatchKind = (typeof watchKinds)[number];

const times = z.int().min(0).max(99);

/** From how many such moments on something is done; 0: never. */
export const watchRules = z.object({
  /** The player asks for the full screen. */
  fullscreen: z.boolean(),
  /** The examinee is told so, on every further one. */
  warnAt: times,
  /** The server pauses; the invigilator lets go on. Again at every multiple. */
  pauseAt: times,
  /** The seat says so on the tablet and on the board. */
  reportAt: times,
  /** Seats are given to Safe Exam Browser alone. */
  seb: z.boolean().default(false),
});
/** What an examinee's PC knows of it. */
export type WatchRules = z.output<typeof watchRules>;

/** SHA-256 as Safe Exam Browser writes it. */
export const sebHash = z.string().regex(/^[0-9a-f]{64}$/i);
export const lockdown = watchRules.extend({
  /** Browser exam keys of the versions installed in the rooms; none: any version with the plan's settings. */
  browserKeys: z.array(sebHash).max(20).default([]),
});
export type Lockdown = z.output<typeof lockdown>;

export const noLockdown: Lockdown = { fullscreen: false, warnAt: 0, pauseAt: 0, reportAt: 0, seb: false, browserKeys: [] };
export const isWatched = (rules: WatchRules): boolean => rules.fullscreen || rules.warnAt + rules.pauseAt + rules.reportAt > 0;

/** As its column keeps it: '' is none. */
export const lockdownText = (rules: Lockdown): string => (isWatched(rules) || rules.seb ? JSON.stringify(rules) : '');
export const lockdownOf = (text: string): Lockdown => (text === '' ? noLockdown : lockdown.parse(JSON.parse(text)));

/** What Safe Exam Browser tells a page of itself: hashes over the page's own address. */
export const sebProof = z.object({ url: z.url().max(2000), configKey: sebHash, browserKey: sebHash.or(z.literal('')) });
export type SebProof = z.output<typeof sebProof>;
