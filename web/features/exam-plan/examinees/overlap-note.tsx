import { useTranslation } from '../../../lib/i18n.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { type ExamPlan } from '../exam-plan-queries.ts';

/** Names examinees who have another exam at the same time. Renders nothing if there are none. */
export function OverlapNote({ plan }: { plan: ExamPlan }) {
  const { t } = useTranslation('examPlan');
  const overlaps = useCall('/exam/getOverlaps', { id: plan.id }, { quiet: true, version: plan.version, staleTime: 0 });
  if (overlaps.isPending) return <p className="mt-3 text-[13px] text-muted-foreground">{t('overlapsAsked')}</p>;
  if (overlaps.data === undefined) return <Strip tone="kept">{t('overlapsUnknown')}</Strip>;
  const { items } = overlaps.data;
  if (items.length === 0) return null;
  return (
    <div className="mt-3 rounded-lg border border-kept/60 bg-kept-soft px-3.5 py-2.5 text-sm text-foreground">
      <p className="font-medium">{t('overlaps', { count: items.length })}</p>
      <ul className="num scroll-slim mt-1.5 max-h-36 space-y-0.5 overflow-y-auto text-[13px]">
        {items.map(({ userId, name, exams }) => (
          <li key={userId}>
            <b className="font-semibold">{name}</b>{' '}
            {exams
              .map((exam) =>
                t('overlapExam', {
                  name: exam.name === '' ? t('overlapOther') : exam.name,
                  start: formatDateTime(exam.startMs),
                  end: formatDateTime(exam.endMs).slice(-5),
                }),
              )
              .join('、')}
          </li>
        ))}
      </ul>
    </div>
  );
}
