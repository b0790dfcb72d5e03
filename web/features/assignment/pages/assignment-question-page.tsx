import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { apiErrors } from '../../../../sync/contract/errors.ts';
import { cn } from '../../../lib/cn.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { type CallOptions, makeCall, CallFailure } from '../../../platform/api/call.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { useAction } from '../../../ui/use-action.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { ChipMark as StateMark } from '../../../ui/primitives/chip.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { isValidMark, MarkItem } from '../parts/mark-item.tsx';
import { type TeacherMark, pickTeacherMark } from '../teacher-marks.ts';
import { getAssignmentBasePath, type AssignmentByQuestion, useAssignmentByQuestion } from '../assignment-queries.ts';

/** /teacher/homework/user/question/{id}: marks one question of all students, answer after answer, by keyboard. */
export function AssignmentQuestionPage() {
  const planId = Number(useParams()['planId']);
  const [address] = useSearchParams();
  const chosen = address.get('question');
  const found = useAssignmentByQuestion(planId, chosen === null ? null : Number(chosen));
  if (found.data === undefined) return <LoadingState query={found} className="h-96 rounded-xl" />;
  return <Questions found={found.data} />;
}

function Questions({ found }: { found: AssignmentByQuestion }) {
  const { t } = useTranslation(['assignment', 'words']);
  const { planId, kind, questions, question } = found;
  return (
    <div className="space-y-3.5">
      <PageHeader
        title={t('byQuestionTitle', { name: found.name })}
        description={t('byQuestionHelp')}
        actions={
          <LinkButton variant="ghost" to={`${getAssignmentBasePath(kind)}/score/${planId}`}>
            {t('back')}
          </LinkButton>
        }
      />
      <nav aria-label={t('words:questions')} className="flex flex-wrap gap-1.5">
        {questions.map((each) => (
          <Link
            key={each.questionId}
            to={`?question=${each.questionId}`}
            replace
            aria-current={each.questionId === question?.questionId ? 'true' : undefined}
            className={cn(
              'num min-h-9 rounded-md border px-3 py-1.5 text-sm',
              each.questionId === question?.questionId ? 'border-primary bg-primary text-primary-foreground' : 'bg-card hover:bg-muted',
            )}
          >
            {t('words:questionNo', { n: each.itemId })}
            {each.waiting > 0 && <b className="ml-1.5">{t('waitingCount', { count: each.waiting })}</b>}
          </Link>
        ))}
      </nav>
      {question === null || found.answers.length === 0 ? (
        <EmptyState title={t('noAnswersYet')}>{t('noAnswersYetText')}</EmptyState>
      ) : (
        <Answers key={question.questionId} found={found} question={question} />
      )}
    </div>
  );
}

type Answer = AssignmentByQuestion['answers'][number];
const isUnmarked = (answer: Answer): boolean => answer.autoPoints === null && answer.points === null;

function Answers({ found, question }: { found: AssignmentByQuestion; question: NonNullable<AssignmentByQuestion['question']> }) {
  const { t } = useTranslation(['assignment', 'words']);
  const mayChange = useCanChangeData();
  const invalidate = useInvalidate();
  const { planId, answers } = found;
  const [userId, setUserId] = useState(() => (answers.find(isUnmarked) ?? answers[0])?.userId);
  const [drafts, setDrafts] = useState<ReadonlyMap<number, TeacherMark>>(new Map());
  const [isAsking, setIsAsking] = useState(false);
  const at = Math.max(
    0,
    answers.findIndex((each) => each.userId === userId),
  );
  const answer = answers[at];
  const points = useRef<HTMLInputElement>(null);
  useEffect(() => {
    points.current?.focus();
    points.current?.select();
  }, [userId]);
  const send = (one: Answer, mark: TeacherMark, options?: CallOptions) =>
    makeCall(
      '/task/mark',
      { planId, userId: one.userId, answersVersion: one.answersVersion, items: [{ itemId: one.itemId, ...mark }] },
      options,
    );
  const refreshAssignments = () => invalidate('/task');
  const onError = (failure: Error) => {
    if (failure instanceof CallFailure && failure.code === apiErrors.conflict.code) toast.error(t('answersMoved'));
  };
  const save = useAction({
    mutationFn: ({ answer: one, mark }: { answer: Answer; mark: TeacherMark }) => send(one, mark),
    onSuccess: (_, { answer: one }) => {
      setDrafts((all) => new Map([...all].filter(([id]) => id !== one.userId)));
      const next =
        answers.slice(at + 1).find(isUnmarked) ?? answers.find((each) => isUnmarked(each) && each.userId !== one.userId) ?? answers[at + 1];
      if (next) setUserId(next.userId);
    },
    onError,
    onSettled: refreshAssignments,
  });
  const rest = answers.filter((each) => isUnmarked(each) && !each.finished);
  const giveFull = async (quiet: CallOptions) => {
    for (const each of rest) {
      const { comment, pictures, notes } = drafts.get(each.userId) ?? each;
      // Leave out marks without text: they are unfinished.
      const withText = pictures.filter(({ text }) => text.trim() !== '');
      await send(each, { points: question.max, comment, pictures: withText, notes }, quiet);
    }
  };
  if (!answer) return null;
  const mark = drafts.get(answer.userId) ?? pickTeacherMark(answer);
  const canEdit = mayChange && !answer.finished;
  const isInvalid = !isValidMark(mark, question.max);
  const busy = save.isPending;
  const editMark = (changedMark: TeacherMark) => setDrafts((all) => new Map(all).set(answer.userId, changedMark));
  const saveMark = (markToSave: TeacherMark = mark) => {
    if (canEdit && !isInvalid && !busy) save.mutate({ answer: answer, mark: markToSave });
  };
  const go = (step: number) => {
    const to = answers[at + step];
    if (to) setUserId(to.userId);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const inWords = event.target instanceof HTMLTextAreaElement;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey || event.target === points.current)) saveMark();
    else if (event.key === 'PageDown') go(1);
    else if (event.key === 'PageUp') go(-1);
    else if (event.key.toLowerCase() === 'f' && !inWords && !event.ctrlKey && !event.metaKey && !event.altKey)
      saveMark({ ...mark, points: question.max });
    else return;
    event.preventDefault();
  };
  return (
    <div className="grid items-start gap-3.5 lg:grid-cols-[220px_minmax(0,1fr)]" onKeyDown={onKeyDown}>
      <StudentListPanel answers={answers} selectedId={answer.userId} onSelect={setUserId} />
      <div className="space-y-3">
        <p className="flex flex-wrap items-baseline gap-x-3 text-[15px]">
          <b>{answer.student}</b>
          <span className="text-[13px] text-muted-foreground">{answer.className}</span>
          {answer.late && <span className="text-[13px] text-seal">{t('lateMark')}</span>}
          <span className="num ml-auto text-[13px] text-muted-foreground">{t('words:ofCount', { n: at + 1, of: answers.length })}</span>
        </p>
        <ol>
          <MarkItem
            key={answer.userId}
            item={{ ...question, ...answer }}
            mark={mark}
            open={canEdit}
            onChange={editMark}
            pointsRef={points}
          />
        </ol>
        <div className="sticky bottom-0 flex flex-wrap items-center gap-2 rounded-xl border bg-card px-4 py-3 shadow-pop">
          <span className="text-[13px] text-muted-foreground">{answer.finished ? t('beenFinished') : t('byQuestionKeys')}</span>
          <span className="ml-auto flex flex-wrap gap-2">
            <Button disabled={at === 0} onClick={() => go(-1)}>
              {t('previousStudent')}
            </Button>
            <Button disabled={at + 1 >= answers.length} onClick={() => go(1)}>
              {t('nextStudent')}
            </Button>
            {canEdit && rest.length > 1 && (
              <Button disabled={busy} onClick={() => setIsAsking(true)}>
                {t('fullForWaiting', { count: rest.length })}
              </Button>
            )}
            {canEdit && (
              <Button disabled={busy} aria-keyshortcuts="F" onClick={() => saveMark({ ...mark, points: question.max })}>
                {t('fullMarks')}
              </Button>
            )}
            {canEdit && (
              <Button variant="primary" busy={save.isPending} disabled={isInvalid} aria-keyshortcuts="Enter" onClick={() => saveMark()}>
                {t('saveAndNext')}
              </Button>
            )}
          </span>
        </div>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('fullForWaitingTitle', { count: rest.length, points: question.max })}
          confirm={t('fullMarks')}
          tone="seal"
          run={giveFull}
          invalidates={['/task']}
          doneText={t('fullGiven', { count: rest.length })}
          onClose={() => setIsAsking(false)}
        >
          {t('fullForWaitingText')}
        </ConfirmDialog>
      )}
    </div>
  );
}

interface StudentListPanelProps {
  answers: readonly Answer[];
  /** User id of the student whose answer is shown. */
  selectedId: number;
  onSelect: (userId: number) => void;
}

/** Lists the students who answered the question, with their points. */
function StudentListPanel({ answers, selectedId, onSelect }: StudentListPanelProps) {
  const { t } = useTranslation('assignment');
  return (
    <Panel title={t('whoAnswered', { count: answers.length })} bodyClassName="max-h-[70vh] overflow-y-auto">
      <ul>
        {answers.map((each) => (
          <li key={each.userId} className="border-t first:border-t-0">
            <button
              type="button"
              data-press="again"
              aria-current={each.userId === selectedId ? 'true' : undefined}
              onClick={() => onSelect(each.userId)}
              className={cn(
                'flex min-h-10 w-full items-center gap-2 px-3.5 py-1.5 text-left text-sm hover:bg-muted',
                each.userId === selectedId && 'bg-primary-soft font-semibold',
              )}
            >
              <span className={isUnmarked(each) ? 'text-kept-ink' : 'text-delivered'}>
                <StateMark shape={isUnmarked(each) ? 'ring' : 'dot'} />
              </span>
              <span className="min-w-0 grow truncate">{each.student}</span>
              <span className="num text-muted-foreground">{each.points ?? each.autoPoints ?? t('unmarkedShort')}</span>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
