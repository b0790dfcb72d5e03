import type { Ref } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { NoteKind, TextNote } from '../../../../sync/contract/marking.ts';
import { cn } from '../../../lib/cn.ts';
import { stretchesOf } from '../text-notes.ts';

/** Each says by its line what it says by its colour. */
const looks: Record<NoteKind, string> = {
  right: 'border-b-2 border-delivered bg-delivered-soft',
  wrong: 'underline decoration-seal decoration-wavy underline-offset-4',
  doubt: 'border-b-2 border-dashed border-kept bg-kept-soft',
  note: 'border-b-2 border-primary bg-primary-soft',
};

interface NotedAnswerProps {
  answer: string;
  notes: readonly TextNote[];
  className?: string;
  ref?: Ref<HTMLParagraphElement>;
}

/** An answer with what its marker noted on it. The numbers are drawn, not written: what is selected is the answer alone. */
export function NotedAnswer({ answer, notes, className, ref }: NotedAnswerProps) {
  const { t } = useTranslation('marking');
  return (
    <p ref={ref} className={cn('break-words whitespace-pre-wrap', className)}>
      {stretchesOf(answer, notes).map(({ text, notes: on, ends }, at) => {
        const last = notes[on.at(-1) ?? -1];
        if (last === undefined) return text;
        return (
          <mark
            key={at}
            title={on.map((index) => t(`note_${notes[index]?.kind ?? 'note'}`)).join('、')}
            data-number={ends.map((index) => index + 1).join(' ')}
            className={cn(
              'bg-transparent text-inherit after:align-super after:text-[11px] after:font-semibold after:content-[attr(data-number)]',
              looks[last.kind],
            )}
          >
            {text}
          </mark>
        );
      })}
    </p>
  );
}

const tones: Record<NoteKind, string> = {
  right: 'border-delivered',
  wrong: 'border-seal',
  doubt: 'border-kept',
  note: 'border-primary',
};

/** What was noted, in words: kind, scoring point, what is said of it. */
export function NoteLine({ note, number, quote }: { note: TextNote; number: number; quote: string }) {
  const { t } = useTranslation('marking');
  return (
    <li className={cn('num border-l-[3px] pl-2.5 text-[13px] leading-snug', tones[note.kind])}>
      <b className="font-medium">
        {number} {t(`note_${note.kind}`)}
      </b>
      {note.point !== null && <span className="ml-1.5 text-muted-foreground">{t('notePoint', { number: note.point + 1 })}</span>}
      <span className="ml-1.5 text-muted-foreground">「{quote}」</span>
      {note.text !== '' && <span className="ml-1.5">{note.text}</span>}
    </li>
  );
}
