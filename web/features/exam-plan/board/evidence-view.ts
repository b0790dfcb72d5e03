import type { AttemptEvidenceView } from '../exam-plan-queries.ts';
import { sectionType } from '../../../../sync/contract/codes.ts';
import { useTranslation } from '../../../lib/i18n.ts';

export type EvidenceItem = AttemptEvidenceView['items'][number];
export type EvidenceItemVersion = EvidenceItem['versions'][number];
export type VersionChoice = { readonly streamId: string; readonly seq: number } | null;

/** True if the staff's choice is this version of the answer. Stream and sequence number in the stream identify a version. */
export const isSameChoice = (choice: VersionChoice, version: { readonly streamId: string; readonly seq: number }): boolean =>
  choice?.streamId === version.streamId && choice.seq === version.seq;

export const toVersionChoice = ({ streamId, seq }: EvidenceItemVersion): VersionChoice => ({ streamId, seq });

/**
 * Lists the versions of an answer that staff can choose from, those of the oldest PC first: the version that counts, and versions that count only if
 * staff decide so. Answers that the same PC overwrote are included only if one version may have been written after the end of the exam.
 */
export const listShownVersions = (item: EvidenceItem): EvidenceItemVersion[] =>
  item.versions
    .filter((version) => version.winner || !version.counts || item.versions.some((one) => one.timeDoubtful))
    .toSorted((a, b) => a.epoch - b.epoch || a.lamport - b.lamport || (a.streamId < b.streamId ? -1 : 1));

/** Returns the version that counts now, or null if none does. */
export const getCurrentChoice = (item: EvidenceItem): VersionChoice => {
  const winner = item.versions.find((version) => version.winner);
  return winner === undefined ? null : toVersionChoice(winner);
};

/**
 * Groups the items by the decision they need. `agreeing`: staff decide them all together; `contradicting`: the versions contradict each other, so
 * each needs a decision of its own; `decided`: no decision is open.
 */
export const groupEvidenceItems = ({ items }: Pick<AttemptEvidenceView, 'items'>) => ({
  agreeing: items.filter((item) => item.group === 'agreeing'),
  contradicting: items.filter((item) => item.group === 'contradicting'),
  decided: items.filter((item) => item.group === null),
});

/**
 * Returns when the server let the next PC continue the attempt (ms since 1970), or null if the attempt was not moved on from the PC with this epoch.
 */
export const getMovedAwayMs = ({ moves }: Pick<AttemptEvidenceView, 'moves'>, epoch: number): number | null =>
  moves.find((move) => move.epoch === epoch + 1)?.grantedMs ?? null;

/** Finds the next undecided item after this one. The search wraps around to the start of the list. */
export function findNextUndecided(items: readonly EvidenceItem[], itemId: string): string | undefined {
  const at = items.findIndex((item) => item.itemId === itemId);
  return [...items.slice(at + 1), ...items.slice(0, Math.max(0, at))].find((item) => item.group !== null)?.itemId;
}

/** Places the deliveries and moves of each PC on one time line, from the start to the last event. Places are percentages, 0 to 100. */
export function computeTimeline({
  streams,
  moves,
  startMs,
  deadlineMs,
}: Pick<AttemptEvidenceView, 'streams' | 'moves' | 'startMs' | 'deadlineMs'>) {
  const fromMs = Math.min(startMs, ...streams.map((stream) => stream.firstReceivedMs));
  const toMs = Math.max(deadlineMs, ...streams.map((stream) => stream.lastReceivedMs));
  const place = (ms: number): number => (100 * (ms - fromMs)) / Math.max(1, toMs - fromMs);
  const pcs = [...new Set(streams.map((stream) => stream.epoch))].toSorted((a, b) => a - b);
  return {
    fromMs,
    toMs,
    rows: pcs.map((pc) => ({
      pc,
      bars: streams
        .filter((stream) => stream.epoch === pc)
        .map(({ ops, firstReceivedMs, lastReceivedMs }) => ({ ops, from: place(firstReceivedMs), to: place(lastReceivedMs) })),
    })),
    moves: moves.map(({ epoch, grantedMs, paper }) => ({ pc: epoch, ms: grantedMs, paper, at: place(grantedMs) })),
    end: place(deadlineMs),
  };
}

/** Formats an answer for people: "A C", "对", "220 · 50 Hz", or a text that says it was cleared. */
export function useAnswerText(): (item: Pick<EvidenceItem, 'options' | 'type'>, value: readonly string[]) => string {
  const { t } = useTranslation(['examPlan', 'ui']);
  return (item, value) => {
    if (value.every((text) => text.trim() === '')) return t('answerCleared');
    if (value.length === 1 && value[0] === 'T') return t('ui:true');
    if (value.length === 1 && value[0] === 'F') return t('ui:false');
    if (item.options.length === 0) return value.join(' · ');
    // Choices are sorted, because the order of the clicks means nothing. In an ordering or matching answer, the position of each letter matters.
    return item.type <= sectionType.judgement ? [...value].toSorted().join(' ') : value.map((id) => id || '–').join(' ');
  };
}
