import { CalendarX } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { sortNotices, isExamNotice } from '../model/gate/notice-view.ts';
import { SignedOut } from '../parts/gate/signed-out.tsx';
import { NoticeCard } from '../parts/gate/notice-card.tsx';
import { useExamNotices } from '../parts/gate/use-exam-notices.ts';
import { useKnownTime } from '../parts/use-sitting-value.ts';

// Loaded after the exams, so that news does not slow down their page.
const News = lazy(async () => ({ default: (await import('../../../platform/choices/news-panel.tsx')).NewsPanel }));

/**
 * Pages /student/home/index and /student/exam/index: the examinee's exams, soonest first. Without a network, they show this PC's last known data.
 */
export function NoticeListPage() {
  const { t } = useTranslation('examAround');
  const { items: all, source, now: read, getLocalSitting: localOf, refresh } = useExamNotices();
  const items = all?.filter(isExamNotice) ?? null;
  const now = useKnownTime(read);
  return (
    <div className="space-y-4">
      <PageHeader title={t('notice.title')} description={t('notice.lead')} />
      {items !== null && source === 'device' && (
        <Strip tone="kept" live>
          {t('notice.cached')}
        </Strip>
      )}
      {source === 'signedOut' && <SignedOut hasLocalExams={items !== null} />}
      {items === null && source === 'asking' && <NoticeSkeleton />}
      {items === null && source === 'failed' && (
        <ErrorState title={t('notice.loadFailedTitle')} action={<Button onClick={refresh}>{t('notice.retry')}</Button>}>
          {t('notice.loadFailed')}
        </ErrorState>
      )}
      {items?.length === 0 && (
        <EmptyState icon={<CalendarX strokeWidth={1.6} />} title={t('notice.emptyTitle')}>
          {t('notice.empty')}
        </EmptyState>
      )}
      {sortNotices(items ?? [], now).map((notice) => (
        <NoticeCard key={notice.planId} notice={notice} local={localOf(notice.planId)} time={now} onRead={refresh} />
      ))}
      <Suspense>
        <News />
      </Suspense>
    </div>
  );
}

function NoticeSkeleton() {
  return (
    <div className="space-y-4 rounded-xl border bg-card p-5">
      <Skeleton className="h-6 w-72" />
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-9 w-40" />
    </div>
  );
}
