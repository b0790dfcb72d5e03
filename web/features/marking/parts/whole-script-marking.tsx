import { useAtomValue } from 'jotai';
import { useTranslation } from '../../../lib/i18n.ts';
import { useNavigate } from 'react-router-dom';
import { cn } from '../../../lib/cn.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { ChipMark } from '../../../ui/primitives/chip.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { QueryFailure } from '../../../ui/feedback/loading-state.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { formatScriptCode, useMarkingTask, useMarkingTasks, getWholeScriptPath } from '../marking-queries.ts';
import { type MarkStorage, useMarkStorage } from '../use-marks.ts';
import { MarksSaveIndicator } from './marks-save-indicator.tsx';
import { MarkedQuestionText, ScriptCard } from './written-marking.tsx';
import { useEffect, useEffectEvent, useState } from 'react';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall, CallFailure } from '../../../platform/api/call.ts';
import { useAction } from '../../../ui/use-action.ts';
import { readLocalMark } from '../send-marks.ts';
import type { ScriptCardState } from '../use-script-queue.ts';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';

type WholeScriptState = ReturnType<typeof useWholeScript>;

/** Shows the written answers of one examinee, question after question, then the next examinee. */
export function WholeScriptMarking({ planId, scriptCode }: { planId: number; scriptCode: number | null }) {
  const { t } = useTranslation(['marking', 'words']);
  const userId = useAtomValue(sessionUserAtom)?.id ?? 0;
  const marks = useMarkStorage(userId);
  const marking = useWholeScript({ userId, planId, marks }, scriptCode);
  const plan = useMarkingTasks('written').data?.value.items.find((each) => each.planId === planId);
  const { paper } = marking;
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={plan?.name ?? ''}
        description={
          paper === null ? (
            t('byPerson')
          ) : (
            <span className="num">{`${t('byPerson')} · ${t('code', { code: formatScriptCode(paper.code) })}`}</span>
          )
        }
        actions={<LinkButton to="/marker/exam/index">{t('back')}</LinkButton>}
      />
      <MarksSaveIndicator marks={marks} ready={false} />
      {marking.waitsForNetwork && (
        <Strip tone="kept" live>
          {t('nextWaits')}
        </Strip>
      )}
      {marking.failure !== null ? (
        <Panel>
          <QueryFailure error={marking.failure} onRetry={marking.retry} />
        </Panel>
      ) : paper === null ? (
        marking.taking ? (
          <Skeleton className="h-96 rounded-xl" />
        ) : (
          <Panel>
            <EmptyState title={t('allWholeDone')}>{t('allDoneText')}</EmptyState>
          </Panel>
        )
      ) : (
        <div className="grid items-start gap-3.5 lg:grid-cols-[220px_minmax(0,1fr)_360px] lg:grid-rows-[auto_1fr]">
          <Panel title={t('words:questions')} className="lg:row-span-2">
            <ol>
              {paper.answers.map((answer, at) => (
                <QuestionLine key={answer.questionId} planId={planId} answer={answer} at={at} marking={marking} />
              ))}
            </ol>
          </Panel>
          {paper.answers.map((answer, at) => (
            <WholeAnswer
              key={`${paper.code} ${answer.questionId} ${answer.card.script.basis}`}
              context={{ userId, planId, marks }}
              answer={answer}
              active={at === marking.at}
              marking={marking}
            />
          ))}
        </div>
      )}
    </div>
  );
}

type Answer = WholeScript['answers'][number];

function QuestionLine({ planId, answer, at, marking }: { planId: number; answer: Answer; at: number; marking: WholeScriptState }) {
  const { t } = useTranslation('marking');
  const task = useMarkingTask({ planId, questionId: answer.questionId });
  const isCurrent = at === marking.at;
  const isMarked = marking.marked.has(answer.questionId);
  return (
    <li>
      <button
        type="button"
        data-press="again"
        aria-current={isCurrent || undefined}
        onClick={() => marking.go(at)}
        className={cn('num w-full border-b px-3.5 py-2 text-left text-sm', isCurrent ? 'bg-primary-soft' : 'hover:bg-muted')}
      >
        <b className="block truncate font-medium">{`${at + 1} ${task.data?.value.figures.section ?? ''}`}</b>
        <span className={cn('flex items-center gap-1.5 text-[13px]', isMarked ? 'text-delivered' : 'text-muted-foreground')}>
          {isMarked && <ChipMark shape="dot" />}
          {t(isMarked ? 'isMarked' : 'notMarked')}
          {task.data !== undefined && ` · ${t('points', { count: task.data.value.figures.points })}`}
        </span>
      </button>
    </li>
  );
}

interface WholeAnswerProps {
  context: { readonly userId: number; readonly planId: number; readonly marks: MarkStorage };
  answer: Answer;
  active: boolean;
  marking: WholeScriptState;
}

/** One answer of the examinee. A hidden answer stays mounted, so that its draft is not lost. */
function WholeAnswer({ context: { userId, planId, marks }, answer, active, marking }: WholeAnswerProps) {
  const place = { planId, questionId: answer.questionId };
  const task = useMarkingTask(place);
  if (task.data === undefined)
    return (
      <div className={active ? 'contents' : 'hidden'}>
        {task.error === null ? (
          <Skeleton className="h-72 rounded-xl lg:col-start-2" />
        ) : (
          <Panel className="lg:col-start-2">
            <QueryFailure error={task.error} onRetry={() => void task.refetch()} />
          </Panel>
        )}
      </div>
    );
  const { value } = task.data;
  return (
    <>
      <div className={active ? 'contents' : 'hidden'}>
        <MarkedQuestionText task={value} />
      </div>
      <ScriptCard
        card={answer.card}
        active={active}
        context={{ userId, place, task: value, marks }}
        busy={active && marking.busy}
        onNext={() => marking.next(answer.questionId)}
        onReturn={() => marking.giveBack()}
      />
    </>
  );
}

/** All written answers of one examinee, as shown to the marker. */
interface WholeScript {
  readonly code: number;
  readonly answers: readonly { readonly questionId: number; readonly card: ScriptCardState }[];
}

const againMs = 3_000;

/** Gives the marker one examinee after the other with all written answers. `scriptCode` null means the next examinee. */
function useWholeScript({ userId, planId, marks }: { userId: number; planId: number; marks: MarkStorage }, which: number | null) {
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const [paper, setPaper] = useState<WholeScript | null>(null);
  /** Questions of this examinee that are marked already, on this page or before. */
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const [at, setAt] = useState(0);
  const take = useAction({
    networkMode: 'always',
    // Retry until the network is back.
    retry: (_count, failure) => failure instanceof CallFailure && failure.network,
    retryDelay: againMs,
    mutationFn: async ({ code, done }: { code?: number; done?: number }): Promise<WholeScript | null> => {
      const onTheWay = await marks.onTheWay(planId);
      const except = [...new Set([...(done === undefined ? [] : [done]), ...onTheWay.map((mark) => mark.code)])];
      const takeInput = code === undefined ? { planId, except } : { planId, code };
      const takenPaper = (await makeCall('/marking/takeWhole', takeInput, { quiet: true })).paper;
      if (takenPaper === null) return null;
      const answers = [];
      for (const { questionId, script } of takenPaper.scripts) {
        const localMark = await readLocalMark(userId, { planId, questionId, code: script.code }, script.basis, onTheWay);
        answers.push({ questionId, card: { script: { ...script, given: localMark.given ?? script.given }, draft: localMark.begun } });
      }
      return { code: takenPaper.code, answers };
    },
    onSuccess: (nextScript) => {
      const markedQuestionIds = (nextScript?.answers ?? [])
        .filter(({ card }) => card.script.given !== null)
        .map(({ questionId }) => questionId);
      const first = (nextScript?.answers ?? []).findIndex(({ questionId }) => !markedQuestionIds.includes(questionId));
      setPaper(nextScript);
      setMarked(new Set(markedQuestionIds));
      setAt(Math.max(0, first));
      if (nextScript !== null) void navigate(getWholeScriptPath(planId, nextScript.code), { replace: true });
    },
  });
  const takeRequestedScript = useEffectEvent(() => {
    if (which === null || paper?.code !== which) take.mutate(which === null ? {} : { code: which });
  });
  useEffect(() => takeRequestedScript(), [which]);
  const giveBack = useAction({
    mutationFn: async () => {
      for (const { questionId, card } of paper?.answers ?? [])
        if (!marked.has(questionId)) await makeCall('/marking/giveBack', { planId, questionId, code: card.script.code });
    },
    onSuccess: () => take.mutate(paper === null ? {} : { done: paper.code }),
    onSettled: () => invalidate('/marking'),
  });
  return {
    paper,
    marked,
    at,
    go: setAt,
    /** Moves on after a question: to the next unmarked question, or else to the next examinee. */
    next: (questionId: number) => {
      if (paper === null) return;
      const now = new Set([...marked, questionId]);
      const open = paper.answers.map((answer, index) => (now.has(answer.questionId) ? -1 : index)).filter((index) => index >= 0);
      const following = open.find((index) => index > at) ?? open[0];
      setMarked(now);
      if (following === undefined) take.mutate({ done: paper.code });
      else setAt(following);
    },
    giveBack: giveBack.mutate,
    taking: take.isPending,
    waitsForNetwork: take.isPending && take.failureCount > 0,
    failure: take.error,
    retry: () => take.mutate(take.variables ?? {}),
    busy: take.isPending || giveBack.isPending,
  };
}
