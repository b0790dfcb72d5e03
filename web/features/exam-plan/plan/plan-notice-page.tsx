import { useTranslation, type Translate } from '../../../lib/i18n.ts';
import { joinWords } from '../../../lib/punctuation.ts';
import { formatDateTime, formatTime } from '../../../lib/format-time.ts';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { FigureStrip, Panel } from '../../../ui/primitives/panel.tsx';
import { PlanFrame } from '../frame/plan-frame.tsx';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { examCalls } from '../../../../sync/contract/exams/exam.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import type { ExamPlan } from '../exam-plan-queries.ts';

type Changes = CallOutput<(typeof examCalls)['getRevisions']>['items'][number]['changes'];
const minuteMs = 60_000;
const shownSeats = 3;

/** Lists the revisions since the publication, and who has acknowledged each. */
function RevisionPanel({ plan }: { plan: ExamPlan }) {
  const { t } = useTranslation('examPlan');
  const { t: say } = useTranslation('amend');
  const { data } = useCall('/exam/getRevisions', { id: plan.id }, { quiet: true, version: plan.revision, enabled: plan.revision > 1 });
  if (plan.revision < 2 || data === undefined) return null;
  const { asked, read, unread } = data.readers;
  return (
    <Panel
      title={say('revisions')}
      aside={
        <Chip tone={read === asked ? 'delivered' : 'kept'} mark={read === asked ? 'dot' : 'ring'} className="num">
          {say('revisionRead', { read, asked })}
        </Chip>
      }
    >
      <ul>
        {data.items.map((item) => (
          <li key={item.revision} className="num border-b px-4 py-2.5 last:border-b-0">
            <p className="flex flex-wrap gap-x-3 text-[13px] text-muted-foreground">
              <b className="text-foreground">{say('revisionNo', { n: item.revision })}</b>
              <span>{formatDateTime(item.ms)}</span>
              <span>{item.by}</span>
              <span>{item.reason}</span>
            </p>
            <ul className="mt-1 text-sm">
              {describeChanges(item.changes, t, say).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {unread.length > 0 && (
        <p className="border-t px-4 py-2.5 text-[13px] text-muted-foreground">
          {say('revisionUnread', { names: joinWords(unread.slice(0, 20)) })}
        </p>
      )}
    </Panel>
  );
}

/** Describes each change of a revision in one line, with its old and new value. */
function describeChanges(changes: Changes, t: Translate<'examPlan'>, say: Translate<'amend'>): string[] {
  const formatLine = (label: string, from: string, to: string) => say('revisionLine', { label, from, to });
  const formatMinutes = (ms: number) => t('minutes', { n: ms / minuteMs });
  const { startMs, durationMs, entryLimitMs, earliestHandInMs, notice, rooms = [], seats = [], joined = [] } = changes;
  return [
    ...(startMs ? [formatLine(t('start'), formatDateTime(startMs.from), formatDateTime(startMs.to))] : []),
    ...(durationMs ? [formatLine(t('duration'), formatMinutes(durationMs.from), formatMinutes(durationMs.to))] : []),
    ...(entryLimitMs ? [formatLine(t('entryUntil'), formatMinutes(entryLimitMs.from), formatMinutes(entryLimitMs.to))] : []),
    ...(earliestHandInMs ? [formatLine(t('handInFrom'), formatMinutes(earliestHandInMs.from), formatMinutes(earliestHandInMs.to))] : []),
    ...(notice ? [say('revisionNotice')] : []),
    ...rooms.map(({ from, to }) => formatLine(t('rooms'), from.name, to.name)),
    ...seats.slice(0, shownSeats).map(({ name, from, to }) => formatLine(name, from, to)),
    ...(joined.length > 0
      ? [
          say('revisionJoined', {
            count: joined.length,
            names: joinWords(joined.slice(0, shownSeats).map((one) => `${one.name} ${one.to}`.trim())),
          }),
        ]
      : []),
    ...(seats.length > shownSeats ? [say('revisionSeats', { n: seats.length })] : []),
  ];
}

/** Shows the exam as its examinees see it: the binding times and the notice. */
export function PlanNoticePage() {
  const { t } = useTranslation('examPlan');
  return (
    <PlanFrame>
      {(plan) => {
        const { startMs, durationMs, entryLimitMs, earliestHandInMs, examineeCount, notice } = plan;
        return (
          <>
            <FigureStrip
              figures={[
                { label: t('start'), value: formatDateTime(startMs) },
                { label: t('entryUntil'), value: formatTime(startMs + entryLimitMs) },
                { label: t('handInFrom'), value: formatTime(startMs + earliestHandInMs) },
                { label: t('endsAt'), value: formatTime(startMs + durationMs) },
                { label: t('examinees'), value: examineeCount },
              ]}
            />
            <Panel title={t('notice')}>
              {notice === '' ? (
                <EmptyState title={t('noNotice')} />
              ) : (
                <p className="max-w-[72ch] px-4 py-3.5 leading-relaxed whitespace-pre-line">{notice}</p>
              )}
            </Panel>
            <RevisionPanel plan={plan} />
          </>
        );
      }}
    </PlanFrame>
  );
}
