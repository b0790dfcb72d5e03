import { useTranslation } from '../../../lib/i18n.ts';
import { examStatus } from '../../../../sync/contract/codes.ts';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { progressTexts } from '../progress-texts.ts';
import { formatDateTime, formatTime } from '../../../lib/format-time.ts';
import { cn } from '../../../lib/cn.ts';
import type { CallOfPath } from '../../../platform/api/call-path.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { PassChip } from '../../../ui/entity/pass-chip.tsx';
import { ExamStatusChip, ExamUserStatusChip } from '../../../ui/entity/status-chip.tsx';

export type LearnerEvent = CallOutput<CallOfPath<'/progress/getById'>>['events'][number];
type ExamEvent = Extract<LearnerEvent, { kind: 'exam' }>;
type FieldName = keyof (typeof progressTexts)['zh-CN']['fields'];

/** Shows the learner's events as a timeline, newest first. */
export function EventLine({ events }: { events: readonly LearnerEvent[] }) {
  return (
    <ol className="flex flex-col">
      {events.map((event, at) => (
        <li key={`${event.kind}.${event.at_ms}.${at}`} className="group grid grid-cols-[8.5rem_1.25rem_1fr] gap-x-2">
          <time dateTime={new Date(event.at_ms).toISOString()} className="num pt-0.5 text-[13px] text-muted-foreground">
            {formatDateTime(event.at_ms)}
          </time>
          <span aria-hidden className="relative flex justify-center">
            <i className="absolute inset-y-0 w-px bg-border group-first:top-3 group-last:bottom-auto group-last:h-3" />
            <i
              className={cn(
                'relative mt-2 size-2 rounded-full ring-4 ring-card',
                event.kind === 'exam' ? 'bg-primary' : 'bg-muted-foreground/50',
              )}
            />
          </span>
          <div className="min-w-0 pb-4 text-sm">{event.kind === 'exam' ? <ExamWords event={event} /> : <PlainWords event={event} />}</div>
        </li>
      ))}
    </ol>
  );
}

function ExamWords({ event }: { event: ExamEvent }) {
  const { t } = useTranslation('progress');
  const ahead = event.exam_status === examStatus.enabled || event.exam_status === examStatus.upcoming;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">{event.name}</span>
        {event.test && <Chip>{t('test')}</Chip>}
        {ahead ? <ExamStatusChip status={event.exam_status} /> : <ExamUserStatusChip status={event.status} />}
        {event.passed !== null && <PassChip passed={event.passed} />}
      </p>
      <p className="num mt-0.5 flex flex-wrap gap-x-3 text-[13px] text-muted-foreground empty:hidden">
        {event.entered_ms !== null && <span>{t('entered', { time: formatTime(event.entered_ms) })}</span>}
        {event.handed_in_ms !== null && <span>{t('handedInAt', { time: formatTime(event.handed_in_ms) })}</span>}
        {event.points !== null && <span>{t('pointsOf', { points: event.points, total: event.total_points })}</span>}
      </p>
    </>
  );
}

function PlainWords({ event }: { event: Exclude<LearnerEvent, { kind: 'exam' }> }) {
  const { t, i18n } = useTranslation('progress');
  if (event.kind === 'joined') return t('joined');
  if (event.kind === 'signIn') return t('signInLast');
  const by = event.by === '' ? t('somebody') : event.by;
  if (event.fields.length === 0) return t('changedNothing', { by });
  const fields = event.fields.map((field) => t(`fields.${field as FieldName}`, { defaultValue: field }));
  return t('changedFields', { by, fields: fields.join(i18n.language === 'en' ? ', ' : '、') });
}
