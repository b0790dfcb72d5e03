import { useAtomValue } from 'jotai';
import { BookOpen, Trash2 } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { joinWords } from '../../../lib/punctuation.ts';
import { Link } from 'react-router-dom';
import { formatBytes } from '../../../lib/format-number.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { CachedPicture } from '../../../platform/offline-pages/cached-picture.tsx';
import { useStoredCall } from '../../../platform/offline-pages/stored-call.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { useDeviceQuery } from '../../../platform/api/call-query.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Progress } from '../../../ui/primitives/progress.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { deleteDownloadedFiles, listDownloadedFiles } from '../learn-file-cache.ts';
import { learnOutbox } from '../own-outbox.ts';
import { pauseDownload, requestCourseDownload, listRequestedCourses } from '../course-downloads.ts';
import { useSendPendingSpans } from '../use-learn-course.ts';

/** Lists the courses of the learner's class and how much of each is stored on this device. */
export function LearnListPage() {
  const { t } = useTranslation(['learning', 'words']);
  const userId = useAtomValue(sessionUserAtom)?.id ?? 0;
  const { data, error, refetch } = useStoredCall('/learn/myList', {}, ({ serverEpoch }) => learnOutbox.serverIs(serverEpoch));
  const files = useDeviceQuery(() => listDownloadedFiles(userId).catch(() => []), [userId]) ?? [];
  const requestedCourses = useDeviceQuery(() => listRequestedCourses(userId).catch(() => []), [userId]) ?? [];
  const items = data?.value.items;
  useSendPendingSpans(userId, () => void refetch());
  const refused = useDeviceQuery(() => learnOutbox.refused(userId).catch(() => []), [userId]) ?? [];
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader description={t('myCoursesHint')} />
      {data?.fromDevice === true && (
        <Strip tone="kept" live>
          {t('fromDevice')}
        </Strip>
      )}
      {refused.length > 0 && (
        <Strip tone="neutral">{t('recordRefused', { count: refused.length, reason: refused[0]?.refused ?? '' })}</Strip>
      )}
      {items === undefined && <LoadingState query={{ error, refetch }} className="h-60 rounded-xl" />}
      {items?.length === 0 && (
        <EmptyState icon={<BookOpen strokeWidth={1.6} />} title={t('noCourses')}>
          {t('noCoursesText')}
        </EmptyState>
      )}
      <ul className="grid gap-3.5 sm:grid-cols-2 xl:grid-cols-3">
        {items?.map((course) => {
          const body = (
            <>
              <CachedPicture
                src={course.cover}
                className="h-28 w-full object-cover"
                instead={
                  <span aria-hidden className="grid h-28 place-items-center bg-primary-soft text-accent-foreground">
                    <BookOpen className="size-8" strokeWidth={1.4} />
                  </span>
                }
              />
              <span className="flex flex-col gap-1.5 p-3.5">
                <b className="text-[15px]">{course.title}</b>
                <span className="line-clamp-2 text-[13px] text-muted-foreground">{course.summary || course.category}</span>
                <Progress
                  label={t('learnedOf', { done: course.done, all: course.lessons })}
                  value={course.lessons === 0 ? 0 : course.done / course.lessons}
                />
                {course.remindedMs !== null && (
                  <span className="text-[13px] text-kept-ink">{t('reminded', { date: formatDateTime(course.remindedMs) })}</span>
                )}
                {course.waitsFor.length > 0 && (
                  <span className="text-[13px] text-kept-ink">
                    {t('waitsFor', { titles: joinWords(course.waitsFor.map((one) => one.title)) })}
                  </span>
                )}
                <span className="num flex items-center gap-2 text-[13px] text-muted-foreground">
                  <span className="grow">{t('learnedOf', { done: course.done, all: course.lessons })}</span>
                  {course.phase === 'waiting' && course.fromMs !== null && (
                    <Chip tone="kept" mark="ring">
                      {t('opens', { date: formatDateTime(course.fromMs) })}
                    </Chip>
                  )}
                  {course.phase === 'over' && <Chip mark="square">{t('phases.over')}</Chip>}
                  {course.phase === 'open' && course.toMs !== null && t('until', { date: formatDateTime(course.toMs) })}
                </span>
              </span>
            </>
          );
          const look = 'flex h-full flex-col overflow-hidden rounded-xl border bg-card';
          return (
            <li key={course.id}>
              {course.phase === 'waiting' || course.waitsFor.length > 0 ? (
                <span className={look}>{body}</span>
              ) : (
                <Link className={`${look} hover:border-primary`} to={`/student/learn/item/${course.id}`}>
                  {body}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
      {files.length + requestedCourses.length > 0 && (
        <Panel
          title={t('onThisDevice')}
          aside={
            <span className="num text-[13px] text-muted-foreground">
              {formatBytes(files.reduce((sum, file) => sum + file.haveBytes, 0))}
            </span>
          }
        >
          <ul>
            {requestedCourses.map(({ courseId, title, stopped }) => (
              <li key={courseId} className="flex items-center gap-3 border-b px-3.5 py-1.5 text-sm">
                <Link className="grow truncate text-primary" to={`/student/learn/item/${courseId}`}>
                  {title}
                </Link>
                <span className={stopped === '' ? 'text-muted-foreground' : 'text-kept-ink'}>
                  {stopped === '' ? t('takingAlong') : t(`takeStopped.${stopped}`)}
                </span>
                <Button
                  size="sm"
                  onClick={() => void (stopped === '' ? pauseDownload(userId, courseId) : requestCourseDownload(userId, courseId, title))}
                >
                  {t(stopped === '' ? 'pauseOne' : 'goOnTaking')}
                </Button>
              </li>
            ))}
            {files.map((file) => (
              <li key={file.url} className="flex items-center gap-3 border-b px-3.5 py-1.5 text-sm last:border-0">
                <span className="grow truncate">{file.name}</span>
                <span className="num text-muted-foreground">
                  {file.haveBytes < file.sizeBytes
                    ? `${formatBytes(file.haveBytes)} / ${formatBytes(file.sizeBytes)}`
                    : formatBytes(file.sizeBytes)}
                </span>
                <Button
                  variant="ghost"
                  size="iconSm"
                  aria-label={t('leaveFile', { name: file.name })}
                  onClick={() => void deleteDownloadedFiles(userId, [file.url])}
                >
                  <Trash2 aria-hidden />
                </Button>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  );
}
