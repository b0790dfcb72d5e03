import { useAtomValue } from 'jotai';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import { cn } from '../../../lib/cn.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { ChipMark } from '../../../ui/primitives/chip.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { QueryFailure } from '../../../ui/feedback/query-failure.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { formatScriptCode, useMarkingTask, useMarkingTasks } from '../marking-queries.ts';
import { type MarkStorage, useMarkStorage } from '../use-marks.ts';
import { useWholeScript, type WholeScript } from '../use-whole-paper.ts';
import { MarksSaveIndicator } from './marks-save-indicator.tsx';
import { MarkedQuestionText, ScriptCard } from './written-marking.tsx';

type Desk = ReturnType<typeof useWholeScript>;

/** Shows the written answers of one examinee, question after question, then the next examinee. */
export function WholeScriptMarking({ planId, which }: { planId: number; which: number | null }) {
  const { t } = useTranslation('marking');
  const userId = useAtomValue(sessionUserAtom)?.id ?? 0;
  const marks = useMarkStorage(userId);
  const desk = useWholeScript({ userId, planId, marks }, which);
  const plan = useMarkingTasks('written').data?.value.items.find((each) => each.planId === planId);
  const { paper } = desk;
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
        actions={
          <Button asChild>
            <Link to="/marker/exam/index">{t('back')}</Link>
          </Button>
        }
      />
      <MarksSaveIndicator marks={marks} ready={false} />
      {desk.waitsForNetwork && (
        <Strip tone="kept" live>
          {t('nextWaits')}
        </Strip>
      )}
      {desk.failure !== null ? (
        <Panel>
          <QueryFailure error={desk.failure} onRetry={desk.again} />
        </Panel>
      ) : paper === null ? (
        desk.taking ? (
          <Skeleton className="h-96 rounded-xl" />
        ) : (
          <Panel>
            <EmptyState title={t('allWholeDone')}>{t('allDoneText')}</EmptyState>
          </Panel>
        )
      ) : (
        <div className="grid items-start gap-3.5 lg:grid-cols-[220px_minmax(0,1fr)_360px] lg:grid-rows-[auto_1fr]">
          <Panel title={t('questions')} className="lg:row-span-2">
            <ol>
              {paper.answers.map((answer, at) => (
                <QuestionLine key={answer.questionId} planId={planId} answer={answer} at={at} desk={desk} />
              ))}
            </ol>
          </Panel>
          {paper.answers.map((answer, at) => (
            <WholeAnswer
              key={`${paper.code} ${answer.questionId} ${answer.card.script.basis}`}
              at={{ userId, planId, marks }}
              answer={answer}
              active={at === desk.at}
              desk={desk}
            />
          ))}
        </div>
      )}
    </div>
  );
}

type Answer = WholeScript['answers'][number];

function QuestionLine({ planId, answer, at, desk }: { planId: number; answer: Answer; at: number; desk: Desk }) {
  const { t } = useTranslation('marking');
  const task = useMarkingTask({ planId, questionId: answer.questionId });
  const isCurrent = at === desk.at;
  const isMarked = desk.marked.has(answer.questionId);
  return (
    <li>
      <button
        type="button"
        data-press="again"
        aria-current={isCurrent || undefined}
        onClick={() => desk.go(at)}
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
  at: { readonly userId: number; readonly planId: number; readonly marks: MarkStorage };
  answer: Answer;
  active: boolean;
  desk: Desk;
}

/** One answer of the examinee. A hidden answer stays mounted, so that its draft is not lost. */
function WholeAnswer({ at: { userId, planId, marks }, answer, active, desk }: WholeAnswerProps) {
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
        at={{ userId, place, task: value, marks }}
        busy={active && desk.busy}
        onNext={() => desk.next(answer.questionId)}
        onGiveBack={() => desk.giveBack()}
      />
    </>
  );
}
