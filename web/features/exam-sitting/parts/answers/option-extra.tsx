import { ZoomIn } from 'lucide-react';
import { useTranslation } from '../../../../lib/i18n.ts';
import type { AnswerOption } from '../../../../entities/question/answerable-question.ts';

/** Shows what an option of the exam page has besides its text. The hooks are in the parts, because most options need no text. */
export function OptionExtra({ option, struck }: { option: AnswerOption; struck: boolean }) {
  return (
    <>
      {struck && <StruckNote />}
      {option.html.includes('<img') && <ZoomButton letter={option.letter} />}
    </>
  );
}

function StruckNote() {
  const { t } = useTranslation('examSitting');
  return <span className="sr-only">（{t('player.struck')}）</span>;
}

function ZoomButton({ letter }: { letter: string }) {
  const { t } = useTranslation('examSitting');
  return (
    <button
      type="button"
      data-zoom-next
      aria-label={`${t('player.zoom')} ${letter}`}
      className="relative z-[2] grid size-9 flex-none place-items-center self-center rounded-md border border-input bg-card text-muted-foreground hover:bg-muted"
    >
      <ZoomIn aria-hidden className="size-4" />
    </button>
  );
}
