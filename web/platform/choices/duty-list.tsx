import { useTranslation } from '../../lib/i18n.ts';
import { joinWords } from '../../lib/punctuation.ts';
import type { CallOutput } from '../../../sync/contract/call.ts';
import { formatDate, formatDateTime, formatTime } from '../../lib/format-time.ts';
import { Button } from '../../ui/primitives/button.tsx';
import { LinkButton } from '../../ui/primitives/link-button.tsx';
import { Chip } from '../../ui/primitives/chip.tsx';
import { EmptyState } from '../../ui/feedback/notice.tsx';
import { Panel } from '../../ui/primitives/panel.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import type { CallOfPath } from '../api/call-path.ts';
import { useCall, useInvalidate } from '../api/call-query.ts';
import { makeCall } from '../api/call.ts';
import { useAction } from '../../ui/use-action.ts';
import { useNow } from '../../ui/use-now.ts';

type Duty = CallOutput<CallOfPath<'/exam/myDuties'>>['items'][number];

const minuteMs = 60_000;

/** Lists the exams that the user invigilates, marks or supervises, each to be confirmed. `whenAny`: render nothing for a user without duties. */
export function DutyList({ whenAny }: { whenAny?: true }) {
  const { t } = useTranslation('duty');
  const { data, error, refetch } = useCall('/exam/myDuties', {}, { quiet: true });
  if (whenAny === true && (data === undefined || data.items.length === 0)) return null;
  return (
    <Panel title={t('title')}>
      {data === undefined && <LoadingState query={{ error, refetch }} className="m-4 h-16" />}
      {data?.items.length === 0 && <EmptyState title={t('none')}>{t('noneText')}</EmptyState>}
      <ul>
        {data?.items.map((duty) => (
          <DutyRow key={`${duty.planId}.${duty.duty}`} duty={duty} />
        ))}
      </ul>
    </Panel>
  );
}

function useWhen(duty: Duty): string {
  const { t } = useTranslation('duty');
  const leftMs = duty.startMs - useNow();
  if (leftMs <= 0) return t(leftMs + duty.durationMs > 0 ? 'running' : 'over');
  const minutes = Math.ceil(leftMs / minuteMs);
  if (minutes >= 48 * 60) return t('startsIn_days', { n: Math.floor(minutes / 1440) });
  return minutes >= 120 ? t('startsIn_hours', { n: Math.floor(minutes / 60) }) : t('startsIn_minutes', { n: minutes });
}

function DutyRow({ duty }: { duty: Duty }) {
  const { t } = useTranslation('duty');
  const invalidate = useInvalidate();
  const when = useWhen(duty);
  const confirm = useAction({
    mutationFn: () => makeCall('/exam/confirmDuty', { planId: duty.planId }),
    onSuccess: () => toast.success(t('thanks')),
    onSettled: () => invalidate('/exam/myDuties'),
  });
  const [newest] = duty.news;
  const changedSince = newest !== undefined && duty.confirmedMs !== null && duty.confirmedMs < newest.ms;
  return (
    <li className="grid grid-cols-[84px_minmax(0,1fr)_auto] items-center gap-4 border-b px-4 py-3 last:border-b-0">
      <span className="num">
        <b className="block text-lg leading-tight font-semibold">{formatTime(duty.startMs)}</b>
        <span className="text-[12.5px] text-muted-foreground">{formatDate(duty.startMs)}</span>
      </span>
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {duty.name}
          <Chip tone="primary">{t(duty.duty)}</Chip>
          {duty.withdrawn && (
            <Chip tone="seal" mark="square">
              {t('withdrawn')}
            </Chip>
          )}
        </span>
        <span className="num block text-[13px] text-muted-foreground">
          {[
            ...duty.rooms.map((room) => [room.place, room.name, room.location, t('people', { n: room.people })].filter(Boolean).join(' ')),
            ...duty.groups.map((group) =>
              [group.name, group.leads ? t('leads') : '', group.quota > 0 ? t('quota', { n: group.quota }) : ''].filter(Boolean).join(' '),
            ),
            when,
          ].join(' · ')}
        </span>
        {newest !== undefined && (
          <span className="num block text-[13px] text-kept-ink">
            {t('news', {
              time: formatDateTime(newest.ms),
              what: joinWords(newest.what.map((word) => t(`what_${word}`))),
              reason: newest.reason,
            })}
          </span>
        )}
      </span>
      <span className="flex items-center gap-2">
        {duty.duty === 'supervisor' && !duty.withdrawn && (
          <LinkButton size="sm" aria-label={`${t('openSupervision')} ${duty.name}`} to={`/invigilator/exam/supervision/${duty.planId}`}>
            {t('openSupervision')}
          </LinkButton>
        )}
        {duty.confirmedMs !== null && !changedSince ? (
          <Chip tone="delivered" mark="dot">
            {t('confirmed')}
          </Chip>
        ) : (
          !duty.withdrawn && (
            <Button size="sm" variant="primary" busy={confirm.isPending} onClick={() => confirm.mutate()}>
              {t(changedSince ? 'confirmAgain' : 'confirm')}
            </Button>
          )
        )}
      </span>
    </li>
  );
}
