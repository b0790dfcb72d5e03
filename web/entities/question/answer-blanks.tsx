import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../../../../lib/i18n.ts';
import type { AnswerValue } from '../../../../../sync/engine/ops/ops.ts';
import { applyWriting } from '../../model/choice.ts';
import type { SittingItem } from '../../model/paper-order.ts';
import { cn } from '../../../../lib/cn.ts';
import { stemClass, blankFieldClass } from '../../../../entities/question/question-look.ts';
import { RichHtml } from './rich-html.tsx';
import { useComposedText } from '../../../../ui/form/use-composed-text.ts';

// Hides the printed line of a blank, because the input field replaces it.
const blankLook =
  'leading-[2.3] [&_[data-blank]]:m-0! [&_[data-blank]]:inline! [&_[data-blank]]:h-auto! [&_[data-blank]]:min-w-0! [&_[data-blank]]:border-0!';

interface BlankStemProps {
  item: SittingItem;
  answer: AnswerValue;
  stemId: string;
  onWrite: (item: SittingItem, value: AnswerValue) => void;
  onLeave: () => void;
}

/** Shows a fill-in's stem with input fields in place of its blanks. Blanks without a place in the stem follow below. */
export function BlankStem({ item, answer, stemId, onWrite, onLeave }: BlankStemProps) {
  const { t } = useTranslation('examSitting');
  const stem = useRef<HTMLDivElement>(null);
  const [places, setPlaces] = useState<readonly (readonly [number, Element])[]>([]);
  useLayoutEffect(() => {
    const found = [...(stem.current?.querySelectorAll('[data-blank]') ?? [])];
    setPlaces(found.map((place, at) => [Number(place.getAttribute('data-blank')) || at + 1, place] as const));
  }, [item.stemHtml]);

  const inputOf = (number: number) => (
    <BlankInput
      key={number}
      number={number}
      text={answer[number - 1] ?? ''}
      onType={(text) => onWrite(item, applyWriting(answer, item.blankCount, number - 1, text))}
      onLeave={onLeave}
    />
  );
  const placed = new Set(places.map(([number]) => number));
  const rest = Array.from({ length: item.blankCount }, (_, at) => at + 1).filter((number) => !placed.has(number));
  return (
    <div role="group" aria-label={t('player.question', { number: item.number })}>
      <RichHtml ref={stem} id={stemId} zoomLabel={t('player.zoom')} html={item.stemHtml} className={cn(stemClass, blankLook)} />
      {places.map(([number, place]) => createPortal(inputOf(number), place, String(number)))}
      {places.length > 0 || !item.stemHtml.includes('data-blank') ? (
        <div className="flex flex-wrap gap-3 text-[length:var(--question-size)]">{rest.map(inputOf)}</div>
      ) : null}
    </div>
  );
}

/** Estimates the width of a text in em: 1 for a wide character, 0.6 for a narrow one. */
function emsFor(text: string): number {
  let ems = 0;
  for (const character of text) ems += character.charCodeAt(0) > 0x2e7f ? 1 : 0.6;
  return Math.min(22, Math.max(5.5, ems + 1.5));
}

interface BlankInputProps {
  /** Number of the blank, from 1. */
  number: number;
  text: string;
  onType: (text: string) => void;
  onLeave: () => void;
}

/** Shows the input field of one blank, as wide as its text. */
function BlankInput({ number, text, onType, onLeave }: BlankInputProps) {
  const { t } = useTranslation('examSitting');
  const field = useComposedText<HTMLInputElement>(text, onType);
  return (
    <input
      type="text"
      data-blank-input={number}
      aria-label={t('player.blank', { number })}
      placeholder={t('player.blankPlaceholder', { number })}
      {...field}
      maxLength={500}
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      style={{ width: `${emsFor(field.value)}em` }}
      onBlur={onLeave}
      className={cn(
        blankFieldClass,
        'placeholder:text-[0.72em] placeholder:text-muted-foreground/70 focus:border-primary focus:bg-primary-soft focus:outline-2 focus:outline-offset-1 focus:outline-ring',
      )}
    />
  );
}
