import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import type { AnswerValue } from '../../../../../sync/engine/ops/ops.ts';
import { splitLongAnswer, maxLongAnswerChars, joinLongAnswer } from '../../../../../sync/engine/ops/long-answer.ts';
import { useComposedText } from '../../../../ui/form/use-composed-text.ts';
import type { SittingItem } from '../../model/paper-order.ts';

interface LongAnswerProps {
  item: SittingItem;
  answer: AnswerValue;
  stemId: string;
  onWrite: (item: SittingItem, value: AnswerValue) => void;
  onLeave: () => void;
}

/** Shows a free-text answer. The field grows with its text, so that only the page scrolls. */
export function LongAnswer({ item, answer, stemId, onWrite, onLeave }: LongAnswerProps) {
  const { t } = useTranslation('examSitting');
  const field = useRef<HTMLTextAreaElement>(null);
  const { value: text, ...typing } = useComposedText<HTMLTextAreaElement>(joinLongAnswer(answer), (written) =>
    onWrite(item, splitLongAnswer(written)),
  );
  useEffect(() => {
    const at = field.current;
    if (!at) return;
    at.style.height = 'auto';
    at.style.height = `${at.scrollHeight + 2}px`;
  }, [text]);
  return (
    <div className="mt-5">
      <textarea
        ref={field}
        // Fewer rows if photos are allowed, so that the photo buttons below stay visible.
        rows={item.files > 0 ? 4 : 8}
        aria-label={t('player.longAnswer', { number: item.number })}
        aria-describedby={stemId}
        placeholder={t('player.longPlaceholder')}
        value={text}
        maxLength={maxLongAnswerChars}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        {...typing}
        onBlur={onLeave}
        className="block w-full resize-none overflow-hidden rounded-xl border border-input bg-card px-4 py-3 text-[length:var(--question-size)] leading-[1.8] placeholder:text-muted-foreground/70 focus:border-primary focus:outline-2 focus:outline-offset-1 focus:outline-ring"
      />
      <p className="mt-1.5 flex justify-between gap-4 text-[13px] text-muted-foreground">
        <span>{t('player.longHint')}</span>
        <span className="num shrink-0">{t('player.longCount', { count: [...text.replace(/\s/g, '')].length })}</span>
      </p>
    </div>
  );
}
