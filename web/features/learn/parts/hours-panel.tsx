import { useAtomValue } from 'jotai';
import { useTranslation } from '../../../lib/i18n.ts';
import { toCourseHours, computeLearnedMs } from '../../../../sync/domain/learning/learned-spans.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Progress } from '../../../ui/primitives/progress.tsx';
import type { LocalCourse } from '../use-learn-course.ts';

/** Shows the course hours earned and how they are computed, under the unit name of the school; hidden if the school shows no hours. */
export function HoursPanel({ course }: { course: LocalCourse }) {
  const { t } = useTranslation('learning');
  const called = useAtomValue(sessionUserAtom)?.school_config.config_coursehour_text ?? 1;
  const { hourMinutes, knownMs, waitingMs } = course;
  const hours = toCourseHours(knownMs, hourMinutes);
  /** Hours of the whole course. */
  const most = toCourseHours(
    course.allLessons.reduce((sum, { kind, length }) => sum + computeLearnedMs(kind, [[0, length]]), 0),
    hourMinutes,
  );
  const more = toCourseHours(knownMs + waitingMs, hourMinutes) - hours;
  if (called === 0) return null;
  const unit = t(called === 2 ? 'hoursXue' : 'hoursKe');
  return (
    <Panel bodyClassName="flex flex-col gap-2 p-3.5">
      <p className="flex items-baseline gap-2">
        <b className="num text-2xl">{hours}</b>
        <span className="num text-[13px] text-muted-foreground">
          {most > 0 && `/ ${most} `}
          {unit}
        </span>
        {more > 0 && <span className="ml-auto text-[13px] text-kept-ink">{t('hoursWaiting', { hours: more })}</span>}
      </p>
      {most > 0 && <Progress label={unit} value={hours / most} />}
      <ul className="list-disc pl-5 text-[13px] text-muted-foreground">
        <li>{t('ruleHour', { minutes: hourMinutes })}</li>
        <li>{t('ruleSpeed')}</li>
        <li>{t('ruleHidden')}</li>
        {course.allLessons.some((item) => item.kind === 'quiz') && <li>{t('ruleQuiz')}</li>}
      </ul>
    </Panel>
  );
}
