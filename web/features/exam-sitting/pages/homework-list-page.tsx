import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { homeworkStatus, type HomeworkStatusCode } from '../../../../sync/contract/codes.ts';
import { cn } from '../../../lib/cn.ts';
import { formatBytes } from '../../../lib/format-number.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { isWorkOpen, sortByDueTime, isHomeworkStored, filterAssignedNotices, getShownHomeworkStatus } from '../model/homework-view.ts';
import { HomeworkRow } from '../parts/assigned-work/homework-row.tsx';
import { AssignedWorkFrame } from '../parts/assigned-work/assigned-work-frame.tsx';
import { useExamNotices } from '../parts/gate/use-exam-notices.ts';
import { useKnownTime } from '../parts/use-sitting-value.ts';
import { useOfflinePreparation } from './use-offline-preparation.ts';

const statuses = Object.values(homeworkStatus);

/** Page /student/homework/index: homework by due time, homework stored on this PC, and returned homework. */
export function HomeworkListPage() {
  const { t } = useTranslation(['assignment', 'words']);
  const examNotices = useExamNotices();
  const now = useKnownTime(examNotices.now);
  const [only, setOnly] = useState<HomeworkStatusCode | null>(null);
  const offlinePreparation = useOfflinePreparation(examNotices.refresh);
  const rows = sortByDueTime(
    filterAssignedNotices(examNotices.items ?? [], 'homework').map((notice) => {
      const local = examNotices.getLocalSitting(notice.planId);
      return { notice, local, status: getShownHomeworkStatus(notice, local) };
    }),
  );
  const visibleRows = rows.filter((row) => only === null || row.status === only);
  const openRows = visibleRows.filter((row) => isWorkOpen(row.notice, row.status));
  const handedInRows = visibleRows.filter((row) => !isWorkOpen(row.notice, row.status));
  const storableRows = rows.filter(
    ({ notice, local, status }) =>
      isWorkOpen(notice, status) &&
      !isHomeworkStored(notice, local) &&
      now.nowMs >= notice.startMs &&
      now.nowMs < notice.startMs + notice.durationMs,
  );
  const storedRows = rows.filter(({ notice, local, status }) => isHomeworkStored(notice, local) && isWorkOpen(notice, status));
  const undeliveredRows = rows.filter(({ local }) => local.undelivered > 0);
  const size = storableRows.reduce((sum, { notice }) => sum + notice.task.sizeBytes, 0);
  const list = (of: typeof rows) => (
    <ul>
      {of.map(({ notice, local, status }) => (
        <HomeworkRow key={notice.planId} notice={notice} local={local} status={status} time={now} along={offlinePreparation} />
      ))}
    </ul>
  );
  return (
    <div className="space-y-4">
      <PageHeader
        titleExtra={
          <div role="group" aria-label={t('words:status')} className="flex flex-wrap gap-1.5">
            {[null, ...statuses].map((status) => (
              <button
                key={status ?? 'all'}
                type="button"
                aria-pressed={only === status}
                onClick={() => setOnly(status)}
                className={cn(
                  'num min-h-8 rounded-md border px-2.5 text-[13px]',
                  only === status ? 'border-primary bg-primary text-primary-foreground' : 'bg-card hover:bg-muted',
                )}
              >
                {status === null ? t('all') : t(`status${status}`)}
                <b className="ml-1.5">{status === null ? rows.length : rows.filter((row) => row.status === status).length}</b>
              </button>
            ))}
          </div>
        }
        actions={
          storableRows.length > 0 && (
            <Button onClick={() => void offlinePreparation.prepare(storableRows.map(({ notice }) => notice))}>
              <Download aria-hidden />
              {t('takeAll', { size: formatBytes(size) })}
            </Button>
          )
        }
      />
      <AssignedWorkFrame notices={examNotices} empty={rows.length === 0} emptyTitle={t('noHomework')} emptyText={t('noHomeworkText')}>
        <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_296px]">
          <div className="space-y-4">
            {visibleRows.length === 0 && <EmptyState title={t('noneFits')} />}
            {openRows.length > 0 && <Panel title={t('soonest')}>{list(openRows)}</Panel>}
            {handedInRows.length > 0 && <Panel title={t('handedInOf')}>{list(handedInRows)}</Panel>}
          </div>
          <Panel title={t('thisPc')} bodyClassName="divide-y">
            <div className="px-4 py-3">
              {undeliveredRows.length > 0 ? (
                <>
                  <p className="font-medium text-kept-ink">{t('undelivered', { count: undeliveredRows.length })}</p>
                  <p className="mt-1 text-[13px] leading-relaxed text-muted-foreground">{t('undeliveredText')}</p>
                </>
              ) : (
                <p className="text-[13px] text-muted-foreground">{t('allDelivered')}</p>
              )}
            </div>
            <div className="px-4 py-3">
              <p className="mb-1 font-medium">{t('takenHere')}</p>
              {storedRows.length === 0 && <p className="text-[13px] leading-relaxed text-muted-foreground">{t('nothingTaken')}</p>}
              <ul className="num space-y-1 text-[13px]">
                {storedRows.map(({ notice }) => (
                  <li key={notice.planId} className="flex justify-between gap-3">
                    <span className="truncate">{notice.name}</span>
                    <span className="text-muted-foreground">{formatBytes(notice.task.sizeBytes)}</span>
                  </li>
                ))}
              </ul>
            </div>
          </Panel>
        </div>
      </AssignedWorkFrame>
    </div>
  );
}
