import { Download, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { joinWords } from '../../../lib/punctuation.ts';
import { formatBytes } from '../../../lib/format-number.ts';
import type { OfflineFileRow } from '../../../platform/database/learning-database.ts';
import { useDeviceQuery } from '../../../platform/api/call-query.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { Progress } from '../../../ui/primitives/progress.tsx';
import { deleteDownloadedFiles, chooseFilesToRemove } from '../learn-file-cache.ts';
import { pauseDownload, requestCourseDownload, listRequestedCourses } from '../course-downloads.ts';
import type { LocalCourse } from '../use-learn-course.ts';

/** Downloads a whole course for offline use, or deletes the download. Downloading continues on other pages. */
export function CourseDownload({ course, userId }: { course: LocalCourse; userId: number }) {
  const { t } = useTranslation('learning');
  const [older, setOlder] = useState<readonly OfflineFileRow[] | null>(null);
  const courseRequest = useDeviceQuery(() => listRequestedCourses(userId).catch(() => []), [userId])?.find(
    (row) => row.courseId === course.id,
  );
  const files = course.allLessons.flatMap((item) => item.files);
  const missing = Math.max(0, course.sizeBytes - course.downloadedBytes);
  const isTaking = courseRequest?.stopped === '';
  const isOutOfRoom = courseRequest?.stopped === 'room';
  // No downloaded file is deleted silently: list the candidates and let the learner confirm.
  useEffect(() => {
    if (isOutOfRoom) void chooseFilesToRemove(userId, course.id, missing).then(setOlder, console.warn);
  }, [isOutOfRoom, userId, course.id, missing]);
  if (files.length === 0) return null;
  const take = () => requestCourseDownload(userId, course.id, course.title);
  const keepAll = () => {
    setOlder(null);
    void pauseDownload(userId, course.id);
  };
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      {isTaking && (
        <Progress
          className="w-32"
          label={t('takingAlong')}
          value={course.sizeBytes === 0 ? null : course.downloadedBytes / course.sizeBytes}
        />
      )}
      {isTaking ? (
        <Button onClick={() => void pauseDownload(userId, course.id)}>{t('pauseTaking', { left: formatBytes(missing) })}</Button>
      ) : (
        missing > 0 && (
          <Button onClick={() => void take()}>
            <Download aria-hidden />
            {t('takeAlong', { size: formatBytes(missing) })}
          </Button>
        )
      )}
      {course.downloadedBytes > 0 && !isTaking && (
        <Button
          onClick={() =>
            void deleteDownloadedFiles(
              userId,
              files.map((file) => file.url),
            )
          }
        >
          <Trash2 aria-hidden />
          {t('leaveBehind', { size: formatBytes(course.downloadedBytes) })}
        </Button>
      )}
      {older !== null && isOutOfRoom && (
        <ConfirmDialog
          title={t('leaveOldTitle')}
          cancel={t('keepAll')}
          confirm={t('leaveOldDo')}
          run={() =>
            deleteDownloadedFiles(
              userId,
              older.map((file) => file.url),
            )
          }
          onDone={() => {
            setOlder(null);
            void take();
          }}
          onClose={keepAll}
        >
          {t('leaveOldText', {
            size: formatBytes(missing),
            count: older.length,
            names: joinWords(older.map((file) => file.name)),
          })}
        </ConfirmDialog>
      )}
    </div>
  );
}
