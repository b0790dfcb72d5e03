import { useTranslation } from '../../../../lib/i18n.ts';
import { cn } from '../../../../lib/cn.ts';
import { useComposedText } from '../../../../ui/form/use-composed-text.ts';
import { blankFieldClass } from '../../../../ui/entity/question-look.ts';

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
export function BlankInput({ number, text, onType, onLeave }: BlankInputProps) {
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
