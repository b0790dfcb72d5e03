import { CalendarPlus, Copy, Pencil, Undo2, Send } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { addNote, joinWords } from '../../../lib/punctuation.ts';
import { NavLink, useParams } from 'react-router-dom';
import { canWithdrawAt, getNextPlanState, type PlanEvent, planState } from '../../../../sync/domain/exams/exam-machine.ts';
import { examStatus } from '../../../../sync/contract/codes.ts';
import type { ExamPart } from '../../../../sync/contract/exams/exam-part.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { SharingPanel } from '../../../platform/choices/sharing.tsx';
import { cn } from '../../../lib/cn.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { useExamPlan, type ExamPlan, planCallPrefixes, getPlanState } from '../exam-plan-queries.ts';
import type { PlanStep } from './plan-steps.ts';
import { AmendButton } from './amend-button.tsx';
import { PlanStepsBar } from './plan-steps-bar.tsx';
import { PlanStatusChip } from './plan-status-chip.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { PlanReasonDialog } from '../parts/board-action-dialog.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../../ui/primitives/dialog.tsx';
import { useChecklist } from '../seating-queries.ts';
import { OpenWorkNote } from './open-work.tsx';
import { useCall } from '../../../platform/api/call-query.ts';

/** A tab with `part` is shown only for plans of that part of the exam, such as the practical part. */
const tabs: readonly { to: string; key: TabKey; part?: ExamPart }[] = [
  { to: '/teacher/exam/exam-plan/item', key: 'board' },
  { to: '/teacher/exam/exam-plan/user', key: 'people' },
  { to: '/teacher/exam/exam-plan/seating', key: 'seatsTab' },
  { to: '/teacher/exam/exam-plan/ready', key: 'readyTab' },
  { to: '/teacher/exam/exam-plan/draw', key: 'drawTab', part: 'practical' },
  { to: '/teacher/exam/exam-plan/offline', key: 'offlineTab' },
  { to: '/teacher/exam/exam-plan/score', key: 'scores' },
  { to: '/teacher', key: 'noticeTab' },
];
type TabKey = 'board' | 'people' | 'seatsTab' | 'readyTab' | 'drawTab' | 'offlineTab' | 'scores' | 'noticeTab';

interface PlanFrameProps {
  children: (plan: ExamPlan, updatedMs: number) => ReactNode;
  /** Buttons of the page, shown in the header. */
  actions?: ReactNode;
  /** Step towards publication that this page belongs to. The steps are shown while the plan is a draft. */
  step?: PlanStep;
}

/** Renders the header of one plan and the tabs to its pages: progress, examinees, scores and notice. */
export function PlanFrame({ children, actions, step }: PlanFrameProps) {
  const { t } = useTranslation(['examPlan', 'words']);
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
        titleExtra={
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
              addNote(word(`part_${data.part}`), word(data.resit ? 'resit' : 'fresh')),
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
              <LinkButton to={`/teacher/exam/exam-plan/create?from=${data.id}`}>
                <Copy aria-hidden />
                {word('copy')}
              </LinkButton>
            )}
            {may('change') && (
              <LinkButton to={`/teacher/exam/exam-plan/create/${data.id}`}>
                <Pencil />
                {t('words:edit')}
              </LinkButton>
            )}
            {mayChange && <PublishButton plan={data} offered={may('change')} />}
            {may('amend') && isBeforeWithdrawalLimit && <AmendButton plan={data} />}
            {canWithdraw && <WithdrawPlanButton plan={data} />}
            {mayChange && data.withdrawn !== null && (
              <LinkButton variant="primary" to={`/teacher/exam/exam-plan/create?from=${data.id}`}>
                <CalendarPlus aria-hidden />
                {t('arrangeAnew')}
              </LinkButton>
            )}
          </span>
        }
      />
      <SharingPanel kind="plan" id={data.id} />
      {getPlanState(data) === planState.draft && <PlanStepsBar planId={data.id} currentSteps={step === undefined ? [] : [step]} />}
      <nav
        aria-label={data.name}
        className="scroll-slim flex gap-[26px] overflow-x-auto overflow-y-hidden shadow-[inset_0_-1px_0_var(--border)] print:hidden"
      >
        {tabs
          .filter(({ part = data.part }) => part === data.part)
          .map((tab) => (
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
              {tab.key === 'readyTab' ? say(tab.key) : tab.key === 'drawTab' ? word(tab.key) : t(tab.key)}
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

/** Withdraws a published exam. The dialog says who is notified, and that it cannot be undone. */
export function WithdrawPlanButton({ plan }: { plan: ExamPlan }) {
  const { t } = useTranslation(['examPlan', 'words']);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>
        <Undo2 aria-hidden />
        {t('words:withdraw')}
      </Button>
      {isAsking && (
        <PlanReasonDialog
          title={t('withdrawTitle', { name: plan.name })}
          confirm={t('words:withdraw')}
          tone="sealSolid"
          hint={t('withdrawReasonHint')}
          run={(reason, quiet) => makeCall('/exam/withdraw', { id: plan.id, reason }, quiet)}
          onClose={() => setIsAsking(false)}
        >
          <ul className="num list-disc space-y-1 pl-5 text-sm leading-relaxed">
            <li>{t('withdrawTold', { count: plan.examineeCount })}</li>
            <li>{t('withdrawSealed')}</li>
            <li>{t('withdrawForGood')}</li>
          </ul>
        </PlanReasonDialog>
      )}
    </>
  );
}

/**
 * Publishes a plan after a confirmation that lists what can no longer be edited: paper, examinees and times. The component stays mounted when it is
 * no longer `offered`: the board may learn of the publication before the reply arrives that lists formulas that could not be typeset.
 */
export function PublishButton({ plan, offered }: { plan: ExamPlan; offered: boolean }) {
  const { t } = useTranslation(['examPlan', 'words']);
  const [isAsking, setIsAsking] = useState(false);
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  return (
    <>
      {offered && (
        <Button variant="primary" onClick={() => setIsAsking(true)}>
          <Send />
          {t('words:publish')}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('publishTitle', { name: plan.name })}
          confirm={t('words:publish')}
          tone="sealSolid"
          run={(quiet) => makeCall('/exam/publish', { id: plan.id, version: plan.version }, quiet)}
          invalidates={[...planCallPrefixes, '/paper']}
          onDone={(done) => {
            if (done.warnings.length === 0) toast.success(t('published'));
            setWarnings(done.warnings);
            setIsAsking(false);
          }}
          onClose={() => setIsAsking(false)}
        >
          <p>{t('publishWhat')}</p>
          <ul className="num my-2 list-disc pl-5 text-foreground">
            <li>{t('publishPaper', { paper: plan.paperName })}</li>
            <li>{t(plan.roomIds.length > 0 ? 'publishPeople' : 'publishNames', { count: plan.examineeCount })}</li>
            <li>
              {t('publishTimes', {
                start: formatDateTime(plan.startMs),
                minutes: plan.durationMs / 60_000,
                end: formatDateTime(plan.startMs + plan.durationMs),
              })}
            </li>
          </ul>
          <p>{t('publishNotFrozen')}</p>
          <StaffNote planId={plan.id} />
          <OverlapNote plan={plan} />
          <OpenWorkNote plan={plan} />
        </ConfirmDialog>
      )}
      <Dialog
        open={warnings.length > 0}
        onOpenChange={() => setWarnings([])}
        title={t('published')}
        description={t('publishWarnings', { count: warnings.length })}
      >
        <ul className="flex list-disc flex-col gap-1 pl-5 text-sm">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}

/** Names the rooms that are short of invigilators. A plan can be published without them: they are often assigned later. */
function StaffNote({ planId }: { planId: number }) {
  const { t } = useTranslation('seating');
  const short = useChecklist(planId).data?.items.find((check) => check.kind === 'staffShort' && check.state === 'hint');
  if (short === undefined) return null;
  const names = joinWords(short.names) + (short.names.length < short.count ? ' …' : '');
  return (
    <Strip tone="kept" className="mt-2">
      {t('publishShort', { n: short.count, names })}
    </Strip>
  );
}

/** Names examinees who have another exam at the same time. Renders nothing if there are none. */
function OverlapNote({ plan }: { plan: ExamPlan }) {
  const { t } = useTranslation('examPlan');
  const overlaps = useCall('/exam/getOverlaps', { id: plan.id }, { quiet: true, version: plan.version, staleTime: 0 });
  if (overlaps.isPending) return <p className="mt-3 text-[13px] text-muted-foreground">{t('overlapsAsked')}</p>;
  if (overlaps.data === undefined) return <Strip tone="kept">{t('overlapsUnknown')}</Strip>;
  const { items } = overlaps.data;
  if (items.length === 0) return null;
  return (
    <div className="mt-3 rounded-lg border border-kept/60 bg-kept-soft px-3.5 py-2.5 text-sm text-foreground">
      <p className="font-medium">{t('overlaps', { count: items.length })}</p>
      <ul className="num scroll-slim mt-1.5 max-h-36 space-y-0.5 overflow-y-auto text-[13px]">
        {items.map(({ userId, name, exams }) => (
          <li key={userId}>
            <b className="font-semibold">{name}</b>{' '}
            {joinWords(
              exams.map((exam) =>
                t('overlapExam', {
                  name: exam.name === '' ? t('overlapOther') : exam.name,
                  start: formatDateTime(exam.startMs),
                  end: formatDateTime(exam.endMs).slice(-5),
                }),
              ),
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
