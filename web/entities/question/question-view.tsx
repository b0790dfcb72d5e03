import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { addBrackets } from '../../lib/punctuation.ts';
import { optionLetters, sectionType } from '../../../sync/contract/codes.ts';
import type { AnswerKey, QuestionBody } from '../../../sync/contract/bank/question.ts';
import { splitLeftItems } from '../../../sync/domain/papers/left-items.ts';
import { hasAnswerPlace, countOptionColumns } from '../../../sync/domain/papers/paper-layout.ts';
import { cn } from '../../lib/cn.ts';
import { RichText } from '../../ui/rich-text/rich-text.tsx';
import { isEmptyKey, QuestionKey } from './question-key.tsx';
import { formatOrder, LeftItems } from './placed-answer.tsx';
import { getOptionLetterClass, optionRowClass, optionTextClass, pictureClass, stemClass } from './question-look.ts';

/**
 * Ways to show a question that is not answered on this page.
 * - `examinee`: as on the exam page.
 * - `review`: compact, with the right options marked and the key below.
 * - `mark`: for markers, with the key folded up.
 * - `print`: on paper.
 * Questions that are answered on the page use `AnswerOptions` and the components beside it, so that the exam page stays small.
 */
export type QuestionMode = 'examinee' | 'review' | 'mark' | 'print';

interface ShownQuestion {
  readonly type?: number;
  readonly material?: string;
  readonly stem: string;
  readonly options: QuestionBody['options'];
  /** Correct answer of the question; null or undefined if the reader may not see it. */
  readonly key?: AnswerKey | null;
  readonly analysis?: string;
}

interface QuestionStyle {
  readonly frame: string;
  readonly stem: string;
  readonly options: string;
  readonly option: string;
  readonly text: string;
}
const review: QuestionStyle = {
  frame: 'text-[15px] leading-relaxed',
  stem: '',
  options: 'mt-3 flex flex-col gap-1.5',
  option: 'flex items-start gap-2.5 rounded-lg border px-3 py-2',
  text: 'min-w-0 grow',
};
const looks: Record<QuestionMode, QuestionStyle> = {
  examinee: { frame: '', stem: cn(stemClass, pictureClass), options: '', option: optionRowClass, text: optionTextClass },
  review,
  mark: review,
  print: {
    frame: '',
    stem: 'inline [&>p]:inline',
    options: 'grid gap-x-3 pl-[8.5mm]',
    option: 'flex break-inside-avoid gap-1',
    text: 'min-w-0 [&_img]:max-h-[32mm]',
  },
};
/** Style that draws an empty field in each blank. */
const blankPlaceClass =
  'leading-[2.3] [&_[data-blank]]:h-[1.9em]! [&_[data-blank]]:min-w-[5.5em]! [&_[data-blank]]:rounded-md [&_[data-blank]]:border! [&_[data-blank]]:border-input! [&_[data-blank]]:bg-card [&_[data-blank]]:align-middle!';
const columnLooks = { 1: 'grid-cols-1', 2: 'grid-cols-2', 4: 'grid-cols-4' } as const;

interface QuestionViewProps {
  question: ShownQuestion;
  mode?: QuestionMode;
  /** Ids of the options that the examinee chose. */
  chosen?: readonly string[];
  /** Text beside each chosen option. */
  chosenText?: string;
  showKey?: boolean;
  /** Number in front of a printed question. */
  number?: number;
  className?: string;
  /** The examinee's written answer, between the options and the key. */
  children?: ReactNode;
}

/** Shows a question: its material, stem and options, then the answer, then the key. */
export function QuestionView({
  question,
  mode = 'review',
  chosen = [],
  chosenText,
  showKey = true,
  number,
  className,
  children,
}: QuestionViewProps) {
  const { t } = useTranslation('ui');
  const { type, material = '', stem, analysis = '' } = question;
  const { left, options } = splitLeftItems(question.options);
  const isOrdering = type === sectionType.ordering;
  const key = showKey && (mode === 'review' || mode === 'mark') ? (question.key ?? null) : null;
  const rightIds = key?.kind === 'choice' ? key.right : null;
  const look = looks[mode];
  const keyView = key !== null && <QuestionKey question={{ key, analysis }} bare={options.length === 0} />;
  return (
    <div className={cn(look.frame, className)}>
      {material !== '' && mode !== 'print' && (
        <RichText html={material} className="mb-3 border-l-2 border-primary/40 bg-muted/40 px-3 py-2" />
      )}
      {mode === 'print' ? (
        <PrintedStem question={question} number={number} />
      ) : (
        <RichText html={stem} className={cn(look.stem, mode === 'examinee' && type === sectionType.fillIn && blankPlaceClass)} />
      )}
      {left.length > 0 && (
        <LeftItems
          items={[...left]}
          look={mode === 'print' || mode === 'examinee' ? mode : 'review'}
          chosenLetters={chosen}
          right={key?.kind === 'match' ? key.right : null}
        />
      )}
      {options.length > 0 && !(mode === 'print' && type === sectionType.judgement) && (
        <ul className={cn(look.options, mode === 'print' && columnLooks[countOptionColumns(options)])}>
          {options.map(({ id, html }, at) => {
            const isRight = rightIds?.includes(id) === true;
            const isChosen = chosen.includes(id) && !isOrdering && left.length === 0;
            const tone = isRight
              ? 'border-delivered/40 bg-delivered-soft'
              : isChosen
                ? rightIds === null
                  ? 'border-primary/40 bg-primary-soft'
                  : 'border-seal/40 bg-seal-soft'
                : 'border-transparent bg-muted/60';
            return (
              <li key={id} className={cn(look.option, (mode === 'review' || mode === 'mark') && tone)}>
                {mode === 'print' ? (
                  <span className="shrink-0">{id}.</span>
                ) : mode === 'examinee' ? (
                  <span className={getOptionLetterClass(type !== sectionType.single && type !== sectionType.judgement, false)}>
                    {optionLetters[at]}
                  </span>
                ) : (
                  <span className={cn('w-4 shrink-0 font-semibold', isRight ? 'text-delivered' : 'text-muted-foreground')}>{id}</span>
                )}
                <RichText inline={mode === 'examinee'} html={html} className={look.text} />
                {isChosen && chosenText !== undefined && <span className="shrink-0 text-[13px] text-muted-foreground">{chosenText}</span>}
                {isRight && (
                  <span className="flex shrink-0 items-center gap-1 text-[13px] font-medium text-delivered">
                    <Check aria-hidden className="size-3.5" strokeWidth={3} />
                    {t('right')}
                  </span>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {isOrdering && chosen.length > 0 && (
        <p className="mt-3 text-sm">
          <span className="mr-2 text-muted-foreground">{t('orderGiven')}</span>
          <b className="num font-semibold">{formatOrder(chosen)}</b>
        </p>
      )}
      {children}
      {mode === 'mark' && key !== null && !isEmptyKey(key) ? (
        <details className="mt-3">
          <summary className="cursor-pointer text-sm text-primary">{t(key.kind === 'rubric' ? 'referenceAnswer' : 'answer')}</summary>
          {keyView}
        </details>
      ) : (
        keyView
      )}
    </div>
  );
}

/** Prints number and stem. A choice or ordering question whose stem has no place for the answer gets empty brackets. */
function PrintedStem({ question: { type = 0, stem }, number }: { question: ShownQuestion; number: number | undefined }) {
  return (
    <div className="flex gap-1">
      {number !== undefined && <span className="num min-w-[7mm] shrink-0 text-right">{number}.</span>}
      <div className="min-w-0 grow [&_img]:inline-block [&_img]:max-h-[60mm] [&_img]:max-w-full [&_span[data-blank]]:inline-block [&_span[data-blank]]:w-24 [&_span[data-blank]]:border-b [&_span[data-blank]]:border-current">
        <RichText html={stem} className={looks.print.stem} />
        {(type <= sectionType.judgement || type === sectionType.ordering) && !hasAnswerPlace(stem) && (
          <span className="whitespace-nowrap">{addBrackets('\u3000'.repeat(type === sectionType.ordering ? 6 : 2))}</span>
        )}
      </div>
    </div>
  );
}
