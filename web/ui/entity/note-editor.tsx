import { X } from 'lucide-react';
import { type KeyboardEvent as Pressed, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { maxTextNotes, type TextNoteKind, textNoteKinds, type TextNote } from '../../../sync/contract/marking/text-note.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { addQuotes } from '../../lib/punctuation.ts';
import { sortByTextOrder, moveByLetter, noteKindShortcuts, getNoteQuote } from '../../lib/text-notes.ts';
import { Button } from '../primitives/button.tsx';
import { Input } from '../primitives/input.tsx';
import { AnnotatedAnswer } from './noted-answer.tsx';

interface NoteEditorProps<N extends TextNote> {
  answer: string;
  notes: readonly N[];
  onNotes: (notes: readonly N[]) => void;
  /** Adds the caller's own fields to a new note. */
  make: (note: TextNote) => N;
  /**
   * Keyboard use. `chosen`: keys apply to selected words only. `whole`: without a selection, keys apply to the whole answer; only one editor of a
   * page may have this.
   */
  keys: 'off' | 'chosen' | 'whole';
  /** Additional controls for a note. */
  more?: (note: N, number: number, change: (next: Partial<N>) => void) => ReactNode;
  className: string;
}

/** Shows an answer and edits the notes on it: select words, then press a key or a button to add a note. */
export function NoteEditor<N extends TextNote>({ answer, notes, onNotes, make, keys, more, className }: NoteEditorProps<N>) {
  const { t } = useTranslation('notes');
  const text = useRef<HTMLParagraphElement>(null);
  const [chosen, setChosen] = useState<{ from: number; to: number } | null>(null);
  const look = useEffectEvent(() => setChosen((before) => getSelectedRange(text.current, before)));
  const isFull = notes.length >= maxTextNotes;
  const add = (kind: TextNoteKind, stretch: typeof chosen): void => {
    const { from, to } = stretch ?? { from: 0, to: answer.length };
    if (to <= from || isFull) return;
    onNotes(sortByTextOrder([...notes, make({ from, to, kind, text: '' })]));
    getSelection()?.removeAllRanges();
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isInField = event.target instanceof HTMLElement && event.target.closest('input,textarea,select,[role=dialog]') !== null;
    const kind = noteKindShortcuts[event.key.toLowerCase()];
    if (kind === undefined || isInField || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    // Read the selection now, because a key may arrive before the browser's selectionchange event.
    const stretch = getSelectedRange(text.current, chosen);
    if (stretch === null && keys === 'chosen') return;
    event.preventDefault();
    add(kind, stretch);
  });
  const hasShortcuts = keys !== 'off';
  useEffect(() => {
    if (!hasShortcuts) return undefined;
    const onSelectionChange = () => look();
    const onWindowKeyDown = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('selectionchange', onSelectionChange);
    window.addEventListener('keydown', onWindowKeyDown);
    return () => {
      document.removeEventListener('selectionchange', onSelectionChange);
      window.removeEventListener('keydown', onWindowKeyDown);
    };
  }, [hasShortcuts]);
  const change = <C extends object>(at: number, next: C) =>
    onNotes(notes.map((note, index) => (index === at ? { ...note, ...next } : note)));
  const move = (event: Pressed, at: number, { from, to }: N): void => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const by = event.key === 'ArrowLeft' ? -1 : 1;
    const next = event.shiftKey ? { from: moveByLetter(answer, from, by), to } : { from, to: moveByLetter(answer, to, by) };
    if (next.from < next.to) change(at, next);
  };
  return (
    <>
      <AnnotatedAnswer ref={text} answer={answer} notes={notes} className={className} />
      <div role="toolbar" aria-label={t('notes')} className="mt-3 flex flex-wrap items-center gap-1.5">
        {textNoteKinds.map((kind) => (
          <Button key={kind} size="sm" repeats disabled={answer === '' || isFull} onClick={() => add(kind, chosen)}>
            <kbd className="num rounded border px-1 text-[11px] uppercase">{findShortcut(kind)}</kbd>
            {t(`kind_${kind}`)}
          </Button>
        ))}
        <span className="ml-1 text-[13px] text-muted-foreground">
          {isFull
            ? t('full', { count: maxTextNotes })
            : chosen !== null
              ? t('on', { quote: getNoteQuote(answer, chosen, 16) })
              : t(keys === 'chosen' ? 'hintChosen' : 'hint')}
        </span>
      </div>
      {notes.length > 0 && (
        <ol aria-label={t('notes')} className="mt-3 flex flex-col gap-1.5">
          {notes.map((note, at) => (
            <li key={at} className="num flex items-start gap-2 text-[13px]">
              <div className="flex min-w-0 grow flex-wrap items-center gap-2 leading-7">
                <span className="w-5 text-right font-semibold">{at + 1}</span>
                <span className="w-14">{t(`kind_${note.kind}`)}</span>
                <button
                  type="button"
                  data-press="again"
                  aria-label={t('place', { number: at + 1, quote: getNoteQuote(answer, note) })}
                  className="max-w-44 min-w-0 truncate rounded-sm text-muted-foreground"
                  onKeyDown={(event) => move(event, at, note)}
                >
                  {addQuotes(getNoteQuote(answer, note))}
                </button>
                {more?.(note, at + 1, (next) => change(at, next))}
                <Input
                  aria-label={t('textOf', { number: at + 1 })}
                  placeholder={t('text')}
                  value={note.text}
                  maxLength={200}
                  onChange={({ target }) => change(at, { text: target.value })}
                  className="h-[30px] min-w-0 grow basis-56"
                />
              </div>
              <Button
                size="iconSm"
                variant="ghost"
                aria-label={t('remove', { number: at + 1 })}
                onClick={() => onNotes(notes.filter((_, index) => index !== at))}
              >
                <X aria-hidden />
              </Button>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

const findShortcut = (kind: TextNoteKind): string => Object.entries(noteKindShortcuts).find(([, of]) => of === kind)?.[0] ?? '';

/**
 * Returns the selected range of the answer, in characters. Keeps the previous range if a button was pressed, but drops it if words of another
 * answer are selected.
 */
function getSelectedRange(element: HTMLElement | null, before: { from: number; to: number } | null) {
  const selection = getSelection();
  if (element === null || selection === null || selection.rangeCount === 0 || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  if (!element.contains(range.startContainer) || !element.contains(range.endContainer))
    return range.startContainer.parentElement?.closest('[data-noted]') ? null : before;
  const ahead = document.createRange();
  ahead.selectNodeContents(element);
  ahead.setEnd(range.startContainer, range.startOffset);
  const from = ahead.toString().length;
  const to = from + range.toString().length;
  return before?.from === from && before.to === to ? before : { from, to };
}
