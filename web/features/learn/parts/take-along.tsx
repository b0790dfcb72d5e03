import { Download, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { fetchPdfReader } from '../../../platform/pdf.ts';
import { Button } from '../../../ui/button.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { toast } from '../../../ui/toast.ts';
import type { FileRow } from '../../../platform/learning-database.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { leaveBehind, oldestToLeave, takeAlong, TakeFailure } from '../learn-file-cache.ts';
import type { CourseHere } from '../use-learn-course.ts';

/** Takes a whole course along, or leaves it behind. */
export function TakeAlong({ course, userId }: { course: CourseHere; userId: number }) {
  const { t } = useTranslation('learning');
  const [isTaking, setTaking] = useState(false);
  const [older, setOlder] = useState<readonly FileRow[] | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const files = course.allLessons.flatMap((item) => item.files);
  const missing = course.sizeBytes - course.hereBytes;
  const take = async (): Promise<void> => {
    const abort = new AbortController();
    running.current = abort;
    setTaking(true);
    // What the browser may throw away under pressure is no promise: asked for, it stays.
    await navigator.storage.persist().catch(() => false);
    try {
      if (course.allLessons.some((item) => item.kind === 'pdf')) await fetchPdfReader().catch(() => undefined);
      for (const file of files) await takeAlong(userId, course.id, file, abort.signal, () => undefined);
      toast.success(t('takenAlong'));
    } catch (cause) {
      const older =
        cause instanceof TakeFailure && cause.why === 'room' ? await oldestToLeave(userId, course.id, Math.max(0, missing)) : null;
      if (older !== null) setOlder(older);
      else if (cause instanceof TakeFailure) toast.error(t(`takeFailed.${cause.why}`));
      else if (!abort.signal.aborted) throw cause;
    } finally {
      setTaking(false);
    }
  };
  if (files.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      {isTaking && (
        <Progress className="w-32" label={t('takingAlong')} value={course.sizeBytes === 0 ? null : course.hereBytes / course.sizeBytes} />
      )}
      {isTaking ? (
        <Button onClick={() => running.current?.abort()}>{t('pauseTaking', { left: formatBytes(Math.max(0, missing)) })}</Button>
      ) : (
        missing > 0 && (
          <Button onClick={() => void take()}>
            <Download aria-hidden />
            {t('takeAlong', { size: formatBytes(missing) })}
          </Button>
        )
      )}
      {course.hereBytes > 0 && !isTaking && (
        <Button
          onClick={() =>
            void leaveBehind(
              userId,
              files.map((file) => file.url),
            )
          }
        >
          <Trash2 aria-hidden />
          {t('leaveBehind', { size: formatBytes(course.hereBytes) })}
        </Button>
      )}
      <AlertDialog
        open={older !== null}
        onOpenChange={(open) => !open && setOlder(null)}
        title={t('leaveOldTitle')}
        cancel={t('keepAll')}
        confirm={t('leaveOldDo')}
        onConfirm={() => {
          const going = older ?? [];
          setOlder(null);
          void leaveBehind(
            userId,
            going.map((file) => file.url),
          ).then(take);
        }}
      >
        {t('leaveOldText', {
          size: formatBytes(Math.max(0, missing)),
          count: older?.length ?? 0,
          names: older?.map((file) => file.name).join('、') ?? '',
        })}
      </AlertDialog>
    </div>
  );
}
