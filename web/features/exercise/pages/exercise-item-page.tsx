import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useParams, useSearchParams } from 'react-router-dom';
import type { PracticeQuestion } from '../../../../sync/contract/learning/exercise.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { PracticeQuestionView } from '../../../entities/question/practice-question.tsx';
import { listOwnSittings, getStarredIds, computeRecordVersion } from '../own-paper.ts';
import { practiceSets, listPracticeQuestions, listUnansweredQuestions } from '../practice-set.ts';
import { type PracticeState, usePractice } from '../use-practice.ts';
import { Star } from 'lucide-react';
import { deriveStarId } from '../../../../sync/domain/learning/practice-own.ts';
import { cn } from '../../../lib/cn.ts';

/** Practises the questions of a category, or a set across all categories, and shows each result at once. /student/exercises/item/{id} */
export function ExerciseItemPage() {
  const { t } = useTranslation(['exercise', 'words']);
  const practice = usePractice();
  const id = Number(useParams()['categoryId']);
  const [search] = useSearchParams();
  const set = practiceSets.find((each) => each === search.get('set')) ?? 'category';
  const sittingId = search.get('sitting');
  const point = { table: search.get('table') ?? '', point: search.get('point') ?? '' };
  const [round, setRound] = useState(0);
  if (practice.pack === null && practice.state === 'loading') return <Skeleton className="h-96 rounded-xl" />;
  // The React key fixes the question list for each round, so that answers given meanwhile do not change which question follows.
  return (
    <Run
      key={`${set}/${point.table}/${point.point}/${id}/${sittingId}/${round}/${practice.pack === null}`}
      practice={practice}
      set={set}
      id={id}
      point={point}
      sittingId={sittingId}
      again={() => setRound(round + 1)}
      title={t('words:exercises')}
    />
  );
}

interface RunProps {
  practice: PracticeState;
  set: (typeof practiceSets)[number];
  id: number;
  point: { readonly table: string; readonly point: string };
  sittingId: string | null;
  again: () => void;
  title: string;
}

function Run({ practice, set, id, point, sittingId, again, title }: RunProps) {
  const { t } = useTranslation('exercise');
  const sitting = listOwnSittings(practice.own).find((each) => each.id === sittingId);
  const [questions] = useState<readonly PracticeQuestion[]>(() => {
    if (!practice.pack) return [];
    if (sittingId !== null) return sitting ? listUnansweredQuestions(practice.pack, practice.answers, sitting, Date.now()) : [];
    return listPracticeQuestions(practice.pack, practice.answers, set, id, Date.now(), point, practice.own.stars);
  });
  const [questionIndex, setQuestionIndex] = useState(0);
  const [rightCount, setRightCount] = useState(0);
  const backLink = (
    <LinkButton to={sitting ? `/student/exercises/paper/exam-plan/user/${sitting.id}` : '/student/exercises/index'}>
      {t(sitting ? 'toRecord' : 'back')}
    </LinkButton>
  );
  const question = questions[questionIndex];
  const name =
    sitting !== undefined
      ? sitting.name
      : set === 'point'
        ? questions[0]?.pointName || point.point
        : set === 'wrong'
          ? t('wrongBook')
          : set === 'due'
            ? t('due')
            : set === 'unseen'
              ? t('unseen')
              : set === 'starred'
                ? t('starred')
                : (practice.pack?.categories.find((each) => each.id === id)?.category ?? title);
  return (
    <div className="space-y-4">
      <PageHeader
        title={name}
        description={
          question && `${t('progress', { n: questionIndex + 1, of: questions.length })} · ${t('rightSoFar', { right: rightCount })}`
        }
        actions={backLink}
      />
      {questions.length === 0 && (
        <EmptyState title={t('nothing')} action={backLink}>
          {t('nothingText')}
        </EmptyState>
      )}
      {questions.length > 0 && question === undefined && (
        <EmptyState
          title={t('resultTitle')}
          action={
            sitting ? (
              backLink
            ) : (
              <Button variant="primary" onClick={again}>
                {t('again')}
              </Button>
            )
          }
        >
          {t('resultText', { of: questions.length, right: rightCount })}
        </EmptyState>
      )}
      {question && (
        <PracticeQuestionView
          key={question.id}
          question={question}
          aside={<StarButton practice={practice} questionId={question.id} />}
          isLast={questionIndex === questions.length - 1}
          onAnswer={(correct) => {
            if (correct) setRightCount((before) => before + 1);
            void practice.answer({
              id: crypto.randomUUID(),
              questionId: question.id,
              answeredMs: Date.now(),
              correct,
              sittingId: sitting?.id ?? null,
            });
          }}
          onNext={() => setQuestionIndex(questionIndex + 1)}
        />
      )}
    </div>
  );
}

/** Marks a question as a favourite; stored on this PC first. */
function StarButton({ practice, questionId }: { practice: PracticeState; questionId: number }) {
  const { t } = useTranslation('exercise');
  const on = getStarredIds(practice.own.stars).has(questionId);
  const turn = (): void => {
    const id = deriveStarId(questionId);
    const before = practice.own.stars.find((star) => star.id === id);
    void practice.storeOwn({ stars: [{ id, questionId, changedMs: computeRecordVersion(before), removed: on }] });
  };
  return (
    <Button variant="ghost" aria-pressed={on} className="shrink-0" onClick={turn}>
      <Star aria-hidden fill={on ? 'currentColor' : 'none'} className={cn('size-4', on && 'text-kept')} />
      {t(on ? 'isStarred' : 'star')}
    </Button>
  );
}
