import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import type { PracticeQuestion } from '../../../sync/contract/learning/exercise.ts';
import type { AnswerValue } from '../../../sync/engine/ops/ops.ts';
import { splitLeftItems } from '../../../sync/domain/papers/left-items.ts';
import { isAnswerRight } from '../../../sync/domain/papers/answer-judge.ts';
import { cn } from '../../lib/cn.ts';
import { Button } from '../../ui/primitives/button.tsx';
import { Chip } from '../../ui/primitives/chip.tsx';
import { RichText } from '../../ui/rich-text/rich-text.tsx';
import { Textarea } from '../../ui/primitives/textarea.tsx';
import { AnswerBlanks } from './answer-blanks.tsx';
import { AnswerOptions } from './answer-options.tsx';
import { AnswerPlaces } from './answer-places.tsx';
import { applyChoice } from './answer-value.ts';
import type { AnswerableQuestion } from './answerable-question.ts';
import { pictureClass, stemClass } from './question-look.ts';
import { QuestionView } from './question-view.tsx';

/** Fields of a question that are needed to answer it and to check the answer at once. */
export type PractisedQuestion = Pick<PracticeQuestion, 'type' | 'stem' | 'options' | 'key' | 'analysis'>;

interface PracticeQuestionViewProps {
  question: PractisedQuestion;
  aside?: ReactNode;
  isLast: boolean;
  onAnswer: (correct: boolean) => void;
  onNext: () => void;
}

/** Shows one question and checks its answer immediately. Letter keys choose options; Enter checks the answer and continues. */
export function PracticeQuestionView({ question, aside, isLast, onAnswer, onNext }: PracticeQuestionViewProps) {
  const { t } = useTranslation('exercise');
  const [answer, setAnswer] = useState<AnswerValue>([]);
  const [isChecked, setIsChecked] = useState(false);
  const [isCorrect, setIsCorrect] = useState<boolean | null>(null);
  const nextButton = useRef<HTMLButtonElement>(null);
  const { key } = question;
  const judge = (result: boolean) => {
    setIsCorrect(result);
    onAnswer(result);
  };
  const check = () => {
    if (isChecked) return;
    const result = isAnswerRight(key, answer);
    setIsChecked(true);
    if (result !== null) judge(result);
  };
  useEffect(() => {
    if (isCorrect !== null) nextButton.current?.focus();
  }, [isCorrect]);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (
        (event.target instanceof HTMLInputElement && event.target.type === 'text') ||
        event.target instanceof HTMLTextAreaElement ||
        event.target instanceof HTMLSelectElement ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey
      )
        return;
      const option = question.options.find((each) => `Key${each.id}` === event.code);
      if (option && !isChecked && key.kind === 'choice') setAnswer(applyChoice(question.type, answer, option.id));
      else if (event.key === 'Enter' && !isChecked && !(event.target instanceof HTMLButtonElement)) {
        // Otherwise the same key press also activates the button that receives the focus, and the result disappears unread.
        event.preventDefault();
        check();
      }
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  });
  return (
    <article className="rounded-xl border bg-card px-6 py-5">
      <div className="flex items-start gap-3">
        <div className="min-w-0 grow">
          {isChecked ? (
            <QuestionView question={question} chosen={answer} chosenText={t('yourAnswer')} className="text-[17px]">
              {question.options.length === 0 && (
                <p className="mt-3 text-[15px] whitespace-pre-line">
                  <span className="mr-2 text-[13px] text-muted-foreground">{t('yourAnswer')}</span>
                  {answer.join(' / ')}
                </p>
              )}
            </QuestionView>
          ) : (
            <AnswerField question={question} answer={answer} onAnswer={setAnswer} />
          )}
        </div>
        {aside}
      </div>
      <div role="status" className="mt-4">
        {isCorrect !== null && (
          <Chip tone={isCorrect ? 'delivered' : 'seal'} mark={isCorrect ? 'dot' : 'square'} className="px-3 py-1 text-[15px] font-semibold">
            {t(isCorrect ? 'right' : 'wrong')}
          </Chip>
        )}
      </div>
      <footer className="mt-5 flex flex-wrap items-center justify-end gap-2.5 border-t pt-4">
        <span className="mr-auto text-[13px] text-muted-foreground">{isChecked && isCorrect === null ? t('selfAsk') : t('help')}</span>
        {!isChecked && (
          <Button
            size="lg"
            variant="primary"
            disabled={answer.every((text) => text.trim() === '') && key.kind !== 'rubric'}
            onClick={check}
          >
            {t('submit')}
          </Button>
        )}
        {isChecked && isCorrect === null && (
          <>
            <Button size="lg" onClick={() => judge(false)}>
              {t('selfWrong')}
            </Button>
            <Button size="lg" variant="primary" onClick={() => judge(true)}>
              {t('selfRight')}
            </Button>
          </>
        )}
        {isCorrect !== null && (
          <Button ref={nextButton} size="lg" variant="primary" repeats onClick={onNext}>
            {t(isLast ? 'done' : 'next')}
          </Button>
        )}
      </footer>
    </article>
  );
}

interface AnswerFieldProps {
  question: PractisedQuestion;
  answer: AnswerValue;
  onAnswer: (given: AnswerValue) => void;
}

/** Shows the question with the fields for its answer. */
function AnswerField({ question: { type, stem, options, key }, answer: given, onAnswer }: AnswerFieldProps) {
  const { t } = useTranslation('exercise');
  const stemId = useId();
  const { left, options: rightItems } = splitLeftItems(options);
  const question: AnswerableQuestion = {
    id: stemId,
    type,
    stemHtml: stem,
    options: rightItems.map((option) => ({ ...option, letter: option.id })),
    leftItems: left,
    blankCount: key.kind === 'blanks' ? key.blanks.length : 0,
  };
  const fields = { question, answer: given, label: t('yourAnswer'), stemId, Text: RichText };
  if (key.kind === 'blanks') return <AnswerBlanks {...fields} onWrite={(_, answer) => onAnswer(answer)} />;
  return (
    <>
      <div id={stemId}>
        <RichText html={stem} className={cn(stemClass, pictureClass)} />
      </div>
      {key.kind === 'order' || key.kind === 'match' ? (
        <AnswerPlaces {...fields} onPlace={(_, answer) => onAnswer(answer)} />
      ) : key.kind === 'choice' ? (
        <AnswerOptions {...fields} onChoose={(_, id) => onAnswer(applyChoice(type, given, id))} />
      ) : (
        <Textarea
          rows={5}
          aria-label={t('yourAnswer')}
          aria-describedby={stemId}
          value={given[0] ?? ''}
          onChange={(event) => onAnswer([event.target.value])}
        />
      )}
    </>
  );
}
