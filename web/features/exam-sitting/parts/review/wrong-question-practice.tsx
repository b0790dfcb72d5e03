import { useState } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { PracticeQuestionView, type PractisedQuestion } from '../../../../entities/question/practice-question.tsx';
import { Button } from '../../../../ui/primitives/button.tsx';
import { EmptyState } from '../../../../ui/feedback/notice.tsx';

interface WrongAgainProps {
  questions: readonly (PractisedQuestion & { readonly itemId: string })[];
  onClose: () => void;
}

/** Repeats the wrong questions of a mock test with immediate answers. It changes no score. Questions answered wrong again can be repeated. */
export function WrongQuestionPractice({ questions, onClose }: WrongAgainProps) {
  const { t } = useTranslation('assignment');
  const [left, setLeft] = useState(questions);
  const [at, setAt] = useState(0);
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set());
  const question = left[at];
  const close = <Button onClick={onClose}>{t('toSheet')}</Button>;
  if (!question)
    return (
      <EmptyState
        title={t('againDone')}
        action={
          <span className="flex flex-wrap justify-center gap-2.5">
            {close}
            {wrong.size > 0 && (
              <Button
                variant="primary"
                repeats
                onClick={() => {
                  setLeft(left.filter(({ itemId }) => wrong.has(itemId)));
                  setWrong(new Set());
                  setAt(0);
                }}
              >
                {t('wrongAgain', { count: wrong.size })}
              </Button>
            )}
          </span>
        }
      >
        {t('againResult', { of: left.length, right: left.length - wrong.size })}
      </EmptyState>
    );
  return (
    <div className="space-y-3">
      <p className="flex flex-wrap items-center gap-3">
        <b className="num">{t('againAt', { n: at + 1, of: left.length, item: question.itemId })}</b>
        <span className="text-[13px] text-muted-foreground">{t('againText')}</span>
        <span className="ml-auto">{close}</span>
      </p>
      <PracticeQuestionView
        key={`${left.length}/${question.itemId}`}
        question={question}
        isLast={at === left.length - 1}
        onAnswer={(correct) => {
          if (!correct) setWrong((before) => new Set(before).add(question.itemId));
        }}
        onNext={() => setAt(at + 1)}
      />
    </div>
  );
}
