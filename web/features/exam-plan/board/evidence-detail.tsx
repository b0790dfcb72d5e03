import { useTranslation } from '../../../lib/i18n.ts';
import { cn } from '../../../lib/cn.ts';
import { formatClock, formatDate } from '../../../lib/format-time.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { RichText } from '../../../ui/rich-text/rich-text.tsx';
import type { AttemptEvidenceView } from '../exam-plan-queries.ts';
import {
  isSameChoice,
  getMovedAwayMs,
  listShownVersions,
  type EvidenceItem,
  type EvidenceItemVersion,
  useAnswerText,
} from './evidence-view.ts';

const formatTimestamp = (ms: number): string => `${formatDate(ms).slice(5)} ${formatClock(ms)}`;

/** Attributes of a focusable region, so that the arrow keys scroll it: three versions of an answer side by side are wider than the panel. */
const scrolled = { role: 'region', tabIndex: 0 } as const;

/**
 * Shows every version of the answer to one question side by side, each with when it was written and received. Shows neither answer key nor points.
 */
export function EvidenceDetail({ evidence, item }: { evidence: AttemptEvidenceView; item: EvidenceItem }) {
  const { t } = useTranslation(['examPlan', 'ui', 'words']);
  const { t: code } = useTranslation('codes');
  const answerText = useAnswerText();
  const versions = listShownVersions(item);
  const formatSpan = (ms: number): string =>
    ms < 60_000 ? t('seconds', { n: Math.round(ms / 1000) }) : t('minutesSpan', { n: Math.round(ms / 60_000) });
  const formatReason = (why: string): string =>
    t(
      `why.${why === 'olderEpoch' || why === 'afterHandIn' || why === 'afterDisclosure' || why === 'early' || why === 'decided' ? why : 'other'}`,
    );
  const formatMove = (version: EvidenceItemVersion): string => {
    const movedAwayMs = getMovedAwayMs(evidence, version.epoch);
    const grantedMs = evidence.moves.find((move) => move.epoch === version.epoch)?.grantedMs ?? null;
    if (version.paper) return t('typedIn');
    if (movedAwayMs !== null)
      return t(version.wallMs > movedAwayMs ? 'claimsAfterMove' : 'claimsBeforeMove', {
        span: formatSpan(Math.abs(version.wallMs - movedAwayMs)),
      });
    return grantedMs === null ? t('noMove') : t('atNewPc', { span: formatSpan(Math.abs(version.wallMs - grantedMs)) });
  };
  const rows: readonly [string, (version: EvidenceItemVersion) => string][] = [
    [t('evidenceWritten'), (version) => `${formatTimestamp(version.wallMs)} · ${t(`timeLabel.${version.label}`)}`],
    [t('evidenceMove'), formatMove],
    [t('evidenceReceived'), (version) => formatTimestamp(version.receivedMs)],
    [t('evidenceOrder'), (version) => t(version.inManifest ? 'orderInManifest' : 'orderOutside', { n: version.seq })],
    [t('evidenceCounts'), (version) => (version.winner ? t('countsNow') : t('notCounted', { why: formatReason(version.why) }))],
  ];
  return (
    <Panel
      title={
        <span className="flex flex-wrap items-center gap-2.5">
          {t('words:questionNo', { n: item.itemId })}
          <Chip>{code(`sectionType.${item.type}`)}</Chip>
          {item.group !== null && (
            <Chip tone={item.group === 'agreeing' ? 'primary' : 'kept'} mark="ring">
              {t(`evidenceGroup.${item.group}`)}
            </Chip>
          )}
        </span>
      }
      aside={<span className="text-[13px] text-muted-foreground">{item.section}</span>}
    >
      <div className="border-b px-3.5 py-3">
        <RichText html={item.stem} className="text-[15px]" />
        {item.options.length > 0 && (
          <ol className="mt-2 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
            {item.options.map((option) => (
              <li key={option.id} className="flex gap-2">
                <b className="w-4 shrink-0 font-semibold text-muted-foreground">{option.id}</b>
                <RichText html={option.html} className="min-w-0 grow" />
              </li>
            ))}
          </ol>
        )}
      </div>
      <div {...scrolled} aria-label={t('evidenceCaption', { n: item.itemId })} className="scroll-slim overflow-x-auto">
        <table style={{ minWidth: 96 + versions.length * 170 }} className="num w-full table-fixed text-sm">
          <caption className="sr-only">{t('evidenceCaption', { n: item.itemId })}</caption>
          <thead>
            <tr>
              <td className="w-24 border-b" />
              {versions.map((version, at) => (
                <th
                  key={at}
                  scope="col"
                  className={cn(
                    'border-b border-l px-3.5 py-2 text-left font-semibold',
                    isSameChoice(item.proposal, version) && 'bg-primary-soft',
                  )}
                >
                  <span className="flex flex-wrap items-center justify-between gap-2">
                    {t(version.paper ? 'onPaper' : 'pc', { n: version.epoch })}
                    {item.group !== null && isSameChoice(item.proposal, version) && (
                      <Chip tone="primary" mark="square">
                        {t('proposed')}
                      </Chip>
                    )}
                    {version.winner && (
                      <Chip tone="delivered" mark="dot">
                        {t('countsNow')}
                      </Chip>
                    )}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row" className="border-b px-3.5 py-2.5 text-left text-[13px] font-normal text-muted-foreground">
                {t('ui:answer')}
              </th>
              {versions.map((version, at) => (
                <td
                  key={at}
                  className={cn(
                    'border-b border-l px-3.5 py-2.5 text-lg font-semibold',
                    isSameChoice(item.proposal, version) && 'bg-primary-soft/60',
                  )}
                >
                  {answerText(item, version.value)}
                </td>
              ))}
            </tr>
            {rows.map(([label, text]) => (
              <tr key={label}>
                <th scope="row" className="border-b px-3.5 py-2 text-left text-[13px] font-normal text-muted-foreground">
                  {label}
                </th>
                {versions.map((version, at) => (
                  <td
                    key={at}
                    className={cn(
                      'border-b border-l px-3.5 py-2 text-[13px]',
                      isSameChoice(item.proposal, version) && 'bg-primary-soft/60',
                    )}
                  >
                    {text(version)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}
