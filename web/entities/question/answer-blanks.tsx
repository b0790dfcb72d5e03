import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../../lib/i18n.ts';
import { cn } from '../../lib/cn.ts';
import { useComposedText } from '../../ui/form/use-composed-text.ts';
import type { AnswerValue } from '../../../sync/engine/ops/ops.ts';
import { applyWriting } from './answer-value.ts';
import type { AnswerableQuestion, QuestionText } from './answerable-question.ts';
import { stemClass, blankFieldClass } from './question-look.ts';

// Hides the printed line of a blank, because the input field replaces it.
const blankLook =
  'leading-[2.3] [&_[data-blank]]:m-0! [&_[data-blank]]:inline! [&_[data-blank]]:h-auto! [&_[data-blank]]:min-w-0! [&_[data-blank]]:border-0!';

interface AnswerBlanksProps<Q> {
  question: Q;
  answer: AnswerValue;
  label: string;
  /** Id for the stem's element. */
  stemId: string;
  zoomLabel?: string | undefined;
  Text: QuestionText;
  onWrite: (question: Q, answer: AnswerValue) => void;
  onLeave?: () => void;
}

/** Shows the stem of a fill-in question with input fields in place of its blanks. Blanks without a place in the stem follow below. */
export function AnswerBlanks<Q extends AnswerableQuestion>({
  question,
  answer,
  label,
  stemId,
  Text,
  onWrite,
  onLeave,
  zoomLabel,
}: AnswerBlanksProps<Q>) {
  const { stemHtml, blankCount } = question;
  const stem = useRef<HTMLDivElement>(null);
  const [places, setPlaces] = useState<readonly (readonly [number, Element])[]>([]);
  useLayoutEffect(() => {
    const found = [...(stem.current?.querySelectorAll('[data-blank]') ?? [])];
    setPlaces(found.map((place, at) => [Number(place.getAttribute('data-blank')) || at + 1, place] as const));
  }, [stemHtml]);

  const renderInput = (number: number) => (
    <BlankInput
      key={number}
      number={number}
      text={answer[number - 1] ?? ''}
      onType={(text) => onWrite(question, applyWriting(answer, blankCount, number - 1, text))}
      onLeave={onLeave}
    />
  );
  const placed = new Set(places.map(([number]) => number));
  const rest = Array.from({ length: blankCount }, (_, at) => at + 1).filter((number) => !placed.has(number));
  return (
    <div role="group" aria-label={label}>
      <div ref={stem} id={stemId}>
        <Text html={stemHtml} className={cn(stemClass, blankLook)} zoomLabel={zoomLabel} />
      </div>
      {places.map(([number, place]) => createPortal(renderInput(number), place, String(number)))}
      {places.length > 0 || !stemHtml.includes('data-blank') ? (
        <div className="flex flex-wrap gap-3 text-[length:var(--question-size)]">{rest.map(renderInput)}</div>
      ) : null}
    </div>
  );
}

/** Estimates the width of a text in em: 1 for a wide character, 0.6 for a narrow one. */
function estimateWidth(text: string): number {
  let ems = 0;
  for (const character of text) ems += character.charCodeAt(0) > 0x2e7f ? 1 : 0.6;
  return Math.min(22, Math.max(5.5, ems + 1.5));
}

interface BlankInputProps {
  /** Number of the blank, from 1. */
  number: number;
  text: string;
  onType: (text: string) => void;
  onLeave: (() => void) | undefined;
}

/** Shows the input field of one blank, as wide as its text. */
function BlankInput({ number, text, onType, onLeave }: BlankInputProps) {
  const { t } = useTranslation('ui');
  const field = useComposedText<HTMLInputElement>(text, onType);
  return (
    <input
      type="text"
      data-blank-input={number}
      aria-label={t('blank', { n: number })}
      placeholder={t('blank', { n: number })}
      {...field}
      maxLength={500}
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      style={{ width: `${estimateWidth(field.value)}em` }}
      onBlur={onLeave}
      className={cn(
        blankFieldClass,
        'placeholder:text-[0.72em] placeholder:text-muted-foreground/70 focus:border-primary focus:bg-primary-soft focus:outline-2 focus:outline-offset-1 focus:outline-ring',
      )}
    />
  );
}
