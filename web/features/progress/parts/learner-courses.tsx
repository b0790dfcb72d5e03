import { Link } from 'react-router-dom';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import { toCourseHours } from '../../../../sync/domain/learning/learned-spans.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import type { CallOfPath } from '../../../platform/api/call-path.ts';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Progress } from '../../../ui/primitives/progress.tsx';

type Courses = CallOutput<CallOfPath<'/progress/getById'>>['courses'];

/** Shows the learner's progress in each course; a course links to its figures for this learner. */
export function LearnerCourses({ learnerId, courses }: { learnerId: number; courses: Courses }) {
  const { t } = useTranslation('progress');
  if (courses.length === 0) return null;
  return (
    <Panel title={t('courses')}>
      <ul>
        {courses.map((course) => (
          <li key={course.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b px-4 py-2 text-sm last:border-0">
            <Link
              className="min-w-40 grow truncate text-primary underline-offset-4 hover:underline"
              to={`/teacher/course/figures/${course.id}?learner=${learnerId}`}
            >
              {course.title}
            </Link>
            <span className="num text-muted-foreground">{t('lessonsDone', { done: course.done, all: course.lessons })}</span>
            <span className="num text-muted-foreground">
              {t('courseHours', { hours: toCourseHours(course.learnedMs, course.hourMinutes) })}
            </span>
            <span className="num w-36 text-muted-foreground">{course.lastMs === null ? t('notBegun') : formatDateTime(course.lastMs)}</span>
            <span className="flex w-32 items-center gap-2">
              <Progress label={course.title} value={course.percent / 100} />
              <span className="num w-12 shrink-0 text-right">{course.percent} %</span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
