import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { courseCalls } from '../../../../sync/contract/learning/course.ts';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Progress } from '../../../ui/primitives/progress.tsx';
import { type CoursewareRow, useUploadLimits } from '../course-queries.ts';

type Saved = CallOutput<typeof courseCalls.getById>;

/** Shows the course's duration and size against the school's limits, and the classes that take it. */
export function CourseLimits({ coursewares, saved }: { coursewares: readonly CoursewareRow[]; saved: Saved }) {
  const { t } = useTranslation('learning');
  const { data: limits } = useUploadLimits();
  const minutes = Math.ceil(coursewares.reduce((sum, one) => sum + one.durationMs, 0) / 60_000);
  const bytes = coursewares.reduce((sum, one) => sum + one.sizeBytes, 0);
  const row = 'flex items-baseline justify-between gap-3 text-sm';
  return (
    <div className="flex flex-col gap-3.5">
      <Panel title={t('limits')} bodyClassName="flex flex-col gap-3 p-3.5">
        <div className={row}>
          <span>{t('wholeLength')}</span>
          <span className="num">{t('minutesOf', { minutes, most: limits?.minutes ?? '…' })}</span>
        </div>
        <Progress label={t('wholeLength')} value={limits === undefined ? 0 : minutes / limits.minutes} />
        <div className={row}>
          <span>{t('takeAlongSize')}</span>
          <b className="num">{formatBytes(bytes)}</b>
        </div>
        <div className={row}>
          <span>{t('roomLeft')}</span>
          <b className="num">{limits === undefined ? '…' : formatBytes(limits.freeBytes)}</b>
        </div>
      </Panel>
      <Panel title={t('assigned')} bodyClassName="flex flex-col gap-1.5 p-3.5 text-sm">
        <p>{[t('assignedClasses', { count: saved.classes.length }), t('assignedPeople', { count: saved.learnerCount })].join(' · ')}</p>
        <p className="text-[13px] text-muted-foreground">{t('hourRule', { minutes: saved.hourMinutes })}</p>
      </Panel>
    </div>
  );
}
