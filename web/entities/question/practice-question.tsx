import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { sectionType } from '../../../sync/contract/codes.ts';
import type { PracticeQuestion } from '../../../sync/contract/learning/exercise.ts';
import { isAnswerRight } from '../../../sync/domain/papers/answer-judge.ts';
import { cn } from '../../lib/cn.ts';
import { Button } from '../../ui/primitives/button.tsx';
import { Chip } from '../../ui/primitives/chip.tsx';
import { Input } from '../../ui/primitives/input.tsx';
import { QuestionKey } from './question-key.tsx';
import { RichText } from '../../ui/rich-text/rich-text.tsx';
import { Textarea } from '../../ui/primitives/textarea.tsx';

/** Fields of a question that is answered and checked immediately. */
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
  const [given, setGiven] = useState<readonly string[]>([]);
  const [shown, setShown] = useState(false);
  const [correct, setCorrect] = useState<boolean | null>(null);
  const next = useRef<HTMLButtonElement>(null);
  const { key } = question;
  const judge = (result: boolean) => {
    setCorrect(result);
    onAnswer(result);
  };
  const check = () => {
    if (shown) return;
    const result = isAnswerRight(key, given);
    setShown(true);
    if (result !== null) judge(result);
  };
  const choose = (id: string) => {
    if (shown) return;
    if (question.type !== sectionType.multiple) setGiven([id]);
    else setGiven(given.includes(id) ? given.filter((each) => each !== id) : [...given, id]);
  };
  useEffect(() => {
    if (correct !== null) next.current?.focus();
  }, [correct]);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (
        event.target instanceof HTMLInputElement ||
        event.target instanceof HTMLTextAreaElement ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey
      )
        return;
      const option = question.options.find((each) => `Key${each.id}` === event.code);
      if (option) choose(option.id);
      else if (event.key === 'Enter' && !shown && !(event.target instanceof HTMLButtonElement)) {
        // Otherwise the same key press also activates the button that receives the focus, and the result disappears unread.
        event.preventDefault();
        check();
      }
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  });
  const right = shown && key.kind === 'choice' ? key.right : [];
  return (
    <article className="rounded-xl border bg-card px-6 py-5">
      <div className="flex items-start gap-3">
        <RichText html={question.stem} className="min-w-0 grow text-[18px] leading-relaxed" />
        {aside}
      </div>
      {question.options.length > 0 && (
        <ul className="mt-4 space-y-2">
          {question.options.map((option) => {
            const chosen = given.includes(option.id);
            return (
              <li key={option.id}>
                <button
                  type="button"
                  aria-pressed={chosen}
                  disabled={shown}
                  onClick={() => choose(option.id)}
                  className={cn(
                    'flex min-h-12 w-full items-center gap-3 rounded-lg border px-4 py-2 text-left text-[16px]',
                    right.includes(option.id)
                      ? 'border-delivered bg-delivered-soft'
                      : shown && chosen
                        ? 'border-seal bg-seal-soft'
                        : chosen
                          ? 'border-primary bg-primary-soft'
                          : 'hover:bg-muted',
                  )}
                >
                  <b className="w-5 shrink-0 text-muted-foreground">{option.id}</b>
                  <RichText html={option.html} className="min-w-0 grow" />
                </button>
              </li>
            );
          })}
        </ul>
      )}
      {key.kind === 'blanks' && (
        <div className="mt-4 grid gap-3 sm:grid-cols-2">
          {key.blanks.map((_, at) => (
            <label key={at} className="text-[13px] text-muted-foreground">
              {t('blank', { n: at + 1 })}
              <Input
                className="mt-1"
                disabled={shown}
                value={given[at] ?? ''}
                onChange={(event) => setGiven(key.blanks.map((__, index) => (index === at ? event.target.value : (given[index] ?? ''))))}
              />
            </label>
          ))}
        </div>
      )}
      {key.kind === 'rubric' && (
        <label className="mt-4 block text-[13px] text-muted-foreground">
          {t('yourAnswer')}
          <Textarea
            rows={5}
            className="mt-1"
            disabled={shown}
            value={given[0] ?? ''}
            onChange={(event) => setGiven([event.target.value])}
          />
        </label>
      )}
      <div role="status" className="mt-4">
        {correct !== null && (
          <Chip tone={correct ? 'delivered' : 'seal'} mark={correct ? 'dot' : 'square'} className="px-3 py-1 text-[15px] font-semibold">
            {t(correct ? 'right' : 'wrong')}
          </Chip>
        )}
      </div>
      {shown && <QuestionKey question={question} bare={question.options.length === 0} />}
      <footer className="mt-5 flex flex-wrap items-center justify-end gap-2.5 border-t pt-4">
        <span className="mr-auto text-[13px] text-muted-foreground">{shown && correct === null ? t('selfAsk') : t('help')}</span>
        {!shown && (
          <Button size="lg" variant="primary" disabled={given.every((text) => text.trim() === '') && key.kind !== 'rubric'} onClick={check}>
            {t('submit')}
          </Button>
        )}
        {shown && correct === null && (
          <>
            <Button size="lg" onClick={() => judge(false)}>
              {t('selfWrong')}
            </Button>
            <Button size="lg" variant="primary" onClick={() => judge(true)}>
              {t('selfRight')}
            </Button>
          </>
        )}
        {correct !== null && (
          <Button ref={next} size="lg" variant="primary" repeats onClick={onNext}>
            {t(isLast ? 'done' : 'next')}
          </Button>
        )}
      </footer>
    </article>
  );
}
