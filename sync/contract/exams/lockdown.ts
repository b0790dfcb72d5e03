import { z } from 'zod';
import { cameraLimits } from './camera.ts';

/**
 * Events by which a browser notices that an examinee leaves or copies the paper. Each is recorded in the examinee's own stream. `capture` is the
 * key that takes a picture of the screen, `screen` a second screen at the PC.
 */
export const watchKinds = ['focus', 'fullscreen', 'paste', 'print', 'menu', 'capture', 'screen'] as const;
export type WatchKind = (typeof watchKinds)[number];
/** How often each event happened; kinds that never happened are left out. */
export type WatchCounts = Readonly<Partial<Record<WatchKind, number>>>;

const times = z.int().min(0).max(99);

/** Rules for leaving or copying the paper. `warnAt`, `pauseAt` and `reportAt` are numbers of events of all kinds together; 0 turns the action off. */
export const watchRules = z.object({
  /** True if the player (the page with the paper) asks for full screen. */
  fullscreen: z.boolean(),
  /** The player warns the examinee from this number of events on, at each event. */
  warnAt: times,
  /** The server pauses the attempt at every multiple of this number of events; the invigilator ends the pause. */
  pauseAt: times,
  /** From this number of events on, the invigilator's tablet shows them at the examinee's seat. */
  reportAt: times,
  /** True if an examinee can take a seat only with Safe Exam Browser. */
  seb: z.boolean(),
});
/** The part of the lockdown rules that the server sends to an examinee's PC. */
export type WatchRules = z.output<typeof watchRules>;

/** Average minutes between two camera stills at random moments; 0: none. */
export const stillMinutes = z.int().min(cameraLimits.minutes.least).max(cameraLimits.minutes.most).or(z.literal(0));

/** SHA-256 in hex, as Safe Exam Browser writes it. */
export const sebHash = z.string().regex(/^[0-9a-f]{64}$/i);
export const lockdownRules = watchRules.extend({
  /** Browser exam keys of the versions installed in the rooms. Empty: any version with the plan's settings. */
  browserKeys: z.array(sebHash).max(20),
  /** True if the PC asks for a photo of the examinee at entry. */
  entryPhoto: z.boolean().default(false),
  stillMinutes: stillMinutes.default(0),
});
export type LockdownRules = z.output<typeof lockdownRules>;

export const noLockdown: LockdownRules = {
  fullscreen: false,
  warnAt: 0,
  pauseAt: 0,
  reportAt: 0,
  seb: false,
  browserKeys: [],
  entryPhoto: false,
  stillMinutes: 0,
};
/** Tells whether the player watches the examinee under these rules. */
export const hasWatchRules = (rules: WatchRules): boolean => rules.fullscreen || rules.warnAt + rules.pauseAt + rules.reportAt > 0;

/** Tells whether the examinee's PC uses its camera under these rules. */
export const hasCameraRules = ({ entryPhoto, stillMinutes }: Pick<LockdownRules, 'entryPhoto' | 'stillMinutes'>): boolean =>
  entryPhoto || stillMinutes > 0;

/** Serialises the lockdown rules of a plan for their database column; '' if no rule applies. */
export const serialiseLockdown = (rules: LockdownRules): string =>
  hasWatchRules(rules) || rules.seb || hasCameraRules(rules) ? JSON.stringify(rules) : '';
/** Parses the lockdown rules of a plan from their database column. Rules that an older build did not store get their default. */
export const parseLockdown = (text: string): LockdownRules =>
  text === '' ? noLockdown : lockdownRules.parse({ ...noLockdown, ...JSON.parse(text) });

/** Hashes over the page's address by which Safe Exam Browser proves itself to the page. */
export const sebProof = z.object({ url: z.url().max(2000), configKey: sebHash, browserKey: sebHash.or(z.literal('')) });
export type SebProof = z.output<typeof sebProof>;
