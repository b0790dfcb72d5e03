import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { type NoteKind, noteKinds, type TextNote } from '../../../../sync/contract/marking.ts';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/input.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ShownFiles } from '../../../ui/shown-files.tsx';
import { codeText, type MarkingScript } from '../marking-queries.ts';
import { inTextOrder, noteKeys, quoteOf } from '../text-notes.ts';
import { NotedAnswer } from './noted-answer.tsx';

const mostNotes = 60;

interface AnswerPanelProps {
  script: MarkingScript;
  active: boolean;
  notes: readonly TextNote[];
  /** How many scoring points a note may be about. */
  points: number;
  onNotes: (notes: readonly TextNote[]) => void;
  className?: string;
}

/** The answer, and what the marker notes on it: words are chosen, a key or a button says what is with them. */
export function AnswerPanel({ script, active, notes, points, onNotes, className }: AnswerPanelProps) {
  const { t } = useTranslation('marking');
  const text = useRef<HTMLParagraphElement>(null);
  const [chosen, setChosen] = useState<{ from: number; to: number } | null>(null);
  const look = useEffectEvent(() => setChosen((before) => stretchOf(text.current, before)));
  const add = (kind: NoteKind, on: typeof chosen): void => {
    const { from, to } = on ?? { from: 0, to: script.answer.length };
    if (to <= from || notes.length >= mostNotes) return;
    onNotes(inTextOrder([...notes, { from, to, kind, point: null, text: '' }]));
    getSelection()?.removeAllRanges();
  };
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const elsewhere = event.target instanceof HTMLElement && event.target.closest('input,textarea,select,[role=dialog]') !== null;
    const kind = noteKeys[event.key.toLowerCase()];
    if (kind === undefined || elsewhere || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    event.preventDefault();
    // A key may come before the browser has told of the selection.
    add(kind, stretchOf(text.current, chosen));
  });
  useEffect(() => {
    if (!active) return undefined;
    const looking = () => look();
    const pressing = (event: KeyboardEvent) => pressed(event);
    document.addEventListener('selectionchange', looking);
    window.addEventListener('keydown', pressing);
    return () => {
      document.removeEventListener('selectionchange', looking);
      window.removeEventListener('keydown', pressing);
    };
  }, [active]);
  const change = (at: number, next: Partial<TextNote>) => onNotes(notes.map((note, index) => (index === at ? { ...note, ...next } : note)));
  return (
    <Panel
      title={<span className="num">{t('code', { code: codeText(script.code) })}</span>}
      aside={
        <span className="num text-[13px] text-muted-foreground">
          {t('chars', { count: [...script.answer.replace(/\s/g, '')].length })}
          {notes.length > 0 && ` · ${t('noteCount', { count: notes.length })}`}
        </span>
      }
      bodyClassName="px-4 py-4"
      {...(className !== undefined && { className })}
    >
      <NotedAnswer ref={text} answer={script.answer} notes={notes} className="text-base leading-[1.9]" />
      <div role="toolbar" aria-label={t('notesHint')} className="mt-3 flex flex-wrap items-center gap-1.5">
        {noteKinds.map((kind) => (
          <Button key={kind} size="sm" repeats disabled={script.answer === ''} onClick={() => add(kind, chosen)}>
            <kbd className="num rounded border px-1 text-[11px] uppercase">{keyOf(kind)}</kbd>
            {t(`note_${kind}`)}
          </Button>
        ))}
        <span className="ml-1 text-[13px] text-muted-foreground">
          {chosen === null ? t('notesHint') : t('notesOn', { quote: quoteOf(script.answer, chosen, 16) })}
        </span>
      </div>
      {notes.length > 0 && (
        <ol aria-label={t('notes')} className="mt-3 flex flex-col gap-1.5">
          {notes.map((note, at) => (
            <li key={`${at} ${note.from} ${note.to}`} className="num flex flex-wrap items-center gap-2 text-[13px]">
              <span className="w-5 text-right font-semibold">{at + 1}</span>
              <span className="w-14">{t(`note_${note.kind}`)}</span>
              <span className="max-w-44 min-w-0 truncate text-muted-foreground">「{quoteOf(script.answer, note)}」</span>
              <select
                aria-label={t('notePointOf', { number: at + 1 })}
                value={note.point ?? ''}
                onChange={({ target }) => change(at, { point: target.value === '' ? null : Number(target.value) })}
                className="h-[30px] rounded-md border border-input bg-card px-1.5"
              >
                <option value="">{t('noPoint')}</option>
                {Array.from({ length: points }, (_, point) => (
                  <option key={point} value={point}>
                    {t('notePoint', { number: point + 1 })}
                  </option>
                ))}
              </select>
              <Button
                size="iconSm"
                variant="ghost"
                className="ml-auto"
                aria-label={t('noteRemove', { number: at + 1 })}
                onClick={() => onNotes(notes.filter((_, index) => index !== at))}
              >
                <X aria-hidden />
              </Button>
              <Input
                aria-label={t('noteTextOf', { number: at + 1 })}
                placeholder={t('noteText')}
                value={note.text}
                maxLength={200}
                onChange={({ target }) => change(at, { text: target.value })}
                className="h-[30px] basis-full"
              />
            </li>
          ))}
        </ol>
      )}
      <ShownFiles files={script.files} />
    </Panel>
  );
}

const keyOf = (kind: NoteKind): string => Object.entries(noteKeys).find(([, of]) => of === kind)?.[0] ?? '';

/** What is selected of the answer, in its own letters. A press on a button must not lose it. */
function stretchOf(element: HTMLElement | null, before: { from: number; to: number } | null) {
  const selection = getSelection();
  if (element === null || selection === null || selection.rangeCount === 0 || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  if (!element.contains(range.startContainer) || !element.contains(range.endContainer)) return before;
  const ahead = document.createRange();
  ahead.selectNodeContents(element);
  ahead.setEnd(range.startContainer, range.startOffset);
  const from = ahead.toString().length;
  const to = from + range.toString().length;
  return before?.from === from && before.to === to ? before : { from, to };
}
