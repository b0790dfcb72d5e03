import type { Translate } from '../../../lib/i18n.ts';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { formatSeconds } from '../../../lib/format-number.ts';

/** A length of time is said as the exam page says it. */
type CheckTexts = Translate<['examAround', 'examSitting']>;
type Say = (t: CheckTexts) => string;
export type CheckOutcome = 'pass' | 'warn' | 'fail';
export const checkIds = [
  'network',
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

/** What one check found. `fail` keeps the PC from being prepared, `warn` is only worth knowing. */
export interface Finding {
  readonly outcome: CheckOutcome;
  readonly say: Say;
  /** Further lines, such as who has what waiting. */
  readonly details?: readonly Say[];
}

const pass = (say: Say): Finding => ({ outcome: 'pass', say });
const warn = (say: Say): Finding => ({ outcome: 'warn', say });
const fail = (say: Say): Finding => ({ outcome: 'fail', say });

const slowLineMs = 1_000;

/** The fastest of some questions to the server; null: none was answered. An exam does without, but making this PC ready does not. */
export function judgeNetwork(tookMs: number | null): Finding {
  if (tookMs === null) return warn((t) => t('check.network.none'));
  const ms = Math.max(1, Math.round(tookMs));
  return tookMs > slowLineMs ? warn((t) => t('check.network.slow', { ms })) : pass((t) => t('check.network.pass', { ms }));
}

/** What this page was built as, and what the server gives out now; null: it could not be asked. */
export function judgeBuild(mine: string, current: string | null): Finding {
  if (current === null) return pass((t) => t('check.build.unknown'));
  return mine === current ? pass((t) => t('check.build.pass')) : warn((t) => t('check.build.old'));
}

/** `installing`: it is still on its way. A slow network is no fault of this PC, and nothing that another browser would mend. */
export function judgeWorker(state: 'controlling' | 'installing' | 'notControlling' | 'unsupported' | 'untrusted'): Finding {
  if (state === 'controlling') return pass((t) => t('check.worker.pass'));
  if (state === 'installing') return warn((t) => t('check.worker.slow'));
  const reasons = {
    untrusted: 'check.worker.untrusted',
    unsupported: 'check.worker.unsupported',
    notControlling: 'check.worker.missing',
  } as const;
  return fail((t) => t(reasons[state]));
}

const slowWriteMs = 500;

export function judgeStorage(probe: { tookMs: number; same: boolean; survived: boolean } | { reason: string }): Finding {
  if ('reason' in probe) return fail((t) => t('check.storage.fail', { reason: probe.reason }));
  if (!probe.same) return fail((t) => t('check.storage.mismatch'));
  const ms = Math.max(1, Math.round(probe.tookMs));
  const details: Say[] = probe.survived ? [(t) => t('check.storage.survived')] : [];
  const found = ms > slowWriteMs ? warn((t) => t('check.storage.slow', { ms })) : pass((t) => t('check.storage.pass', { ms }));
  return { ...found, details };
}

/** An examinee's clock may be hours wrong: the exam goes by the server's, so it is never a reason to refuse. */
export function judgeClock(offsetMs: number | null, lengthText: (t: CheckTexts, ms: number) => string): Finding {
  if (offsetMs === null) return warn((t) => t('check.clock.offline'));
  if (Math.abs(offsetMs) > 60_000) return warn((t) => t('check.clock.warn', { offset: lengthText(t, offsetMs) }));
  return pass((t) => t('check.clock.pass', { seconds: formatSeconds(Math.abs(offsetMs)) }));
}

/** A PC in another zone works, but its own clock shows other times than the exam's. `aheadMinutes`: the PC's zone against the school's. */
export function judgeZone({ own, school, aheadMinutes }: { own: string; school: string; aheadMinutes: number }): Finding {
  if (aheadMinutes === 0) return pass((t) => t('check.zone.pass', { school }));
  const hours = Math.abs(aheadMinutes) / 60;
  return warn((t) => t(aheadMinutes > 0 ? 'check.zone.ahead' : 'check.zone.behind', { own, school, hours }));
}

/** Undelivered ops of anyone on this PC, by the number of whose they are. They go out by themselves and block nothing. */
export function judgeQueue(byActor: ReadonlyMap<number, number>): Finding {
  const count = [...byActor.values()].reduce((sum, each) => sum + each, 0);
  if (count === 0) return pass((t) => t('check.queue.pass'));
  const details = [...byActor].map(
    ([actor, each]): Say =>
      (t) =>
        t('check.whose', { actor, count: each }),
  );
  return { ...warn((t) => t('check.queue.warn', { count })), details };
}

const mebibyte = 1024 * 1024;

/** SY25: the second copy's files, written in full. Without them one copy is kept, and whoever sits down here should know. */
export function judgeJournal(made: 'made' | 'unsupported' | { reason: string }): Finding {
  if (made === 'made') return pass((t) => t('check.journal.pass'));
  if (made === 'unsupported') return warn((t) => t('check.journal.unsupported'));
  return fail((t) => t('check.journal.fail', { reason: made.reason }));
}

/** Free space that an exam PC needs beyond the journal (SY25). */
export const spaceNeededBytes = 500 * mebibyte;

/** `provenBytes`: what the disk took when it was tried. Null: it can't be tried here, and an estimate is no proof. */
export function judgeSpace(provenBytes: number | null): Finding {
  if (provenBytes === null) return warn((t) => t('check.space.unknown'));
  const sizes = { free: formatBytes(provenBytes), needed: formatBytes(spaceNeededBytes) };
  return provenBytes < spaceNeededBytes ? fail((t) => t('check.space.fail', sizes)) : pass((t) => t('check.space.pass', sizes));
}

export function judgeScreen(width: number, height: number): Finding {
  const say: Say = (t) => t(width < 1000 || height < 580 ? 'check.screen.warn' : 'check.screen.pass', { width, height });
  return width < 1000 || height < 580 ? warn(say) : pass(say);
}

/** Without it, a browser may delete everything that it stores for us when the disk is full (decision 210). Null: it has no such thing. */
export function judgePersist(granted: boolean | null): Finding {
  if (granted === null) return warn((t) => t('check.persist.unknown'));
  return granted ? pass((t) => t('check.persist.pass')) : fail((t) => t('check.persist.fail'));
}

/** Over this, a byte is read by asking another process for it: the file lives in its memory. On the disk it takes a few microseconds. */
const askedForUs = 50;

/** Both signs together are as good as certain; one alone may be a slow disk or an old browser. */
export function judgePrivate(signs: 'refused' | 'unsupported' | { pictureStays: boolean; readUs: number }): Finding {
  if (signs === 'refused') return fail((t) => t('check.private.fail'));
  if (signs === 'unsupported') return pass((t) => t('check.private.pass'));
  const asked = signs.readUs > askedForUs;
  if (signs.pictureStays && asked) return fail((t) => t('check.private.fail'));
  return signs.pictureStays || asked ? warn((t) => t('check.private.warn')) : pass((t) => t('check.private.pass'));
}

export type Findings = Readonly<Partial<Record<CheckId, Finding>>>;

/** What is wrong, the worst first: to be mended before anything else is read. */
export const amiss = (findings: Findings): readonly CheckId[] =>
  (['fail', 'warn'] as const).flatMap((outcome) => checkIds.filter((id) => findings[id]?.outcome === outcome));

export function verdictOf(findings: Findings): { readonly outcome: CheckOutcome | 'running'; readonly count: number } {
  const found = checkIds.map((id) => findings[id]);
  const failed = found.filter((each) => each?.outcome === 'fail').length;
  if (failed > 0) return { outcome: 'fail', count: failed };
  if (found.includes(undefined)) return { outcome: 'running', count: 0 };
  const warned = found.filter((each) => each?.outcome === 'warn').length;
  return { outcome: warned > 0 ? 'warn' : 'pass', count: warned };
}
