import { Download, LaptopMinimalCheck } from 'lucide-react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import { homeworkStatus, type HomeworkStatusCode } from '../../../../../sync/contract/codes.ts';
import { formatDateTime } from '../../../../lib/format-time.ts';
import { formatBytes } from '../../../../lib/format-number.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../../ui/primitives/link-button.tsx';
import { Chip } from '../../../../ui/primitives/chip.tsx';
import {
  isWorkOpen,
  getCloseMs,
  getDueMs,
  getHomeworkAction,
  isHomeworkStored,
  countMarkerNotes,
  type AssignedWorkNotice,
} from '../../model/homework-view.ts';
import { type LocalSitting, getAttemptPaths, type KnownTime } from '../../model/gate/notice-view.ts';
import { HomeworkStatusChip } from '../../../../ui/entity/status-chip.tsx';
import { useCallback } from 'react';
import { splitDuration } from '../../model/time-text.ts';

const words = { seconds: 'seconds', minutes: 'spanMinutes', hours: 'hours', days: 'days' } as const;

/** Makes a function that formats a duration: "3 小时", "2 days". */
function useDurationText(): (ms: number) => string {
  const { t } = useTranslation('assignment');
  return useCallback(
    (ms: number) => {
      const { unit, count } = splitDuration(ms);
      return t(words[unit], { count });
    },
    [t],
  );
}

export interface OfflinePreparation {
  /** Tells for a homework or mock test whether it is being stored on this PC, and why the last try failed. */
  readonly getState: (planId: number) => { readonly busy: boolean; readonly failed: string | null };
  readonly prepare: (notices: readonly AssignedWorkNotice[]) => Promise<void>;
}

interface HomeworkRowProps {
  notice: AssignedWorkNotice;
  local: LocalSitting;
  status: HomeworkStatusCode;
  time: KnownTime;
  along: OfflinePreparation;
}

/** Makes a function that describes the rule for late hand-in. */
export function useLateRuleText(): (task: AssignedWorkNotice['task']) => string {
  const { t } = useTranslation('assignment');
  return (task) =>
    task.lateRule === 'refused'
      ? t('lateRefused')
      : task.lateRule === 'marked'
        ? t('lateMarked')
        : t('lateShare', { percent: task.latePercent });
}

/** Shows one homework: due time, progress, whether it is stored on this PC, and the next action. */
export function HomeworkRow({ notice, local, status, time: at, along }: HomeworkRowProps) {
  const { t } = useTranslation(['assignment', 'words']);
  const length = useDurationText();
  const late = useLateRuleText();
  const { task } = notice;
  const action = getHomeworkAction(notice, local, at);
  const dueMs = getDueMs(notice);
  const leftMs = dueMs - at.nowMs;
  const place = getAttemptPaths(notice);
  const isOpen = isWorkOpen(notice, status);
  const { busy, failed } = along.getState(notice.planId);
  const isStored = isHomeworkStored(notice, local);
  return (
    <li className="grid gap-x-4 gap-y-2 border-t px-4 py-3.5 first:border-t-0 md:grid-cols-[150px_minmax(0,1fr)_auto]">
      <div className="num">
        <p className="text-[17px] leading-tight font-semibold">
          {formatDateTime(isOpen ? dueMs : (task.handedInMs ?? task.dueMs)).slice(5)}
        </p>
        <p className={leftMs < 86_400_000 && isOpen ? 'text-[13px] text-kept-ink' : 'text-[13px] text-muted-foreground'}>
          {!isOpen
            ? t('handedInOf')
            : leftMs > 0
              ? t(status === homeworkStatus.returned ? 'leftToCorrect' : 'left', { span: length(leftMs) })
              : at.nowMs < getCloseMs(notice)
                ? t('lateOpen', { when: formatDateTime(getCloseMs(notice)).slice(5) })
                : t('dueOver')}
        </p>
      </div>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <Link to={`/student/homework/${notice.planId}`} className="text-[15px] font-semibold underline-offset-4 hover:underline">
            {notice.name}
          </Link>
          <HomeworkStatusChip viewer="student" status={status} />
          {notice.withdrawn && (
            <Chip tone="seal" mark="square">
              {t('words:withdrawn')}
            </Chip>
          )}
          {task.late && (
            <Chip tone="seal" mark="square">
              {t('lateMark')}
            </Chip>
          )}
          {task.points !== null && <b className="num text-[15px]">{t('pointsOf', { points: task.points, total: notice.totalPoints })}</b>}
        </p>
        <p className="num mt-0.5 text-[13px] text-muted-foreground">
          {[
            isOpen && task.answered > 0 && task.isPaper !== false
              ? t('answeredOf', { n: task.answered, of: notice.questionCount })
              : task.isPaper === false
                ? t('inWords')
                : t('questions', { count: notice.questionCount }),
            ...(task.setBy === '' ? [] : [t('setBy', { name: task.setBy })]),
            ...(isOpen ? [late(task)] : []),
          ].join(' · ')}
        </p>
        {task.reminded && isOpen && (
          <p className="text-[13px] text-kept-ink">
            {t('remindedBy', { name: task.reminded.by, when: formatDateTime(task.reminded.ms).slice(5) })}
          </p>
        )}
        {notice.withdrawn && <p className="text-[13px] text-seal">{t('withdrawnWhy', { reason: notice.withdrawn.reason })}</p>}
        {local.handedIn && local.undelivered > 0 && <p className="text-[13px] text-kept-ink">{t('waitsHere')}</p>}
        {failed !== null && <p className="text-[13px] text-seal">{t('takeFailed', { reason: failed })}</p>}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2.5">
        {isOpen && isStored && (
          <span className="flex items-center gap-1.5 text-[13px] text-accent-foreground">
            <LaptopMinimalCheck aria-hidden className="size-4" />
            {t('taken', { size: formatBytes(task.sizeBytes) })}
          </span>
        )}
        {isOpen && !isStored && at.nowMs >= notice.startMs && action !== 'over' && (
          <Button busy={busy} onClick={() => void along.prepare([notice])}>
            <Download aria-hidden />
            {t(busy ? 'taking' : 'takeAlong', { size: formatBytes(task.sizeBytes) })}
          </Button>
        )}
        {action === 'opens' && (
          <span className="text-[13px] text-muted-foreground">{t('opens', { when: formatDateTime(notice.startMs).slice(5) })}</span>
        )}
        {action === 'over' && (
          <LinkButton variant="ghost" to={`/student/homework/${notice.planId}`}>
            {t('notice')}
          </LinkButton>
        )}
        {action !== 'opens' && action !== 'over' && (
          <LinkButton
            variant={action === 'receipt' || action === 'seeScore' || action === 'begin' ? 'outline' : 'primary'}
            className="min-w-24"
            to={action === 'seeScore' ? place.score : place.item}
          >
            {t(action)}
          </LinkButton>
        )}
      </div>
      {task.returned !== null && status === homeworkStatus.returned && (
        <div className="rounded-lg border border-primary/25 bg-primary-soft px-4 py-3 md:col-span-3">
          <p className="text-[15px] whitespace-pre-line">
            <b className="mr-2">{task.returned.by}</b>
            {task.returned.reason}
          </p>
          <ul className="mt-2 flex flex-wrap gap-2 text-[13px]">
            {task.returned.items.map((item) => (
              <li key={item.itemId} className="max-w-full truncate rounded-md border bg-card px-2.5 py-1" title={item.comment}>
                <b className="mr-1.5">{t('words:questionNo', { n: item.itemId })}</b>
                {item.comment}
                {countMarkerNotes(item) > 0 && (
                  <span className="ml-1.5 text-muted-foreground">{t('marksCount', { count: countMarkerNotes(item) })}</span>
                )}
              </li>
            ))}
            <li className="num rounded-md border bg-card px-2.5 py-1 text-muted-foreground">
              {t('returnedAt', { when: formatDateTime(task.returned.ms).slice(5), times: task.returned.times })}
            </li>
          </ul>
        </div>
      )}
    </li>
  );
}
