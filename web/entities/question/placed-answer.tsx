import { useTranslation } from '../../lib/i18n.ts';
import { cn } from '../../lib/cn.ts';
import type { AnswerKey, QuestionBody } from '../../../sync/contract/bank/question.ts';
import { RichText } from '../../ui/rich-text/rich-text.tsx';

/** Joins the letters of an order: "C → A → B". */
export const formatOrder = (ids: readonly string[]): string => ids.join(' → ');
/** Joins the letters of pairs with the numbers of the left items: "1 – C", "2 – A". */
export const formatPairs = (ids: readonly string[]): string => ids.map((id, at) => `${at + 1} – ${id === '' ? '…' : id}`).join('\u3000');

interface LeftItemsProps {
  items: QuestionBody['options'];
  /** Letters that were given for the left items. */
  given: readonly string[];
  /** Null if the reader may not see it. */
  right: readonly string[] | null;
  isPrinted: boolean;
}

/** Shows the left items of a matching question with the letters given for them; on paper with brackets for the letters. */
export function LeftItems({ items, given, right, isPrinted }: LeftItemsProps) {
  const { t } = useTranslation('ui');
  return (
    <ol className={isPrinted ? 'pl-[8.5mm]' : 'mt-3 flex flex-col gap-1.5'}>
      {items.map(({ id, html }, at) => {
        const letter = given[at] ?? '';
        const tone = right === null ? 'text-primary' : letter === right[at] ? 'text-delivered' : 'text-seal';
        return (
          <li
            key={id}
            aria-label={t('leftItem', { n: at + 1 })}
            className={isPrinted ? 'flex break-inside-avoid gap-1' : 'flex items-start gap-2.5 rounded-lg bg-muted/60 px-3 py-2'}
          >
            <span className={cn('num shrink-0', !isPrinted && 'w-5 text-right text-muted-foreground')}>({id})</span>
            <RichText html={html} className={cn('min-w-0', !isPrinted && 'grow')} />
            {isPrinted ? (
              <span className="whitespace-nowrap">（　　）</span>
            ) : (
              letter !== '' && <b className={cn('shrink-0 font-semibold', tone)}>{letter}</b>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** Shows the key of an ordering or matching question as letters. */
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
