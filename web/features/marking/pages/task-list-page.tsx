import { useAtomValue } from 'jotai';
import { useTranslation } from '../../../lib/i18n.ts';
import type { MarkingTaskKind } from '../../../../sync/contract/marking/marking.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { PendingMarksIndicator } from '../parts/marks-save-indicator.tsx';
import { useSendMarks } from '../use-marks.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { getScoreSheetPath, getScriptPath, type MarkingTaskFigures, useMarkingTasks, getWholeScriptPath } from '../marking-queries.ts';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';

/** /marker/exam/index: written questions to mark. */
export const WrittenTasksPage = () => <TaskList kind="written" />;
/** /marker/examOption/index: performed tasks to mark. */
export const PerformedTasksPage = () => <TaskList kind="performed" />;

function TaskList({ kind }: { kind: MarkingTaskKind }) {
  const { t } = useTranslation('marking');
  const tasks = useMarkingTasks(kind);
  const sending = useSendMarks(useAtomValue(sessionUserAtom)?.id ?? 0);
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader title={t(kind)} description={t(`${kind}Hint`)} />
      <PendingMarksIndicator sending={sending} />
      {tasks.data?.fromDevice === true && <Strip tone="kept">{t('fromDevice')}</Strip>}
      {tasks.data === undefined ? (
        <LoadingState query={tasks} className="h-48 rounded-xl" />
      ) : tasks.data.value.items.length === 0 ? (
        <Panel>
          <EmptyState title={t('none')}>{t('noneText')}</EmptyState>
        </Panel>
      ) : (
        tasks.data.value.items.map((plan) => (
          <Panel
            key={plan.planId}
            title={plan.name}
            aside={
              <span className="num flex items-center gap-3 text-[13px] text-muted-foreground">
                {plan.group}
                <span>{t('ends', { time: formatDateTime(plan.endMs) })}</span>
                {/* Offer marking by examinee only for several questions. With a single question, it is the same as marking by question. */}
                {kind === 'written' && plan.tasks.length > 1 && !plan.released && (
                  <LinkButton size="sm" to={getWholeScriptPath(plan.planId, null)}>
                    {t('byPerson')}
                  </LinkButton>
                )}
                {plan.leads && (
                  <LinkButton
                    size="sm"
                    variant={plan.disputes > 0 && !plan.released ? 'primary' : 'outline'}
                    to={`/marker/exam/group/${plan.planId}`}
                  >
                    {plan.disputes > 0 ? t('disputesLeft', { count: plan.disputes }) : t('leaderDesk')}
                  </LinkButton>
                )}
                {kind === 'performed' && <SignIn plan={plan} />}
                {plan.released && (
                  <Chip tone="delivered" mark="dot">
                    {t('scoresReleased')}
                  </Chip>
                )}
              </span>
            }
          >
            <ul className="divide-y">
              {plan.tasks.map((task) => (
                <TaskRow key={task.questionId} planId={plan.planId} kind={kind} task={task} released={plan.released} />
              ))}
            </ul>
          </Panel>
        ))
      )}
    </div>
  );
}

interface SignInProps {
  plan: { readonly planId: number; readonly name: string; readonly released: boolean; readonly signedInMs: number | null };
}

/** Lets an assessor sign in on the day of the exam; then shows when they did. */
function SignIn({ plan: { planId, name, released, signedInMs } }: SignInProps) {
  const { t } = useTranslation('marking');
  const invalidate = useInvalidate();
  const sign = useAction({
    mutationFn: () => makeCall('/marking/signIn', { planId }),
    onSettled: () => invalidate('/marking/getList'),
  });
  if (signedInMs !== null)
    return (
      <Chip tone="delivered" mark="dot" className="num">
        {t('signedIn', { time: formatDateTime(signedInMs) })}
      </Chip>
    );
  return released ? null : (
    <Button size="sm" aria-label={t('signInTo', { name })} busy={sign.isPending} onClick={() => sign.mutate()}>
      {t('signIn')}
    </Button>
  );
}

function TaskRow({ planId, kind, task, released }: { planId: number; kind: MarkingTaskKind; task: MarkingTaskFigures; released: boolean }) {
  const { t } = useTranslation(['marking', 'words']);
  const remainingCount = task.scripts - task.marked;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-1 px-3.5 py-3 sm:grid-cols-[minmax(0,1fr)_13rem_8rem]">
      <div className="min-w-0">
        <p className="truncate">{task.text}</p>
        <p className="num mt-0.5 text-[13px] text-muted-foreground">
          {task.section} · {t('points', { count: task.points })}
        </p>
      </div>
      <div className="num text-sm max-sm:col-start-1">
        {task.scripts === 0 ? (
          <span className="text-muted-foreground">{t('nothingYet')}</span>
        ) : (
          <>
            <div className="h-1.5 overflow-hidden rounded-full bg-muted" aria-hidden>
              <div className="h-full bg-primary" style={{ width: `${(task.marked / task.scripts) * 100}%` }} />
            </div>
            <p className="mt-1">
              {t('progress', { marked: task.marked, scripts: task.scripts })}
              <span className="ml-2 text-muted-foreground">{t('mine', { count: task.mine })}</span>
            </p>
          </>
        )}
      </div>
      <LinkButton
        variant={remainingCount > 0 && !released ? 'primary' : 'outline'}
        className="max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1"
        to={
          kind === 'performed'
            ? getScoreSheetPath({ planId, questionId: task.questionId }, null)
            : getScriptPath({ planId, questionId: task.questionId }, remainingCount === 0 || released ? 'all' : 'next')
        }
      >
        {t(remainingCount === 0 || released ? 'words:view' : task.mine > 0 ? 'goOn' : 'start')}
      </LinkButton>
    </li>
  );
}
