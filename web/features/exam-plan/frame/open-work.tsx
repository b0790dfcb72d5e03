import { useState } from 'react';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { examCalls } from '../../../../sync/contract/exams/exam.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { addLabel, joinWords } from '../../../lib/punctuation.ts';
import { useCall, useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useAction } from '../../../ui/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { type ExamPlan, planCallPrefixes } from '../exam-plan-queries.ts';
import { PlanReasonDialog } from '../parts/board-action-dialog.tsx';

type OpenTask = CallOutput<(typeof examCalls)['getOpenWork']>['tasks'][number];

const useOpenWork = (id: number) => useCall('/exam/getOpenWork', { id }, { quiet: true });

/** Withdraws assignments one after the other. If one is refused, the others are still withdrawn; then the first error is thrown. */
async function withdrawAll(tasks: readonly OpenTask[], reason: string): Promise<void> {
  const refused: unknown[] = [];
  for (const { id } of tasks)
    await makeCall('/task/withdraw', { id, reason }, { quiet: true }).catch((error: unknown) => refused.push(error));
  if (refused.length > 0) throw refused[0];
}

/**
 * Warns in the publish dialog about homework, mock tests and practice that share questions with the exam, and are restricted until its scores are
 * released. Renders nothing if there are none.
 */
export function OpenWorkNote({ plan }: { plan: ExamPlan }) {
  const { t } = useTranslation('planPart');
  const { data } = useOpenWork(plan.id);
  if (data === undefined || data.tasks.length + data.categories.length === 0) return null;
  return (
    <div className="mt-3 rounded-lg border border-kept/60 bg-kept-soft px-3.5 py-2.5 text-sm text-foreground">
      <p className="font-medium">{t('openWork')}</p>
      <ul className="num scroll-slim mt-1.5 max-h-36 space-y-0.5 overflow-y-auto text-[13px]">
        {data.tasks.map((task) => (
          <li key={task.id}>
            {t(`openWork_${task.kind}`)} <b className="font-semibold">{task.name}</b> {t('openWorkQuestions', { n: task.questions })}
          </li>
        ))}
        {data.categories.map(({ category, questions }) => (
          <li key={category}>
            {t('openWork_practice')} <b className="font-semibold">{category}</b> {t('openWorkQuestions', { n: questions })}
          </li>
        ))}
      </ul>
      <p className="mt-1.5 text-[13px] text-muted-foreground">{t('openWorkHeld')}</p>
    </div>
  );
}

/** Lists homework, mock tests and practice that use questions equal or similar to those of the exam, each with a button to close it. */
export function OpenWorkPanel({ plan }: { plan: ExamPlan }) {
  const { t } = useTranslation(['planPart', 'words']);
  const { data } = useOpenWork(plan.id);
  const invalidate = useInvalidate();
  const [tasksToWithdraw, setTasksToWithdraw] = useState<readonly OpenTask[] | null>(null);
  const close = useAction({
    mutationFn: (category: string) => makeCall('/exercise/setOpen', { category, open: false }),
    onSuccess: async () => {
      toast.success(t('openWorkClosed'));
      await invalidate(...planCallPrefixes);
    },
  });
  if (data === undefined || data.tasks.length + data.categories.length === 0) return null;
  const withdrawableTasks = data.tasks.filter((task) => task.mayWithdraw);
  return (
    <Panel
      id="open-work"
      title={t('openWork')}
      aside={
        withdrawableTasks.length > 1 && (
          <Button size="sm" onClick={() => setTasksToWithdraw(withdrawableTasks)}>
            {t('openWorkWithdrawAll', { n: withdrawableTasks.length })}
          </Button>
        )
      }
    >
      <p className="border-b bg-muted px-3.5 py-2 text-[13px] text-muted-foreground">{t('openWorkHeld')}</p>
      <ul>
        {data.tasks.map((task) => (
          <li key={task.id} className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b px-3.5 py-1.5 last:border-b-0">
            <span className="w-20 shrink-0">
              <Chip>{t(`openWork_${task.kind}`)}</Chip>
            </span>
            <span className="num min-w-0 grow">
              <span className="block truncate font-medium">{task.name}</span>
              <span className="block text-[13px] text-muted-foreground">
                {t('openWorkQuestions', { n: task.questions })} · {t('openWorkBegun', { n: task.begun, of: task.students })}
              </span>
            </span>
            {task.mayWithdraw ? (
              <Button size="sm" aria-label={addLabel(t('words:withdraw'), task.name)} onClick={() => setTasksToWithdraw([task])}>
                {t('words:withdraw')}
              </Button>
            ) : (
              <span className="text-[13px] text-muted-foreground">{t('openWorkAsk', { name: task.setBy })}</span>
            )}
          </li>
        ))}
        {data.categories.map(({ category, questions }) => (
          <li key={category} className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b px-3.5 py-1.5 last:border-b-0">
            <span className="w-20 shrink-0">
              <Chip>{t('openWork_practice')}</Chip>
            </span>
            <span className="num min-w-0 grow">
              <span className="block truncate font-medium">{category}</span>
              <span className="block text-[13px] text-muted-foreground">{t('openWorkQuestions', { n: questions })}</span>
            </span>
            <Button
              size="sm"
              busy={close.isPending && close.variables === category}
              aria-label={addLabel(t('openWorkClose'), category)}
              onClick={() => close.mutate(category)}
            >
              {t('openWorkClose')}
            </Button>
          </li>
        ))}
      </ul>
      {tasksToWithdraw !== null && (
        <PlanReasonDialog
          title={t('openWorkTitle', { name: joinWords(tasksToWithdraw.map((task) => task.name)) })}
          confirm={t('words:withdraw')}
          tone="sealSolid"
          hint={t('openWorkReason')}
          run={(reason) => withdrawAll(tasksToWithdraw, reason)}
          onClose={() => setTasksToWithdraw(null)}
        >
          <p className="num text-sm leading-relaxed text-muted-foreground">
            {t('openWorkWhat', { n: tasksToWithdraw.reduce((sum, task) => sum + task.begun, 0) })}
          </p>
        </PlanReasonDialog>
      )}
    </Panel>
  );
}
