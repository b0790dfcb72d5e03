import type { Translate } from '../../../../lib/i18n.ts';
import { formatBytes, formatSeconds } from '../../../../lib/format-number.ts';
import { requiredFeatureNames } from '../../../../platform/pwa/required-features.ts';
import type { WorkerRefusal } from '../../../../platform/pwa/worker-state.ts';
import { sum } from '../../../../../sync/domain/numbers.ts';

/** Texts of the checks of a PC before an exam. Durations use the texts of the exam page. */
type CheckTexts = Translate<['examAround', 'examSitting']>;
type FormatText = (t: CheckTexts) => string;
export type CheckOutcome = 'pass' | 'warn' | 'fail';
export const checkIds = [
  'network',
  'address',
  'browser',
  'worker',
  'build',
  'private',
  'storage',
  'journal',
  'clock',
  'zone',
  'queue',
  'persist',
  'space',
  'screen',
] as const;
export type CheckId = (typeof checkIds)[number];

/** Result of one check. `fail` prevents the PC from being prepared; `warn` is for information. */
export interface CheckFinding {
  readonly outcome: CheckOutcome;
  readonly say: FormatText;
  /** Further lines, such as the undelivered answers by owner. */
  readonly details?: readonly FormatText[];
}

const pass = (say: FormatText): CheckFinding => ({ outcome: 'pass', say });
const warn = (say: FormatText): CheckFinding => ({ outcome: 'warn', say });
const fail = (say: FormatText): CheckFinding => ({ outcome: 'fail', say });

const slowLineMs = 1_000;

/**
 * Judges the network by the fastest of some calls, in milliseconds; null if none was answered. An exam runs without a network, but preparing the
 * PC needs one.
 */
export function judgeNetwork(tookMs: number | null): CheckFinding {
  if (tookMs === null) return warn((t) => t('check.network.none'));
  const ms = Math.max(1, Math.round(tookMs));
  return tookMs > slowLineMs ? warn((t) => t('check.network.slow', { ms })) : pass((t) => t('check.network.pass', { ms }));
}

/** Compares the build of this page with the server's current one; null if the server could not be asked. */
export function judgeBuild(mine: string, current: string | null): CheckFinding {
  if (current === null) return pass((t) => t('check.build.unknown'));
  return mine === current ? pass((t) => t('check.build.pass')) : warn((t) => t('check.build.old'));
}

/** Tells whether an address leads to this PC; browsers trust `http://` at such an address. */
const isThisPc = (hostname: string): boolean => /^(.+\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/.test(hostname);

/**
 * Judges the address of the page. A page on another plain HTTP address runs only if a policy or a switch of the browser trusts that address. Then
 * everything works, but is sent unencrypted.
 */
export function judgeAddress({ protocol, hostname, host }: Pick<URL, 'protocol' | 'hostname' | 'host'>): CheckFinding {
  if (protocol === 'https:') return pass((t) => t('check.address.pass'));
  if (isThisPc(hostname)) return pass((t) => t('check.address.local'));
  return warn((t) => t('check.address.plain', { secure: `https://${host}` }));
}

/** Judges the features that an exam needs. `missing`: names of those that this browser lacks. */
export function judgeBrowser(missing: readonly string[]): CheckFinding {
  if (missing.length === 0) return pass((t) => t('check.browser.pass', { names: requiredFeatureNames.join(', ') }));
  return fail((t) => t('check.browser.fail', { names: missing.join(', ') }));
}

/**
 * Judges the service worker. `installing`: it is still being downloaded. The network is slow then; it is not a fault of this PC, and another browser
 * would not help.
 */
export function judgeWorker(state: 'controlling' | 'installing' | 'notControlling' | 'unsupported' | WorkerRefusal): CheckFinding {
  if (state === 'controlling') return pass((t) => t('check.worker.pass'));
  if (state === 'installing') return warn((t) => t('check.worker.slow'));
  const reasons = {
    untrusted: 'check.worker.untrusted',
    forbidden: 'check.worker.forbidden',
    failed: 'check.worker.failed',
    unsupported: 'check.worker.unsupported',
    notControlling: 'check.worker.missing',
  } as const;
  return fail((t) => t(reasons[state]));
}

const slowWriteMs = 500;

/** Judges the result of a durable test write, or the reason why it failed. */
export function judgeStorage(probe: { tookMs: number; same: boolean; survived: boolean } | { reason: string }): CheckFinding {
  if ('reason' in probe) return fail((t) => t('check.storage.fail', { reason: probe.reason }));
  if (!probe.same) return fail((t) => t('check.storage.mismatch'));
  const ms = Math.max(1, Math.round(probe.tookMs));
  const details: FormatText[] = probe.survived ? [(t) => t('check.storage.survived')] : [];
  const found = ms > slowWriteMs ? warn((t) => t('check.storage.slow', { ms })) : pass((t) => t('check.storage.pass', { ms }));
  return { ...found, details };
}

/** Judges this PC's clock. A wrong clock is never a reason to refuse, because the exam uses the server's time. */
export function judgeClock(offsetMs: number | null, lengthText: (t: CheckTexts, ms: number) => string): CheckFinding {
  if (offsetMs === null) return warn((t) => t('check.clock.offline'));
  if (Math.abs(offsetMs) > 60_000) return warn((t) => t('check.clock.warn', { offset: lengthText(t, offsetMs) }));
  return pass((t) => t('check.clock.pass', { seconds: formatSeconds(Math.abs(offsetMs)) }));
}

/**
 * Judges the time zone. A PC in another zone works, but its own clock differs from the exam's times. `aheadMinutes`: the PC's zone minus the
 * school's.
 */
export function judgeZone({ own, school, aheadMinutes }: { own: string; school: string; aheadMinutes: number }): CheckFinding {
  if (aheadMinutes === 0) return pass((t) => t('check.zone.pass', { school }));
  const hours = Math.abs(aheadMinutes) / 60;
  return warn((t) => t(aheadMinutes > 0 ? 'check.zone.ahead' : 'check.zone.behind', { own, school, hours }));
}

/** Judges undelivered ops on this PC. `byActor`: number of ops by user id. They are sent automatically and do not block the PC. */
export function judgeQueue(byActor: ReadonlyMap<number, number>): CheckFinding {
  const count = sum([...byActor.values()]);
  if (count === 0) return pass((t) => t('check.queue.pass'));
  const details = [...byActor].map(
    ([actor, each]): FormatText =>
      (t) =>
        t('check.whose', { actor, count: each }),
  );
  return { ...warn((t) => t('check.queue.warn', { count })), details };
}

const mebibyte = 1024 * 1024;

/**
 * Judges the creation of the journal, the second replica, at full size (SY25). A browser without support keeps one replica only, and the examinee
 * should know.
 */
export function judgeJournal(made: 'made' | 'unsupported' | { reason: string }): CheckFinding {
  if (made === 'made') return pass((t) => t('check.journal.pass'));
  if (made === 'unsupported') return warn((t) => t('check.journal.unsupported'));
  return fail((t) => t('check.journal.fail', { reason: made.reason }));
}

/** Free space that an exam PC needs beyond the journal (SY25). */
export const spaceNeededBytes = 500 * mebibyte;

/**
 * Judges the free space. `provenBytes`: number of bytes that the disk took in a test write; null if this browser cannot test, because an estimate
 * proves nothing.
 */
export function judgeSpace(provenBytes: number | null): CheckFinding {
  if (provenBytes === null) return warn((t) => t('check.space.unknown'));
  const sizes = { free: formatBytes(provenBytes), needed: formatBytes(spaceNeededBytes) };
  return provenBytes < spaceNeededBytes ? fail((t) => t('check.space.fail', sizes)) : pass((t) => t('check.space.pass', sizes));
}

/** Judges the size of the browser window, in CSS pixels. */
export function judgeScreen(width: number, height: number): CheckFinding {
  const say: FormatText = (t) => t(width < 1000 || height < 580 ? 'check.screen.warn' : 'check.screen.pass', { width, height });
  return width < 1000 || height < 580 ? warn(say) : pass(say);
}

/**
 * Judges the permission for persistent storage. Without it, the browser may delete all stored data when the disk is full (decision 036). Null if
 * the browser does not support it.
 */
export function judgePersist(granted: boolean | null): CheckFinding {
  if (granted === null) return warn((t) => t('check.persist.unknown'));
  return granted ? pass((t) => t('check.persist.pass')) : fail((t) => t('check.persist.fail'));
}

/**
 * Microseconds per byte above which a read cannot have come from a file on disk (a few microseconds): the browser asked another process, which holds
 * the files of a private window in memory.
 */
const askedForUs = 50;

/**
 * Judges whether this is a private window, which no browser tells. Chromium gives two signs: a `File` stays readable after a change (`pictureStays`),
 * and reads are slow (`readUs`). Both together are almost certain; one alone may come from a slow disk. `refused`: the browser does not let this site
 * store files, as in a private window of Firefox or Safari or by a setting.
 */
export function judgePrivate(signs: 'refused' | 'unsupported' | { pictureStays: boolean; readUs: number }): CheckFinding {
  if (signs === 'refused') return fail((t) => t('check.private.refused'));
  if (signs === 'unsupported') return pass((t) => t('check.private.pass'));
  const asked = signs.readUs > askedForUs;
  if (signs.pictureStays && asked) return fail((t) => t('check.private.fail'));
  return signs.pictureStays || asked ? warn((t) => t('check.private.warn')) : pass((t) => t('check.private.pass'));
}

/** Judges a check that threw an error, so that its result is unknown. */
export const judgeBroken = (error: unknown): CheckFinding => fail((t) => t('check.broken', { reason: String(error) }));

export type CheckFindings = Readonly<Partial<Record<CheckId, CheckFinding>>>;

/** Lists failed checks first, then warnings. */
export const listFailedChecks = (findings: CheckFindings): readonly CheckId[] =>
  (['fail', 'warn'] as const).flatMap((outcome) => checkIds.filter((id) => findings[id]?.outcome === outcome));

/** Summarises the findings: the worst outcome and how many checks had it. `running` until every check has finished, unless one has failed. */
export function summariseFindings(findings: CheckFindings): { readonly outcome: CheckOutcome | 'running'; readonly count: number } {
  const found = checkIds.map((id) => findings[id]);
  const failed = found.filter((each) => each?.outcome === 'fail').length;
  if (failed > 0) return { outcome: 'fail', count: failed };
  if (found.includes(undefined)) return { outcome: 'running', count: 0 };
  const warned = found.filter((each) => each?.outcome === 'warn').length;
  return { outcome: warned > 0 ? 'warn' : 'pass', count: warned };
}
