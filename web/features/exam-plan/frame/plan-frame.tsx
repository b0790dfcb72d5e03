import { CalendarPlus, Copy, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link, NavLink, useParams } from 'react-router-dom';
import { canWithdrawAt, getNextPlanState, type PlanEvent, planState } from '../../../../sync/domain/exams/exam-machine.ts';
import { examStatus } from '../../../../sync/contract/codes.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { SharingPanel } from '../../../platform/choices/sharing.tsx';
import { cn } from '../../../lib/cn.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { useExamPlan, type ExamPlan } from '../exam-plan-queries.ts';
import { getPlanState } from '../board/plan-state.ts';
import type { PlanStep } from '../plan/plan-steps.ts';
import { AmendButton } from '../plan/amend-button.tsx';
import { PlanStepsBar } from './plan-steps-bar.tsx';
import { PlanStatusChip } from './plan-status-chip.tsx';
import { PublishButton } from './publish-button.tsx';
import { WithdrawPlanButton } from '../plan/withdraw-button.tsx';
import { useNow } from '../../../ui/use-now.ts';

const tabs = [
  { to: '/teacher/exam/exam-plan/item', key: 'board' },
  { to: '/teacher/exam/exam-plan/user', key: 'people' },
  { to: '/teacher/exam/exam-plan/seating', key: 'seatsTab' },
  { to: '/teacher/exam/exam-plan/ready', key: 'readyTab' },
  { to: '/teacher/exam/exam-plan/offline', key: 'offlineTab' },
  { to: '/teacher/exam/exam-plan/score', key: 'scores' },
  { to: '/teacher', key: 'noticeTab' },
] as const;

interface PlanFrameProps {
  children: (plan: ExamPlan, updatedMs: number) => ReactNode;
  /** Buttons of the page, shown in the header. */
  actions?: ReactNode;
  /** The step of the draft that this page belongs to. */
  step?: PlanStep;
}

/** Renders the header of one plan and the tabs to its pages: progress, examinees, scores and notice. */
export function PlanFrame({ children, actions, step }: PlanFrameProps) {
  const { t } = useTranslation('examPlan');
  const { t: say } = useTranslation('amend');
  const { t: word } = useTranslation('planPart');
  const mayChange = useCanChangeData();
  const { planId } = useParams();
  const plan = useExamPlan(Number(planId));
  const nowMs = useNow();
  if (plan.data === undefined)
    return (
      <LoadingState query={plan}>
        <div className="flex flex-col gap-3.5">
          <Skeleton className="h-9 w-80" />
          <Skeleton className="h-16 rounded-xl" />
          <Skeleton className="h-96 rounded-xl" />
        </div>
      </LoadingState>
    );
  const { data } = plan;
  const may = (event: PlanEvent) => mayChange && getNextPlanState(getPlanState(data), event) !== undefined;
  const isBeforeWithdrawalLimit = canWithdrawAt(data, nowMs);
  const canWithdraw = may('withdraw') && isBeforeWithdrawalLimit;
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={data.name}
        beside={
          <>
            <PlanStatusChip plan={data} />
            {data.revision > 1 && <Chip className="num">{say('revisionNo', { n: data.revision })}</Chip>}
            {data.status === examStatus.ended && (
              <Chip tone={data.release.releasedMs === null ? 'kept' : 'delivered'} mark={data.release.releasedMs === null ? 'ring' : 'dot'}>
                {t(data.release.releasedMs === null ? 'notReleased' : 'scoresReleased')}
              </Chip>
            )}
          </>
        }
        description={
          <span className="num">
            {[
              `${word(`part_${data.part}`)}（${word(data.resit ? 'resit' : 'fresh')}）`,
              formatDateTime(data.startMs),
              t('minutes', { n: data.durationMs / 60_000 }),
              data.paperName,
              t('ends', { time: formatDateTime(data.startMs + data.durationMs) }),
            ].join(' · ')}
          </span>
        }
        actions={
          <span className="flex gap-2.5 print:hidden">
            {actions}
            {may('change') && (
              <Button asChild>
                <Link to={`/teacher/exam/exam-plan/create?from=${data.id}`}>
                  <Copy aria-hidden />
                  {word('copy')}
                </Link>
              </Button>
            )}
            {may('change') && (
              <Button asChild>
                <Link to={`/teacher/exam/exam-plan/create/${data.id}`}>
                  <Pencil />
                  {t('change')}
                </Link>
              </Button>
            )}
            {mayChange && <PublishButton plan={data} offered={may('change')} />}
            {may('amend') && isBeforeWithdrawalLimit && <AmendButton plan={data} />}
            {canWithdraw && <WithdrawPlanButton plan={data} />}
            {mayChange && data.withdrawn !== null && (
              <Button asChild variant="primary">
                <Link to={`/teacher/exam/exam-plan/create?from=${data.id}`}>
                  <CalendarPlus aria-hidden />
                  {t('arrangeAnew')}
                </Link>
              </Button>
            )}
          </span>
        }
      />
      <SharingPanel of="plan" id={data.id} />
      {getPlanState(data) === planState.draft && <PlanStepsBar planId={data.id} at={step === undefined ? [] : [step]} />}
      <nav
        aria-label={data.name}
        className="scroll-slim flex gap-[26px] overflow-x-auto overflow-y-hidden shadow-[inset_0_-1px_0_var(--border)] print:hidden"
      >
        {tabs.map((tab) => (
          <NavLink
            key={tab.to}
            to={`${tab.to}/${data.id}`}
            replace
            className={({ isActive }) =>
              cn(
                'border-b-2 px-0.5 py-2 text-sm whitespace-nowrap focus-visible:-outline-offset-3',
                isActive ? 'border-primary font-semibold' : 'border-transparent text-muted-foreground hover:text-foreground',
              )
            }
          >
            {tab.key === 'readyTab' ? say('readyTab') : t(tab.key)}
          </NavLink>
        ))}
      </nav>
      {data.withdrawn !== null && (
        <Strip tone="seal">
          <span className="num">{t('withdrawnWhen', { time: formatDateTime(data.withdrawn.ms), name: data.withdrawn.by })}</span>{' '}
          {t('withdrawnWhy', { reason: data.withdrawn.reason })}
        </Strip>
      )}
      {children(data, plan.dataUpdatedAt)}
    </div>
  );
}
