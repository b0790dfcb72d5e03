import type { ReactNode, Ref } from 'react';
import type { TextNoteKind, TextNote } from '../../../sync/contract/marking/text-note.ts';
import { cn } from '../../lib/cn.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { addQuotes, joinWords } from '../../lib/punctuation.ts';
import { getNoteQuote, splitByNotes } from '../../lib/text-notes.ts';

/** Each kind of note differs in its style of underline as well as in its colour. */
const looks: Record<TextNoteKind, string> = {
  right: 'border-b-2 border-delivered bg-delivered-soft',
  wrong: 'underline decoration-seal decoration-wavy underline-offset-4',
  doubt: 'border-b-2 border-dashed border-kept bg-kept-soft',
  note: 'border-b-2 border-primary bg-primary-soft',
};

interface AnnotatedAnswerProps {
  answer: string;
  notes: readonly TextNote[];
  className?: string;
  ref?: Ref<HTMLParagraphElement>;
}

/** Shows an answer with its marker's notes. The numbers are drawn by CSS, so that a selection contains only the answer. */
export function AnnotatedAnswer({ answer, notes, className, ref }: AnnotatedAnswerProps) {
  const { t } = useTranslation('notes');
  return (
    <p ref={ref} data-noted className={cn('break-words whitespace-pre-wrap', className)}>
      {splitByNotes(answer, notes).map(({ text, notes: on, ends }, at) => {
        const last = notes[on.at(-1) ?? -1];
        if (last === undefined) return text;
        return (
          <mark
            key={at}
            title={joinWords(on.map((index) => t(`kind_${notes[index]?.kind ?? 'note'}`)))}
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

const tones: Record<TextNoteKind, string> = {
  right: 'border-delivered',
  wrong: 'border-seal',
  doubt: 'border-kept',
  note: 'border-primary',
};

interface NoteLineProps {
  note: TextNote;
  number: number;
  /** The answer that the note belongs to. */
  answer: string;
  /** Subject of the note, shown before the quoted text. */
  about?: ReactNode;
}

/** Shows a note in words: its kind, its subject, and its text. */
function NoteLine({ note, number, answer, about }: NoteLineProps) {
  const { t } = useTranslation('notes');
  return (
    <li className={cn('num border-l-[3px] pl-2.5 text-[13px] leading-snug break-words', tones[note.kind])}>
      <b className="font-medium">
        {number} {t(`kind_${note.kind}`)}
      </b>
      {about !== undefined && <span className="ml-1.5 text-muted-foreground">{about}</span>}
      <span className="ml-1.5 text-muted-foreground">{addQuotes(getNoteQuote(answer, note))}</span>
      {note.text !== '' && <span className="ml-1.5">{note.text}</span>}
    </li>
  );
}

interface NoteListProps<N extends TextNote> {
  answer: string;
  notes: readonly N[];
  about?: (note: N) => ReactNode;
  className?: string;
}

/** Lists all notes on an answer, numbered as in the answer. Screen readers read this list. */
export function NoteList<N extends TextNote>({ answer, notes, about, className }: NoteListProps<N>) {
  const { t } = useTranslation('notes');
  return (
    <ol aria-label={t('notes')} className={cn('flex flex-col gap-1.5', className)}>
      {notes.map((note, at) => (
        <NoteLine key={at} note={note} number={at + 1} answer={answer} about={about?.(note)} />
      ))}
    </ol>
  );
}
