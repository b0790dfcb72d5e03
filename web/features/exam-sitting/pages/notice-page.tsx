import { ArrowLeft } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link, useParams } from 'react-router-dom';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { isExamNotice, isExamOver, isNoticeWithdrawn } from '../model/gate/notice-view.ts';
import { summariseFindings } from '../model/gate/pre-check.ts';
import { ChangedNote } from '../parts/gate/changed-note.tsx';
import { CheckList } from '../parts/gate/check-list.tsx';
import { NoticeFacts, StartTime, StatusChips, WithdrawnNote } from '../parts/gate/notice-card.tsx';
import { PreparePanel } from '../parts/gate/prepare-panel.tsx';
import { SignedOut } from '../parts/gate/signed-out.tsx';
import { useExamNotices } from '../parts/gate/use-exam-notices.ts';
import { useKnownTime } from '../parts/use-sitting-value.ts';
import { usePreCheck } from '../parts/gate/use-pre-check.ts';

/** Page /student/home/{id}: one exam, its rules, and the preparation of this PC. */
export function NoticePage() {
  const { t } = useTranslation('examAround');
  const { t: sitting } = useTranslation('examSitting');
  const planId = Number(useParams()['planId']);
  const { items, source, now: read, getLocalSitting: localOf, refresh } = useExamNotices();
  const now = useKnownTime(read);
  const notice = items?.find((each) => each.planId === planId && isExamNotice(each));
  const backLink = (
    <LinkButton variant="ghost" to="/student/home/index">
      <ArrowLeft aria-hidden />
      {t('notice.all')}
    </LinkButton>
  );
  if (notice === undefined) {
    if (source === 'signedOut') return <SignedOut hasLocalExams={false} />;
    if (items === null && source !== 'failed') return <Skeleton className="h-72" />;
    return items === null ? (
      <ErrorState title={t('notice.loadFailedTitle')} action={<Button onClick={refresh}>{t('notice.retry')}</Button>}>
        {t('notice.loadFailed')}
      </ErrorState>
    ) : (
      <EmptyState title={t('notice.emptyTitle')} action={backLink}>
        {t('notice.empty')}
      </EmptyState>
    );
  }
  const isOver = isExamOver(notice, now);
  return (
    <div className="space-y-4">
      <PageHeader
        title={notice.name}
        titleExtra={
          <span className="flex gap-2">
            <StatusChips notice={notice} time={now} />
          </span>
        }
        actions={backLink}
        description={notice.paperName}
      />
      {source === 'signedOut' && <SignedOut hasLocalExams />}
      {source === 'device' && <Strip tone="kept">{t('notice.cached')}</Strip>}
      <WithdrawnNote notice={notice} />
      <ChangedNote notice={notice} onRead={refresh} />
      <section aria-label={t('notice.title')} className="grid gap-5 rounded-xl border bg-card px-5 py-4">
        <StartTime notice={notice} nowMs={now.nowMs} />
        <NoticeFacts notice={notice} />
        {!isNoticeWithdrawn(notice) && (
          <p className="flex flex-wrap gap-x-5 gap-y-1 text-[13px]">
            {(['exam-user', 'exam-place', 'exam-room'] as const).map((page) => (
              <Link
                key={page}
                to={`/student/exercises/paper/${page}`}
                className="rounded-sm text-primary underline-offset-4 hover:underline"
              >
                {t(`notice.arrangement.${page}`)}
              </Link>
            ))}
          </p>
        )}
        <div className="border-t pt-4">
          <h2 className="mb-1 text-sm font-semibold">{t('notice.rules')}</h2>
          <p className="max-w-[60em] leading-relaxed whitespace-pre-line text-muted-foreground">
            {notice.notice === '' ? sitting('release.noRules') : notice.notice}
          </p>
        </div>
      </section>
      {!isOver && !isNoticeWithdrawn(notice) && <Preparation notice={notice} local={localOf(planId)} time={now} onPrepared={refresh} />}
    </div>
  );
}

function Preparation(props: Omit<Parameters<typeof PreparePanel>[0], 'verdict'>) {
  const { t } = useTranslation('examAround');
  const { findings, again } = usePreCheck();
  return (
    <div>
      <h2 className="mb-0.5 text-base font-semibold">{t('check.title')}</h2>
      <p className="mb-2.5 text-[13px] text-muted-foreground">{t('check.lead')}</p>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
        <CheckList findings={findings} onAgain={again} />
        <PreparePanel {...props} verdict={summariseFindings(findings).outcome} />
      </div>
    </div>
  );
}
