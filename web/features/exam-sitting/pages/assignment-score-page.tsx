import { AttachmentLinks } from '../../../ui/form/attachment-links.tsx';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLocation, useParams } from 'react-router-dom';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import { apiErrors } from '../../../../sync/contract/errors.ts';
import type { assignmentCalls } from '../../../../sync/contract/learning/assignment.ts';
import { cn } from '../../../lib/cn.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { CallFailure } from '../../../platform/api/call.ts';
import { SessionLost } from '../../../platform/session/session-lost.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { MarkedPicture } from '../../../ui/entity/marked-picture.tsx';
import { AnnotatedAnswer, NoteList } from '../../../ui/entity/noted-answer.tsx';
import { PassChip } from '../../../ui/entity/status-chip.tsx';
import { QuestionView } from '../../../entities/question/question-view.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { PracticeQuestionView, type PractisedQuestion } from '../../../entities/question/practice-question.tsx';

/** Height of the bar for full marks, in pixels. */
const trendPx = 64;

type TaskScore = CallOutput<(typeof assignmentCalls)['myScore']>;

/** Pages /student/homework/score/{id} and /student/test/score/{id}: points by item, with the right answers if the server sends them. */
export function OwnAssignmentScorePage() {
  const { t } = useTranslation(['assignment', 'ui']);
  const planId = Number(useParams()['planId']);
  const home = useLocation().pathname.startsWith('/student/test') ? '/student/test/index' : '/student/homework/index';
  const score = useCall('/task/myScore', { planId }, { quiet: true, retry: false });
  const failure = score.error instanceof CallFailure ? score.error : null;
  const retry = <Button onClick={() => void score.refetch()}>{t('ui:retry')}</Button>;
  return (
    <div className="space-y-4">
      <PageHeader title={score.data?.name ?? t('score')} actions={<LinkButton to={home}>{t('back')}</LinkButton>} />
      {score.isPending && <Skeleton className="h-60 w-full rounded-xl" />}
      {failure !== null &&
        (failure.sessionLost ? (
          <SessionLost message={failure.message} />
        ) : failure.code === apiErrors.refused.code ? (
          <EmptyState title={t('scoreNotYet')} action={retry}>
            {failure.message}
          </EmptyState>
        ) : (
          <ErrorState title={t('failedTitle')} action={retry}>
            {failure.network ? t('scoreOffline') : failure.message}
          </ErrorState>
        ))}
      {score.data && <Sheet score={score.data} />}
    </div>
  );
}

function Sheet({ score }: { score: TaskScore }) {
  const { t } = useTranslation('assignment');
  const [onlyWrong, setOnlyWrong] = useState(false);
  const [isRepeating, setIsRepeating] = useState(false);
  const wrongItems = score.items.filter((item) => item.right === false || (item.points !== null && item.points < item.max));
  const visibleItems = onlyWrong ? wrongItems : score.items;
  const askable = wrongItems.flatMap((item) => (item.key === null ? [] : [{ ...item, key: item.key }]));
  if (isRepeating) return <WrongQuestionPractice questions={askable} onClose={() => setIsRepeating(false)} />;
  return (
    <>
      <section aria-label={t('score')} className="flex flex-wrap items-end gap-x-8 gap-y-3 rounded-xl border bg-card px-7 py-6">
        <p className="num text-[52px] leading-none font-bold">
          {score.points ?? '–'}
          <span className="ml-2 text-lg font-normal text-muted-foreground">{t('ofTotal', { total: score.totalPoints })}</span>
        </p>
        <div className="mb-1 flex flex-wrap items-center gap-3">
          {score.points !== null && (
            <PassChip passed={score.points >= score.passPoints} className="px-3 py-0.5 text-[15px] font-semibold" />
          )}
          <span className="text-muted-foreground">{t('passLine', { pass: score.passPoints })}</span>
          {score.late && (
            <Chip tone="seal" mark="square">
              {t('lateMark')}
            </Chip>
          )}
        </div>
        {score.past.length > 0 && (
          <ol aria-label={t('trend')} className="num relative ml-auto flex items-end gap-2.5 text-[13px]">
            <span
              aria-hidden
              className="absolute inset-x-0 border-t-2 border-dashed border-muted-foreground"
              style={{ bottom: `${40 + (trendPx * score.passPoints) / Math.max(1, score.totalPoints)}px` }}
            />
            {[...score.past, { tryNo: score.tryNo, points: score.points }].map((one) => (
              <li key={one.tryNo} className={cn('flex flex-col items-center', one.tryNo === score.tryNo && 'font-semibold')}>
                <span
                  aria-hidden
                  className={cn('w-9 rounded-t-sm', (one.points ?? 0) >= score.passPoints ? 'bg-primary' : 'bg-primary/35')}
                  style={{ height: `${(trendPx * (one.points ?? 0)) / Math.max(1, score.totalPoints)}px` }}
                />
                <b className="h-5">{one.points ?? '–'}</b>
                <span className="h-5">{t('tryNo', { n: one.tryNo })}</span>
              </li>
            ))}
          </ol>
        )}
        {score.late && score.latePercent < 100 && (
          <p className="w-full text-[13px] text-kept-ink">
            {t('lateTaken', { percent: score.latePercent, full: score.fullPoints ?? '–', points: score.points ?? '–' })}
          </p>
        )}
      </section>
      {!score.hasAnalysis && (
        <Strip tone="neutral">
          {score.analysisFromMs === null ? t('noAnalysis') : t('analysisLater', { when: formatDateTime(score.analysisFromMs) })}
        </Strip>
      )}
      <div className="flex flex-wrap gap-2.5 empty:hidden">
        {wrongItems.length > 0 && wrongItems.length < score.items.length && (
          <Button aria-pressed={onlyWrong} variant={onlyWrong ? 'primary' : 'outline'} onClick={() => setOnlyWrong((before) => !before)}>
            {t('onlyWrong')} <span className="num">{wrongItems.length}</span>
          </Button>
        )}
        {score.kind === 'test' && askable.length > 0 && (
          <Button onClick={() => setIsRepeating(true)}>{t('wrongAgain', { count: askable.length })}</Button>
        )}
      </div>
      <ol className="space-y-3">
        {visibleItems.map((item) => (
          <ScoreItem key={item.itemId} item={item} />
        ))}
      </ol>
    </>
  );
}

function ScoreItem({ item }: { item: TaskScore['items'][number] }) {
  const { t } = useTranslation('assignment');
  const answerText = item.answer.join('');
  return (
    <li className="rounded-xl border bg-card px-5 py-4 text-[15px] leading-relaxed">
      <p className="mb-2 flex flex-wrap items-center gap-2.5 text-[13px]">
        <b className="num text-base">{item.itemId}</b>
        <span className="text-muted-foreground">{item.section}</span>
        {item.right === true && (
          <Chip tone="delivered" mark="dot">
            {t('right')}
          </Chip>
        )}
        {item.right === false && (
          <Chip tone="seal" mark="square">
            {t('wrong')}
          </Chip>
        )}
        {item.points !== null && (
          <span className="num ml-auto font-semibold">{t('pointsOf', { points: item.points, total: item.max })}</span>
        )}
      </p>
      <QuestionView question={item} chosen={item.answer} chosenText={t('yourAnswer')}>
        {item.options.length === 0 && (
          <div className="mt-2.5 rounded-md bg-muted px-3 py-2 whitespace-pre-line">
            <span className="mr-2 text-[13px] text-muted-foreground">{t('yourAnswer')}</span>
            {item.answer.length === 0 ? (
              t('noAnswer')
            ) : item.type > 4 ? (
              <AnnotatedAnswer answer={answerText} notes={item.notes} className="inline" />
            ) : (
              item.answer.join(' / ')
            )}
          </div>
        )}
        {item.notes.length > 0 && <NoteList answer={answerText} notes={item.notes} className="mt-2.5" />}
        <AttachmentLinks files={item.files} />
        {item.files.map(({ itemId, name, url }) => {
          const marks = item.pictures.filter(({ file }) => file === itemId);
          return marks.length > 0 && <MarkedPicture key={itemId} src={url ?? ''} alt={name} marks={marks} label={t('marksOf')} />;
        })}
        {item.comment !== '' && (
          <p className="mt-2.5 rounded-md border border-primary/25 bg-primary-soft px-3 py-2 whitespace-pre-line">
            <b className="mr-2">{t('teacherSays')}</b>
            {item.comment}
          </p>
        )}
      </QuestionView>
    </li>
  );
}

interface WrongQuestionPracticeProps {
  questions: readonly (PractisedQuestion & { readonly itemId: string })[];
  onClose: () => void;
}

/** Repeats the wrong questions of a mock test with immediate answers. It changes no score. Questions answered wrong again can be repeated. */
function WrongQuestionPractice({ questions, onClose }: WrongQuestionPracticeProps) {
  const { t } = useTranslation('assignment');
  const [roundQuestions, setRoundQuestions] = useState(questions);
  const [questionIndex, setQuestionIndex] = useState(0);
  const [wrongIds, setWrongIds] = useState<ReadonlySet<string>>(new Set());
  const question = roundQuestions[questionIndex];
  const close = <Button onClick={onClose}>{t('toSheet')}</Button>;
  if (!question)
    return (
      <EmptyState
        title={t('againDone')}
        action={
          <span className="flex flex-wrap justify-center gap-2.5">
            {close}
            {wrongIds.size > 0 && (
              <Button
                variant="primary"
                repeats
                onClick={() => {
                  setRoundQuestions(roundQuestions.filter(({ itemId }) => wrongIds.has(itemId)));
                  setWrongIds(new Set());
                  setQuestionIndex(0);
                }}
              >
                {t('wrongAgain', { count: wrongIds.size })}
              </Button>
            )}
          </span>
        }
      >
        {t('againResult', { of: roundQuestions.length, right: roundQuestions.length - wrongIds.size })}
      </EmptyState>
    );
  return (
    <div className="space-y-3">
      <p className="flex flex-wrap items-center gap-3">
        <b className="num">{t('againAt', { n: questionIndex + 1, of: roundQuestions.length, item: question.itemId })}</b>
        <span className="text-[13px] text-muted-foreground">{t('againText')}</span>
        <span className="ml-auto">{close}</span>
      </p>
      <PracticeQuestionView
        key={`${roundQuestions.length}/${question.itemId}`}
        question={question}
        isLast={questionIndex === roundQuestions.length - 1}
        onAnswer={(correct) => {
          if (!correct) setWrongIds((previous) => new Set(previous).add(question.itemId));
        }}
        onNext={() => setQuestionIndex(questionIndex + 1)}
      />
    </div>
  );
}
