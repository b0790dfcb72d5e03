import { CalendarClock, MonitorCheck } from 'lucide-react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { examStatus, examUserStatus } from '../../../../../sync/contract/codes.ts';
import type { PlanNotice } from '../../../../../sync/contract/exams/sitting.ts';
import { canHandInAt } from '../../../../../sync/domain/exams/exam-machine.ts';
import { cn } from '../../../../lib/cn.ts';
import { formatDay } from '../../../../lib/format-time.ts';
import { Chip, type ChipTone, type MarkShape } from '../../../../ui/primitives/chip.tsx';
import {
  isExamOver,
  isNoticeWithdrawn,
  getOwnStatusKey,
  getNoticeAction,
  isProbablyOver,
  getStatusAt,
  getStatusKey,
  type LocalSitting,
  type KnownTime,
} from '../../model/gate/notice-view.ts';
import { Strip } from '../../../../ui/primitives/strip.tsx';
import { formatHour, formatTicketGroups, splitDuration } from '../../model/time-text.ts';
import { ChangedNote } from './changed-note.tsx';
import { useCallback, type ReactNode } from 'react';
import { LinkButton } from '../../../../ui/primitives/link-button.tsx';

/** Makes a function that formats a duration until a future time: "3 小时后", "in 3 hours". */
function useSpanText(): (ms: number) => string {
  const { t } = useTranslation('examAround');
  return useCallback(
    (ms: number) => {
      const { unit, count } = splitDuration(ms);
      if (unit === 'days') return t('notice.inDays', { count });
      if (unit === 'hours') return t('notice.inHours', { count });
      return unit === 'minutes' ? t('notice.inMinutes', { count }) : t('notice.soon');
    },
    [t],
  );
}

/** Shows the exam's status, and the examinee's own once it differs from "awaiting". */
export function StatusChips({ notice, time: at }: { notice: PlanNotice; time: KnownTime }) {
  const { t } = useTranslation('examAround');
  const status = getStatusAt(notice, at.nowMs);
  const running = status >= examStatus.started && status < examStatus.ended;
  const [tone, mark]: [ChipTone, MarkShape] = running
    ? ['primary', 'dot']
    : status === examStatus.upcoming
      ? ['kept', 'dot']
      : ['neutral', 'ring'];
  const ownStatus = notice.myStatus;
  if (isNoticeWithdrawn(notice)) {
    return (
      <Chip tone="seal" mark="square">
        {t('notice.withdrawn')}
      </Chip>
    );
  }
  return (
    <>
      <Chip tone={tone} mark={mark}>
        {t(isProbablyOver(notice, at) ? 'examStatus.seemsEnded' : `examStatus.${getStatusKey(status)}`)}
      </Chip>
      {running && status !== examStatus.handInAllowed && canHandInAt(notice, at.nowMs) && <Chip>{t('notice.mayHandIn')}</Chip>}
      {ownStatus !== examUserStatus.awaiting && (
        <Chip
          tone={
            ownStatus === examUserStatus.cheating || ownStatus === examUserStatus.absent ? 'seal' : ownStatus > 0 ? 'delivered' : 'primary'
          }
          mark={ownStatus < 0 ? 'square' : 'dot'}
        >
          {t(`myStatus.${getOwnStatusKey(ownStatus)}`)}
        </Chip>
      )}
    </>
  );
}

/** Lists duration, seat, ticket number, number of questions, points, entry limit and earliest hand-in of an exam. */
export function NoticeFacts({ notice, className }: { notice: PlanNotice; className?: string }) {
  const { t } = useTranslation('examAround');
  const seat: [string, ReactNode][] = notice.seatLabel === '' ? [] : [[t('notice.seat'), notice.seatLabel]];
  const facts: readonly [string, ReactNode][] = [
    [t('notice.duration'), t('notice.minutes', { minutes: notice.durationMs / 60_000 })],
    ...seat,
    [t('notice.ticket'), formatTicketGroups(notice.ticketNo)],
    [t('notice.questions'), t('notice.questionsValue', { count: notice.questionCount })],
    [t('notice.points'), t('notice.pointsValue', { total: notice.totalPoints, pass: notice.passPoints })],
    [t('notice.entryUntil'), formatHour(notice.startMs + notice.entryLimitMs)],
    [t('notice.handInFrom'), formatHour(notice.startMs + notice.earliestHandInMs)],
  ];
  return (
    <dl className={cn('num grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4', className)}>
      {facts.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-[13px] text-muted-foreground">{label}</dt>
          <dd className="truncate text-[15px]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Shows day and time of the start, and how far away it is. */
export function StartTime({ notice, nowMs }: { notice: PlanNotice; nowMs: number }) {
  const { t, i18n } = useTranslation('examAround');
  const span = useSpanText();
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span className="text-[13px] text-muted-foreground">{formatDay(notice.startMs, i18n.language)}</span>
      <strong className="num text-2xl leading-none font-semibold">{formatHour(notice.startMs)}</strong>
      {notice.startMs > nowMs && !isNoticeWithdrawn(notice) && (
        <span className="text-[13px] text-accent-foreground">{t('notice.startsIn', { when: span(notice.startMs - nowMs) })}</span>
      )}
    </p>
  );
}

interface NoticeCardProps {
  notice: PlanNotice;
  local: LocalSitting;
  time: KnownTime;
  /** Called after the examinee has acknowledged a change. */
  onRead: () => void;
}

/** Explains why the exam was withdrawn. */
export function WithdrawnNote({ notice }: { notice: PlanNotice }) {
  const { t } = useTranslation('examAround');
  if (!isNoticeWithdrawn(notice)) return null;
  return <Strip tone="seal">{t('notice.withdrawnWhy', { reason: notice.withdrawn?.reason ?? '' })}</Strip>;
}

/** Shows one exam of the examinee: time, place, state of this PC, and the next action. */
export function NoticeCard({ notice, local, time: at, onRead }: NoticeCardProps) {
  const { t } = useTranslation('examAround');
  const { t: sitting } = useTranslation('examSitting');
  const action = getNoticeAction(notice, local, at);
  const isOver = isExamOver(notice, at);
  const detail = `/student/home/${notice.planId}`;
  const item = `/student/exam/item/${notice.planId}`;
  return (
    <article aria-labelledby={`notice-${notice.planId}`} className={cn('rounded-xl border bg-card', isOver && 'opacity-85')}>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-5 pt-4">
        <CalendarClock aria-hidden className="size-5 text-primary" strokeWidth={1.7} />
        <h2 id={`notice-${notice.planId}`} className="text-[17px] font-semibold">
          {notice.name}
        </h2>
        <span className="text-muted-foreground">{notice.paperName}</span>
        <span className="ml-auto flex gap-2">
          <StatusChips notice={notice} time={at} />
        </span>
      </header>
      <div className="grid items-start gap-x-10 gap-y-4 px-5 pt-3 pb-4 xl:grid-cols-[310px_minmax(0,1fr)]">
        <StartTime notice={notice} nowMs={at.nowMs} />
        <NoticeFacts notice={notice} className="min-w-0" />
      </div>
      {notice.news != null && !isNoticeWithdrawn(notice) && (
        <div className="px-5 pb-4">
          <ChangedNote notice={notice} onRead={onRead} />
        </div>
      )}
      {isNoticeWithdrawn(notice) && (
        <div className="px-5 pb-4">
          <WithdrawnNote notice={notice} />
        </div>
      )}
      <footer className="flex flex-wrap items-center gap-2.5 border-t px-5 py-3">
        {!isNoticeWithdrawn(notice) && <LocalLine local={local} over={isOver} />}
        <span className="ml-auto flex flex-wrap gap-2.5">
          {action === 'entryClosed' && <span className="self-center text-sm text-seal">{sitting('gate.entryClosed')}</span>}
          <LinkButton variant={action === 'prepare' ? 'primary' : 'outline'} to={detail}>
            {t(
              action === 'prepare'
                ? 'notice.prepare'
                : local.hasPaper && !isOver && !isNoticeWithdrawn(notice)
                  ? 'notice.prepareAgain'
                  : 'notice.detail',
            )}
          </LinkButton>
          {(action === 'enter' || action === 'continue') && (
            <LinkButton variant="primary" to={item}>
              {t(`notice.${action}`)}
            </LinkButton>
          )}
          {action === 'receipt' && <LinkButton to={item}>{t('notice.receipt')}</LinkButton>}
          {notice.scoreReleased && (
            <LinkButton variant="primary" to={`/student/exam/score/${notice.planId}`}>
              {t('notice.score')}
            </LinkButton>
          )}
        </span>
      </footer>
    </article>
  );
}

/** Shows how well this PC is prepared for the exam; after the exam, only answers that are undelivered, missing or undecided. */
function LocalLine({ local, over }: { local: LocalSitting; over: boolean }) {
  const { t } = useTranslation('examAround');
  if (local.undelivered > 0) {
    return (
      <Chip tone="kept" mark="ring">
        {t('notice.undelivered', { count: local.undelivered })}
      </Chip>
    );
  }
  if (local.missingCount > 0) {
    return (
      <Chip tone="kept" mark="ring">
        {t('notice.lacking', { count: local.missingCount })}
      </Chip>
    );
  }
  if (local.undecidedCount > 0) {
    return (
      <Chip tone="kept" mark="ring">
        {t('notice.undecided', { count: local.undecidedCount })}
      </Chip>
    );
  }
  if (over || local.handedIn) return null;
  return local.seated && local.hasPaper ? (
    <span className="flex items-center gap-2 text-[13px] text-delivered">
      <MonitorCheck aria-hidden className="size-4" />
      {t('notice.prepared')}
    </span>
  ) : (
    <Chip mark="ring">{t('notice.notPrepared')}</Chip>
  );
}
