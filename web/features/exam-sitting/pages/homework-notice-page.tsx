import { ArrowLeft, Download } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useParams } from 'react-router-dom';
import { formatDateTime } from '../../../lib/format-time.ts';
import { formatBytes } from '../../../lib/format-number.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import {
  getCloseMs,
  getDueMs,
  getHomeworkAction,
  isHomeworkStored,
  countMarkerNotes,
  filterAssignedNotices,
  getShownHomeworkStatus,
} from '../model/homework-view.ts';
import { getAttemptPaths } from '../model/gate/notice-view.ts';
import { HomeworkStatusChip } from '../../../ui/entity/status-chip.tsx';
import { useLateRuleText } from '../parts/assigned-work/homework-row.tsx';
import { AssignedWorkFrame } from '../parts/assigned-work/assigned-work-frame.tsx';
import { useExamNotices } from '../parts/gate/use-exam-notices.ts';
import { useKnownTime } from '../parts/use-sitting-value.ts';
import { useOfflinePreparation } from './use-offline-preparation.ts';

/** Page /student/homework/{id}: the homework, its due time and rules, and the button to open it. */
export function HomeworkNoticePage() {
  const { t } = useTranslation(['assignment', 'words']);
  const planId = Number(useParams()['planId']);
  const examNotices = useExamNotices();
  const now = useKnownTime(examNotices.now);
  const offlinePreparation = useOfflinePreparation(examNotices.refresh);
  const late = useLateRuleText();
  const notice = filterAssignedNotices(examNotices.items ?? [], 'homework').find((each) => each.planId === planId);
  const backLink = (
    <LinkButton variant="ghost" to="/student/homework/index">
      <ArrowLeft aria-hidden />
      {t('words:homework')}
    </LinkButton>
  );
  const local = examNotices.getLocalSitting(planId);
  const action = notice && getHomeworkAction(notice, local, now);
  const { busy, failed } = offlinePreparation.getState(planId);
  return (
    <div className="space-y-4">
      <PageHeader
        title={notice?.name ?? t('words:homework')}
        titleExtra={notice && <HomeworkStatusChip viewer="student" status={getShownHomeworkStatus(notice, local)} />}
        description={notice?.paperName}
        actions={backLink}
      />
      <AssignedWorkFrame notices={examNotices} empty={notice === undefined} emptyTitle={t('noHomework')} emptyText={t('noHomeworkText')}>
        {notice && (
          <section aria-label={t('rulesTitle')} className="space-y-5 rounded-xl border bg-card px-6 py-5">
            <dl className="num grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
              {[
                [t('start'), formatDateTime(notice.startMs)],
                [t(notice.task.returned === null ? 'due' : 'until'), formatDateTime(getDueMs(notice))],
                notice.task.isPaper === false
                  ? [t('kind'), t('inWords')]
                  : [t('words:questionCount'), t('questions', { count: notice.questionCount })],
                [t('wordsPoints'), String(notice.totalPoints)],
              ].map(([label, value]) => (
                <div key={label}>
                  <dt className="text-[13px] text-muted-foreground">{label}</dt>
                  <dd className="text-[15px] font-medium">{value}</dd>
                </div>
              ))}
            </dl>
            <div className="border-t pt-4">
              <h2 className="mb-1.5 text-sm font-semibold">{t('rulesTitle')}</h2>
              <p className="leading-relaxed whitespace-pre-line">{notice.notice === '' ? t('noNotice') : notice.notice}</p>
              <ul className="mt-2 list-disc space-y-1 pl-5 text-[13px] text-muted-foreground">
                <li>
                  {late(notice.task)}
                  {notice.task.lateRule !== 'refused' && ` · ${t('lateOpen', { when: formatDateTime(getCloseMs(notice)) })}`}
                </li>
                <li>{t(`analysis${notice.task.analysisRule}`)}</li>
                <li>{t('offlineRule')}</li>
                <li>{t('closeRule')}</li>
              </ul>
            </div>
            {notice.task.returned !== null && (
              <div className="rounded-lg border border-primary/25 bg-primary-soft px-4 py-3">
                <p className="whitespace-pre-line">
                  <b className="mr-2">{notice.task.returned.by}</b>
                  {notice.task.returned.reason}
                </p>
                <ul className="mt-2 space-y-1 text-[13px]">
                  {notice.task.returned.items.map((item) => (
                    <li key={item.itemId}>
                      <b className="mr-1.5">{t('words:questionNo', { n: item.itemId })}</b>
                      {item.comment}
                      {countMarkerNotes(item) > 0 && (
                        <span className="ml-1.5 text-muted-foreground">{t('marksCount', { count: countMarkerNotes(item) })}</span>
                      )}
                    </li>
                  ))}
                </ul>
              </div>
            )}
            {notice.task.reminded && action !== 'over' && action !== 'receipt' && action !== 'seeScore' && (
              <Strip tone="kept">{t('remindedBy', { name: notice.task.reminded.by, when: formatDateTime(notice.task.reminded.ms) })}</Strip>
            )}
            {notice.withdrawn && <Strip tone="seal">{t('withdrawnWhy', { reason: notice.withdrawn.reason })}</Strip>}
            {failed !== null && <p className="text-[13px] text-seal">{t('takeFailed', { reason: failed })}</p>}
            <div className="flex flex-wrap justify-end gap-2.5 border-t pt-4">
              {action !== 'over' &&
                action !== 'opens' &&
                !isHomeworkStored(notice, local) &&
                action !== 'seeScore' &&
                action !== 'receipt' && (
                  <Button size="lg" busy={busy} onClick={() => void offlinePreparation.prepare([notice])}>
                    <Download aria-hidden />
                    {t('takeAlong', { size: formatBytes(notice.task.sizeBytes) })}
                  </Button>
                )}
              {action === 'opens' && (
                <span className="self-center text-muted-foreground">{t('opens', { when: formatDateTime(notice.startMs) })}</span>
              )}
              {action === 'over' && notice.withdrawn === null && <span className="self-center text-muted-foreground">{t('dueOver')}</span>}
              {action !== undefined && action !== 'opens' && action !== 'over' && (
                <LinkButton
                  size="lg"
                  variant="primary"
                  to={action === 'seeScore' ? getAttemptPaths(notice).score : getAttemptPaths(notice).item}
                >
                  {t(action)}
                </LinkButton>
              )}
            </div>
          </section>
        )}
      </AssignedWorkFrame>
    </div>
  );
}
