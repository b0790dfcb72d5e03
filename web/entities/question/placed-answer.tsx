import { useTranslation } from '../../lib/i18n.ts';
import { addBrackets } from '../../lib/punctuation.ts';
import { cn } from '../../lib/cn.ts';
import type { AnswerKey, QuestionBody } from '../../../sync/contract/bank/question.ts';
import { optionRowClass, optionTextClass } from './question-look.ts';
import { RichText } from '../../ui/rich-text/rich-text.tsx';

/** Formats the answer to an ordering question, given as letters of options: "C → A → B". */
export const formatOrder = (ids: readonly string[]): string => ids.join(' → ');
/** Formats the answer to a matching question, given as a letter for each left item: "1 – C", "2 – A". */
export const formatPairs = (ids: readonly string[]): string => ids.map((id, at) => `${at + 1} – ${id === '' ? '…' : id}`).join('\u3000');

/**
 * Styles of the left items of a matching question: `review` for staff and for reviewing an exam, `print` on paper, `examinee` as on the
 * exam page.
 */
const leftLooks = {
  review: { list: 'mt-3 flex flex-col gap-1.5', row: 'flex items-start gap-2.5 rounded-lg bg-muted/60 px-3 py-2', text: 'min-w-0 grow' },
  print: { list: 'pl-[8.5mm]', row: 'flex break-inside-avoid gap-1', text: 'min-w-0' },
  examinee: { list: 'mb-5', row: cn(optionRowClass, 'items-center'), text: optionTextClass },
} as const;

interface LeftItemsProps {
  items: QuestionBody['options'];
  look?: keyof typeof leftLooks;
  /** Letters of the options that the examinee chose, in the order of the left items. */
  chosenLetters?: readonly string[];
  /** Letters of the correct options, in the order of the left items; null if the user may not see them. */
  right?: readonly string[] | null;
}

/** Shows the left items of a matching question with the letters given for them, or with places for the letters. */
export function LeftItems({ items, look = 'review', chosenLetters = [], right = null }: LeftItemsProps) {
  const { t } = useTranslation('ui');
  const { list, row, text } = leftLooks[look];
  return (
    <ol className={list}>
      {items.map(({ id, html }, at) => {
        const letter = chosenLetters[at] ?? '';
        const tone = right === null ? 'text-primary' : letter === right[at] ? 'text-delivered' : 'text-seal';
        return (
          <li key={id} aria-label={t('leftItem', { n: at + 1 })} className={row}>
            <span className={cn('num shrink-0', look !== 'print' && 'w-6 text-right text-muted-foreground')}>({id})</span>
            <RichText inline={look === 'examinee'} html={html} className={text} />
            {look === 'print' && <span className="whitespace-nowrap">{addBrackets('\u3000\u3000')}</span>}
            {look === 'examinee' && <span aria-hidden className="h-9 w-40 flex-none rounded-lg border border-input bg-card" />}
            {look === 'review' && letter !== '' && <b className={cn('shrink-0 font-semibold', tone)}>{letter}</b>}
          </li>
        );
      })}
    </ol>
  );
}

/** Shows the correct answer of an ordering or matching question as letters. */
export function PlacedKey({ answer, printed }: { answer: Extract<AnswerKey, { kind: 'order' | 'match' }>; printed: boolean }) {
  const { t } = useTranslation('ui');
  const isOrder = answer.kind === 'order';
  return (
    <p className={printed ? '' : 'mt-3 rounded-lg bg-delivered-soft px-3 py-2 text-sm'}>
      {!printed && <span className="mr-2 text-muted-foreground">{t(isOrder ? 'order' : 'pairs')}</span>}
      <b className="num font-semibold">{isOrder ? formatOrder(answer.right) : formatPairs(answer.right)}</b>
    </p>
  );
}
