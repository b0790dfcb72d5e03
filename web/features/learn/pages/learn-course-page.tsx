import { useTranslation } from '../../../lib/i18n.ts';
import { useParams } from 'react-router-dom';
import { formatDateTime } from '../../../lib/format-time.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { HoursPanel, LessonList } from '../parts/lesson-list.tsx';
import { CourseDownload } from '../parts/course-download.tsx';
import { useProgressReport } from '../progress-report.ts';
import { useLearnCourse } from '../use-learn-course.ts';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';

/** Shows a course: its lessons, the learner's progress, and the offline download. */
export function LearnCoursePage() {
  const { t } = useTranslation('learning');
  const { course, userId, fromDevice, error, refetch } = useLearnCourse(Number(useParams()['id']));
  useProgressReport(course);
  if (course === undefined) return <LoadingState query={{ error, refetch }} className="h-96 rounded-xl" />;
  const next = course.allLessons.find((item) => !item.isDone && !item.isLocked);
  const section = course.sections.find((one) => one.items.some((item) => item.id === next?.id));
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={course.title}
        description={course.summary}
        titleExtra={
          <>
            {course.toMs !== null && <Chip>{t('until', { date: formatDateTime(course.toMs) })}</Chip>}
            {course.inOrder && <Chip>{t('inOrder')}</Chip>}
          </>
        }
        actions={
          <>
            <CourseDownload course={course} userId={userId} />
            {next !== undefined && section !== undefined && (
              <LinkButton variant="primary" to={`/student/learn/item/${course.id}/${section.sid}/${next.id}`}>
                {t(course.doneCount === 0 ? 'begin' : 'goOn')}
              </LinkButton>
            )}
          </>
        }
      />
      {fromDevice && (
        <Strip tone="kept" live>
          {t('fromDevice')}
        </Strip>
      )}
      {course.phase === 'over' && <Strip tone="neutral">{t('courseOver')}</Strip>}
      <div className="grid items-start gap-3.5 lg:grid-cols-[minmax(0,1fr)_340px]">
        <LessonList course={course} />
        <HoursPanel course={course} />
      </div>
    </div>
  );
}
