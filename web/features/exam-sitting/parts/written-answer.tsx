import { useTranslation } from 'react-i18next';
import type { AnswerValue } from '../../../../sync/engine/ops.ts';
import { stemLook } from '../../../ui/question-look.ts';
import { Textarea } from '../../../ui/textarea.tsx';
import type { SittingItem } from '../model/paper-order.ts';
import { RichHtml } from './rich-html.tsx';

/** One part of an answer holds so much (`answerValue`), the rest goes into the next; both in Chinese stay below what one op may hold (SY3). */
const partLength = 4000;
const mostParts = 2;
export const mostWritten = partLength * mostParts;

/** A long text as the engine keeps an answer: in parts, none of them empty. */
export const partsOf = (text: string): AnswerValue => {
  const parts: string[] = [];
  for (let at = 0; at < text.length; at += partLength) parts.push(text.slice(at, at + partLength));
  return parts.slice(0, mostParts);
};

interface WrittenAnswerProps {
  item: SittingItem;
  answer: AnswerValue;
  stemId: string;
  onWrite: (item: SittingItem, value: AnswerValue) => void;
  onLeave: () => void;
}

/** A question that a person marks: its stem, and room to write. */
export function WrittenAnswer({ item, answer, stemId, onWrite, onLeave }: WrittenAnswerProps) {
  const { t } = useTranslation('examSitting');
  const text = answer.join('');
  return (
    <>
      <RichHtml id={stemId} zoomLabel={t('player.zoom')} html={item.stemHtml} className={stemLook} />
      <Textarea
        aria-label={t('player.written', { number: item.number })}
        aria-describedby={stemId}
        rows={9}
        maxLength={mostWritten}
        value={text}
        onChange={(event) => onWrite(item, partsOf(event.target.value))}
        onBlur={onLeave}
        className="mt-4 w-full max-w-[46em] text-[length:var(--question-size)] leading-relaxed"
      />
      <p className="num mt-1 text-[13px] text-muted-foreground">{t('player.writtenLength', { count: text.length, most: mostWritten })}</p>
    </>
  );
}
