import { useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { mergeQuizResults } from '../../../../sync/domain/learning/quiz-results.ts';
import { PracticeQuestionView } from '../../../platform/practice/practice-question.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import type { LocalLesson } from '../use-learn-course.ts';
import type { LessonProps } from './lesson-props.ts';

type Asked = LocalLesson['questions'];

/** Asks the unanswered questions of a quiz one by one and shows the results, including answers that are only on this device. */
export function QuizLesson({ lesson, makeRecord }: LessonProps) {
  const { t } = useTranslation('learning');
  const record = useRef(makeRecord);
  record.current = makeRecord;
  const results = new Map(
    mergeQuizResults(lesson.progress.results, lesson.waitingResults).map((result) => [result.questionId, result.correct]),
  );
  const wrong = lesson.questions.filter(({ id }) => results.get(id) === false);
  const right = lesson.questions.filter(({ id }) => results.get(id) === true).length;
  // Fix the question list once per round, so that answers given meanwhile do not change which question follows.
  const [round, setRound] = useState<{ readonly asked: Asked; readonly at: number }>(() => ({
    asked: lesson.questions.filter(({ id }) => !results.has(id)),
    at: 0,
  }));
  const question = round.asked[round.at];
  const aside = lesson.questionIds.length - lesson.questions.length;
  return (
    <div className="flex flex-col gap-3">
      {aside > 0 && <Strip tone="neutral">{t('quizAside', { count: aside })}</Strip>}
      {question !== undefined && (
        <>
          <p className="num flex justify-between text-sm text-muted-foreground" role="status">
            <span>{t('questionOf', { page: round.at + 1, pages: round.asked.length })}</span>
            <span>{t('rightOf', { right, all: lesson.questions.length })}</span>
          </p>
          <PracticeQuestionView
            key={`${question.id}/${round.at}`}
            question={question}
            isLast={round.at === round.asked.length - 1}
            onAnswer={(correct) => record.current().answered(question.id, lesson.questionIds.indexOf(question.id), correct)}
            onNext={() => setRound({ ...round, at: round.at + 1 })}
          />
        </>
      )}
      {question === undefined && lesson.questions.length === 0 && <EmptyState title={t('quizNothing')}>{t('quizNothingText')}</EmptyState>}
      {question === undefined && lesson.questions.length > 0 && (
        <EmptyState
          title={t('quizDone')}
          action={
            <span className="flex flex-wrap justify-center gap-2.5">
              <Button onClick={() => setRound({ asked: lesson.questions, at: 0 })}>{t('quizAgain')}</Button>
              {wrong.length > 0 && (
                <Button variant="primary" onClick={() => setRound({ asked: wrong, at: 0 })}>
                  {t('quizWrong', { count: wrong.length })}
                </Button>
              )}
            </span>
          }
        >
          {t('rightOf', { right, all: lesson.questions.length })}
        </EmptyState>
      )}
    </div>
  );
}
