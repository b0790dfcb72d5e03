import { useTranslation } from '../../../lib/i18n.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import type { AttemptEvidenceView } from '../exam-plan-queries.ts';

/** Shows every hand-in with its outcome, and every decision with its author. */
export function EvidenceHistory({ evidence: { handIns, decisions, streams } }: { evidence: AttemptEvidenceView }) {
  const { t } = useTranslation('examPlan');
  if (handIns.length === 0 && decisions.length === 0) return null;
  const pcOf = (streamId: string): number => streams.find((stream) => stream.streamId === streamId)?.epoch ?? 1;
  return (
    <Panel title={t('history')}>
      <ul className="num divide-y text-[13px]">
        {handIns.map((handIn) => (
          <li key={`${handIn.streamId} ${handIn.seq}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-2">
            <span className="w-36 text-muted-foreground">{formatDateTime(handIn.receivedMs)}</span>
            <span>{t(handIn.by === 'timeout' ? 'handInByTimeout' : 'handInByExaminee', { n: pcOf(handIn.streamId) })}</span>
            <span className="text-muted-foreground">
              {handIn.opsMissing > 0
                ? t('handInMissing', { of: handIn.opsListed, missing: handIn.opsMissing })
                : t('handInWhole', { count: handIn.opsListed })}
            </span>
            <Chip tone={handIn.fixed ? 'delivered' : handIn.stands ? 'kept' : 'neutral'} mark={handIn.fixed ? 'dot' : 'ring'}>
              {t(handIn.fixed ? 'handInFixed' : handIn.lifted ? 'handInLifted' : handIn.stands ? 'handInWaits' : 'handInIgnored')}
            </Chip>
            {handIn.digest === 'disagrees' && (
              <Chip tone="seal" mark="square">
                {t('concernName.digestDisagrees')}
              </Chip>
            )}
          </li>
        ))}
        {decisions.map((one, at) => (
          <li key={at} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-2">
            <span className="w-36 text-muted-foreground">{formatDateTime(one.atMs)}</span>
            <span>
              {t(one.count ? 'decisionCounts' : 'decisionNot', {
                n: pcOf(one.streamId),
                seqs: one.fromSeq === one.toSeq ? one.fromSeq : `${one.fromSeq}–${one.toSeq}`,
              })}
            </span>
            <span className="text-muted-foreground">{one.by}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
