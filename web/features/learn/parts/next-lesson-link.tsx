import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import type { LocalCourse, LocalLesson } from '../use-learn-course.ts';

/** Links to the next lesson once this one is done: the first unfinished lesson after it, or else a skipped one. */
export function NextLessonLink({ course, lesson }: { course: LocalCourse; lesson: LocalLesson }) {
  const { t } = useTranslation('learning');
  if (!lesson.isDone) return null;
  const at = course.allLessons.indexOf(lesson);
  const isOpen = (item: LocalLesson): boolean => !item.isDone && !item.isLocked;
  const next = course.allLessons.slice(at + 1).find(isOpen) ?? course.allLessons.find(isOpen);
  const section = course.sections.find((one) => one.items.some((item) => item.id === next?.id));
  return (
    <Strip
      tone="delivered"
      live
      action={
        next !== undefined &&
        section !== undefined && (
          <Button asChild size="sm" variant="primary" className="max-w-64">
            <Link to={`/student/learn/item/${course.id}/${section.sid}/${next.id}`}>
              <span className="truncate">{t('nextUp', { title: next.title })}</span>
              <ChevronRight aria-hidden />
            </Link>
          </Button>
        )
      }
    >
      {t('lessonDone')}
      {next === undefined && course.doneCount === course.allLessons.length && t('allLessonsDone')}
    </Strip>
  );
}
