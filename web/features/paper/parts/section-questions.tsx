import { ArrowDown, ArrowUp, GripVertical, Lock, LockOpen, Plus, X } from 'lucide-react';
import { type ComponentProps, type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import type { PaperQuestion, PaperVariant } from '../../../../sync/contract/papers/paper.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { cn } from '../../../lib/cn.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { RichText } from '../../../ui/rich-text/rich-text.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { useButtonRows } from '../../../ui/feedback/use-button-rows.ts';
import { moveEntry, changeSection } from '../paper-moves.ts';
import type { Paper } from '../paper-queries.ts';
import type { PaperAssemblyEditor } from '../use-paper-assembly-editor.ts';
import { useQuestionSwap } from '../use-swap.ts';

interface SectionQuestionsProps {
  paper: Paper;
  editor: PaperAssemblyEditor;
  variant: number;
  section: number;
  fixed: boolean;
  /** Id of the question to scroll to and mark. */
  sought: number;
  onPick: () => void;
}

/** Lists the questions of one section: lock, swap, reorder and remove. */
export function SectionQuestions({ paper, editor, variant, section, fixed, sought, onPick }: SectionQuestionsProps) {
  const { t } = useTranslation('paper');
  const [dragged, setDragged] = useState<number | null>(null);
  const place = { variant, section };
  const paperSection = paper.sections[section];
  const entries = editor.variants[variant]?.sections[section] ?? [];
  const start = paper.sections.slice(0, section).reduce((sum, one) => sum + one.count, 0);
  const change = (updateEntries: Parameters<typeof changeSection>[2]) =>
    editor.put(({ variants }) => ({ variants: changeSection(variants, place, updateEntries) }));
  const keys = useButtonRows();
  const soughtRow = useRef<HTMLLIElement>(null);
  useEffect(() => void soughtRow.current?.scrollIntoView({ block: 'center' }), [sought]);
  const { swap, isSwapping } = useQuestionSwap(paper, editor);
  if (paperSection === undefined) return null;
  const full = entries.length >= paperSection.count;
  return (
    <section aria-label={paperSection.title}>
      <h3 className="flex flex-wrap items-center gap-x-3 border-b bg-muted px-4 py-1.5 font-semibold">
        {paperSection.title}
        <span className={cn('num text-[13px] font-normal', full ? 'text-muted-foreground' : 'text-kept-ink')}>
          {entries.length}/{paperSection.count} · {t('pointUnit', { count: paperSection.pointsEach })}
        </span>
        {!fixed && (
          <Button size="sm" className="ml-auto" onClick={onPick}>
            <Plus />
            {t('pick')}
          </Button>
        )}
      </h3>
      {entries.length === 0 && <p className="px-4 py-3 text-[13px] text-muted-foreground">{t('emptySection')}</p>}
      <ol {...keys}>
        {entries.map((entry, at) => (
          <QuestionRow
            key={entry.id}
            ref={entry.id === sought ? soughtRow : null}
            entry={entry}
            question={editor.bodies.get(entry.id)}
            number={start + at + 1}
            isSought={entry.id === sought}
            isDragged={dragged === at}
            fixed={fixed}
            onDragStart={() => setDragged(at)}
            onDragOver={(event) => dragged !== null && event.preventDefault()}
            onDrop={() => {
              if (dragged !== null) change((list) => moveEntry(list, dragged, at));
              setDragged(null);
            }}
            onDragEnd={() => setDragged(null)}
            onMove={(by) => change((list) => moveEntry(list, at, at + by))}
          >
            <Button variant="ghost" size="sm" repeats={false} busy={isSwapping(entry.id)} onClick={() => swap(entry.id, place)}>
              {t('swap')}
            </Button>
            <EntryButtons entry={entry} at={at} last={entries.length - 1} number={start + at + 1} change={change} />
          </QuestionRow>
        ))}
      </ol>
    </section>
  );
}

type PaperEntry = PaperVariant['sections'][number][number];

interface QuestionRowProps extends Required<Pick<ComponentProps<'li'>, 'onDragStart' | 'onDragOver' | 'onDrop' | 'onDragEnd'>> {
  ref: Ref<HTMLLIElement>;
  entry: PaperEntry;
  /** Undefined while it is being loaded. */
  question: PaperQuestion | undefined;
  number: number;
  isSought: boolean;
  isDragged: boolean;
  fixed: boolean;
  /** Moves the question up (-1) or down (1). */
  onMove: (by: -1 | 1) => void;
  /** Buttons of the row, shown unless the paper is fixed. */
  children: ReactNode;
}

/** Shows one question of a section, which the user can drag, or move with Alt and an arrow key. */
function QuestionRow({ ref, entry, question, number, isSought, isDragged, fixed, onMove, children, ...dragHandlers }: QuestionRowProps) {
  const { t } = useTranslation('paper');
  const { t: code } = useTranslation('codes');
  return (
    <li
      ref={ref}
      aria-current={isSought ? 'true' : undefined}
      draggable={!fixed}
      {...dragHandlers}
      onKeyDown={(event) => {
        if (fixed || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
        event.preventDefault();
        onMove(event.key === 'ArrowUp' ? -1 : 1);
      }}
      className={cn(
        'group flex items-start gap-2 border-b px-3 py-2 [contain-intrinsic-size:auto_64px] [content-visibility:auto]',
        isDragged && 'opacity-50',
        isSought && 'bg-kept-soft',
      )}
    >
      {!fixed && <GripVertical aria-hidden className="mt-1 size-4 shrink-0 cursor-grab text-muted-foreground" />}
      <span className="num w-7 shrink-0 pt-px text-right text-muted-foreground">{number}.</span>
      <div className="min-w-0 grow">
        <div className="line-clamp-2 text-[14px]">
          <RichText html={question?.stem ?? '…'} inline />
        </div>
        {question !== undefined && (
          <p className="num mt-0.5 flex flex-wrap gap-x-2 text-[12.5px] text-muted-foreground">
            <span>{code(`difficulty.${question.difficulty}`)}</span>
            {question.pointCode !== '' && <span>{question.pointCode}</span>}
            {question.category !== '' && <span>{question.category}</span>}
            {question.usedCount > 0 && <span>{t('timesUsed', { count: question.usedCount })}</span>}
            {entry.locked && <span className="text-primary">★ {t('locked')}</span>}
          </p>
        )}
      </div>
      {!fixed && <span className="flex shrink-0 items-center">{children}</span>}
    </li>
  );
}

interface EntryButtonsProps {
  entry: PaperEntry;
  /** Index of the question in its section. */
  at: number;
  /** Index of the last question of the section. */
  last: number;
  number: number;
  change: (updateEntries: Parameters<typeof changeSection>[2]) => void;
}

/** Locks, moves and removes one question of a section. */
function EntryButtons({ entry, at, last, number, change }: EntryButtonsProps) {
  const { t } = useTranslation(['paper', 'ui', 'words']);
  return (
    <>
      <Button
        variant="ghost"
        size="iconSm"
        repeats={false}
        aria-pressed={entry.locked}
        aria-label={`${t(entry.locked ? 'unlock' : 'lock')} ${number}`}
        onClick={() => change((list) => list.map((one) => (one.id === entry.id ? { ...one, locked: !one.locked } : one)))}
      >
        {entry.locked ? <Lock /> : <LockOpen />}
      </Button>
      <Button
        variant="ghost"
        size="iconSm"
        aria-label={`${t('words:moveUp')} ${number}`}
        disabled={at === 0}
        onClick={() => change((list) => moveEntry(list, at, at - 1))}
      >
        <ArrowUp />
      </Button>
      <Button
        variant="ghost"
        size="iconSm"
        aria-label={`${t('words:moveDown')} ${number}`}
        disabled={at === last}
        onClick={() => change((list) => moveEntry(list, at, at + 1))}
      >
        <ArrowDown />
      </Button>
      <Button
        variant="ghost"
        size="iconSm"
        aria-label={`${t('takeOut')} ${number}`}
        onClick={() => {
          change((list) => list.filter((one) => one.id !== entry.id));
          toast.plain(t('takenOut'), {
            action: {
              label: t('ui:editorUndo'),
              onClick: () => change((list) => (list.some((one) => one.id === entry.id) ? list : list.toSpliced(at, 0, entry))),
            },
          });
        }}
      >
        <X />
      </Button>
    </>
  );
}
