import { CalendarX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { EmptyState, ErrorState } from '../../../../ui/feedback/notice.tsx';
import { Skeleton } from '../../../../ui/primitives/skeleton.tsx';
import { Strip } from '../../../../ui/primitives/strip.tsx';
import { SignedOut } from '../gate/signed-out.tsx';
import type { ExamNotices } from '../gate/use-exam-notices.ts';

interface AssignedWorkFrameProps {
  notices: ExamNotices;
  empty: boolean;
  emptyTitle: string;
  emptyText: string;
  children: ReactNode;
}

/** Frames a list of homework or mock tests, and shows the states loading, offline, signed out and empty. */
export function AssignedWorkFrame({ notices: { items, source, refresh }, empty, emptyTitle, emptyText, children }: AssignedWorkFrameProps) {
  const { t } = useTranslation(['assignment', 'ui']);
  if (items === null && source === 'asking') return <Skeleton className="h-72 w-full rounded-xl" />;
  if (items === null && source === 'failed')
    return (
      <ErrorState title={t('failedTitle')} action={<Button onClick={refresh}>{t('ui:retry')}</Button>}>
        {t('failed')}
      </ErrorState>
    );
  return (
    <>
      {source === 'device' && (
        <Strip tone="kept" live>
          {t('cached')}
        </Strip>
      )}
      {source === 'signedOut' && <SignedOut hasLocalExams={items !== null} />}
      {empty && items !== null ? (
        <EmptyState icon={<CalendarX strokeWidth={1.6} />} title={emptyTitle}>
          {emptyText}
        </EmptyState>
      ) : (
        items !== null && children
      )}
    </>
  );
}
