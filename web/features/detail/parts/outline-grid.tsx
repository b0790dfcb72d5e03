import { useEffect, useRef, useState, memo, type ReactNode, type ClipboardEvent } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { cn } from '../../../lib/cn.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { changeOutlineLine, getSubtreeEnd, removeOutlineLine, type EditLine } from '../outline.ts';
import type { OutlineChecks, WeightGap } from '../outline-checks.ts';
import { parseFieldChange, listEditFields, type EditField, getFieldText } from '../outline-edit.ts';
import { getOutlineCommand } from '../outline-keys.ts';
import { isPastedTable } from '../outline-paste.ts';
import type { OutlineEditor } from '../use-outline.ts';
import type { OutlineGridState } from '../use-outline-grid.ts';
import { useLatest } from '../../../ui/use-latest.ts';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { ChipMark } from '../../../ui/primitives/chip.tsx';
import type { CountRatio } from '../../../../sync/contract/bank/detail.ts';
import { Popover } from '../../../ui/primitives/popover.tsx';

interface OutlineGridProps {
  editor: OutlineEditor;
  grid: OutlineGridState;
  checks: OutlineChecks;
  readOnly: boolean;
}

/** Shows the lines of a detail table as a grid operated by keyboard. Only one row is a Tab stop; other keys move within the grid and edit it. */
export function OutlineGrid({ editor, grid, checks, readOnly }: OutlineGridProps) {
  const { t } = useTranslation('detail');
  const body = useRef<HTMLDivElement>(null);
  const { lines } = editor;
  const activeKey = lines[grid.active]?.key;
  const { editing } = grid;

  // Move the focus to the line that a command made active, but only if the focus was in the grid.
  useEffect(() => {
    const row = body.current?.querySelector<HTMLElement>(`[data-key="${activeKey}"]`);
    if (editing !== null || row === null || row === undefined) return;
    const held = document.activeElement;
    if (body.current?.contains(held) === true || held === document.body) row.focus();
    row.scrollIntoView({ block: 'nearest' });
  }, [activeKey, editing, lines]);

  const now: RowHandlers = {
    focus: grid.setActiveKey,
    fold: grid.fold,
    edit: (key, field) => !readOnly && grid.setEditing({ key, field, fresh: null }),
    pasteText: (of, text) => {
      if (!isPastedTable(text)) return false;
      const at = lines.indexOf(of);
      const fresh = editing?.fresh ?? null;
      grid.setEditing(null);
      // Replace the empty line that was just added with the pasted rows.
      if (fresh !== null && of.name === '') {
        editor.forget();
        grid.paste(text, { lines: removeOutlineLine(lines, at), at: at - 1, usual: of.depth });
      } else grid.paste(text, { lines, at, usual: of.depth });
      return true;
    },
    end: (of, field, text, how, dropped) => {
      const at = lines.indexOf(of);
      const fresh = editing?.fresh ?? null;
      grid.setEditing(null);
      if (dropped !== null) toast.info(t('cellDropped', { text: dropped }));
      if (fresh !== null && text.trim() === '' && (how === 'escape' || how === 'blur' || how === 'enter')) {
        editor.forget();
        grid.setActiveKey(fresh.from);
        return;
      }
      const change = parseFieldChange(of, field, text);
      const next = change === null ? lines : changeOutlineLine(lines, at, change);
      if (Object.entries(change ?? {}).some(([name, value]) => JSON.stringify(of[name as keyof typeof of]) !== JSON.stringify(value)))
        editor.apply(next);
      if (how === 'enter' && field === 'name' && fresh !== null) grid.addAfter(next, at);
      if (how !== 'tab' && how !== 'backTab') return;
      const fields = listEditFields(of);
      const other = fields[fields.indexOf(field) + (how === 'tab' ? 1 : -1)];
      if (other !== undefined) grid.setEditing({ key: of.key, field: other, fresh: null });
    },
  };
  const nowRef = useLatest(now);
  const [on] = useState((): RowHandlers => ({
    focus: (...told) => nowRef.current.focus(...told),
    fold: (...told) => nowRef.current.fold(...told),
    edit: (...told) => nowRef.current.edit(...told),
    end: (...told) => nowRef.current.end(...told),
    pasteText: (...told) => nowRef.current.pasteText(...told),
  }));

  const cells = [t('name'), t('weight'), '', t('ratio'), t('X'), t('Y'), t('Z')];
  return (
    <div
      role="treegrid"
      // The grid itself is no Tab stop, because one of its rows always is.
      tabIndex={-1}
      aria-label={t('grid')}
      aria-readonly={readOnly}
      ref={body}
      onKeyDown={(event) => {
        const command = getOutlineCommand(event);
        if (command === undefined || event.nativeEvent.isComposing) return;
        event.preventDefault();
        event.stopPropagation();
        grid.run(command);
      }}
    >
      <div role="row" className={cn(outlineColumns, 'sticky top-0 z-10 h-8 border-b bg-card text-[12.5px] text-muted-foreground')}>
        {cells.map((text, at) => (
          <div
            key={at}
            role="columnheader"
            className={
              at === 0 ? 'flex items-center pl-9' : at < 4 ? 'flex items-center justify-end px-2.5' : 'flex items-center justify-center'
            }
          >
            {text}
          </div>
        ))}
      </div>
      {grid.visible.map((at) => {
        const line = lines[at];
        if (line === undefined) return null;
        return (
          <OutlineRow
            key={line.key}
            line={line}
            isActive={at === grid.active}
            isFolded={grid.folded.has(line.key)}
            hasChildren={getSubtreeEnd(lines, at) > at + 1}
            gap={checks.gapAt(at)}
            counts={checks.counts[at] ?? { x: 0, y: 0, z: 0 }}
            faulty={checks.faulty.has(at)}
            warned={checks.warned.has(at)}
            field={editing?.key === line.key ? editing.field : null}
            handlers={on}
          />
        );
      })}
    </div>
  );
}

type CellEnd = 'enter' | 'tab' | 'backTab' | 'escape' | 'blur';

interface CellEditorProps {
  label: string;
  text: string;
  isRight: (text: string) => boolean;
  /** Describes the valid input, shown as a hint. */
  wanted: string;
  /**
   * Reports the final text. An invalid text cannot be confirmed; leaving the cell restores the old text and passes the invalid one as `dropped`.
   */
  onEnd: (text: string, how: CellEnd, dropped: string | null) => void;
  /** Offers pasted text to the grid before the cell; returns true if the grid took it as spreadsheet rows. */
  onPasteText: (text: string) => boolean;
  className?: string;
}

/** Edits one cell. Enter does not end editing while an input method is composing a word. */
function CellEditor({ label, text, isRight, wanted, onEnd, onPasteText, className }: CellEditorProps) {
  const [value, setValue] = useState(text);
  const ended = useRef(false);
  const isValid = isRight(value);
  const end = (how: CellEnd) => {
    if (ended.current || (!isValid && how !== 'escape' && how !== 'blur')) return;
    ended.current = true;
    onEnd(isValid && how !== 'escape' ? value : text, how, isValid || how === 'escape' ? null : value);
  };
  const field = (
    <input
      aria-label={label}
      aria-invalid={isValid ? undefined : true}
      autoFocus
      value={value}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setValue(event.target.value)}
      onBlur={() => end('blur')}
      onPaste={(event: ClipboardEvent) => {
        event.stopPropagation();
        if (!onPasteText(event.clipboardData.getData('text/plain'))) return;
        ended.current = true;
        event.preventDefault();
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing) return;
        const how = { Enter: 'enter', Escape: 'escape', Tab: event.shiftKey ? 'backTab' : 'tab' }[event.key] as CellEnd | undefined;
        if (how === undefined) return;
        event.preventDefault();
        end(how);
      }}
      className={cn(
        'h-7 w-full min-w-0 rounded-md border border-primary bg-card px-1.5 text-[13.5px] outline-none aria-invalid:border-seal aria-invalid:bg-seal-soft',
        className,
      )}
    />
  );
  return (
    <Popover
      open={!isValid}
      label={label}
      anchor={field}
      align="end"
      className="px-2.5 py-1.5 text-[13px] text-seal"
      onOpenAutoFocus={(event) => event.preventDefault()}
    >
      <p role="alert">{wanted}</p>
    </Popover>
  );
}

interface OutlineRowProps {
  line: EditLine;
  isActive: boolean;
  isFolded: boolean;
  hasChildren: boolean;
  gap: WeightGap | null;
  counts: CountRatio;
  faulty: boolean;
  warned: boolean;
  field: EditField | null;
  /** Handlers of the row's events. Must be a stable object, so that `memo` can skip unchanged rows. */
  handlers: RowHandlers;
}

interface RowHandlers {
  readonly focus: (key: number) => void;
  readonly fold: (key: number, on: boolean) => void;
  readonly edit: (key: number, field: EditField) => void;
  readonly end: (line: EditLine, field: EditField, text: string, how: CellEnd, dropped: string | null) => void;
  /** Returns true if the grid took the pasted text as spreadsheet rows; otherwise it goes into the edited cell. */
  readonly pasteText: (line: EditLine, text: string) => boolean;
}

const indents = { 1: 'pl-1', 2: 'pl-6', 3: 'pl-11', 4: 'pl-[4.25rem]' } as const;
const cellLook = 'flex h-full min-w-0 items-center px-2.5';

/**
 * Shows one line of a detail table. A scope shows its weight, its ratio and how many points it has of each importance; a point shows its importance.
 * The row is memoised, because a table has hundreds of rows and a change concerns only a few.
 */
const OutlineRow = memo(Row, (a, b) =>
  Object.keys(a).every((name) => {
    const [before, after] = [a[name as keyof OutlineRowProps], b[name as keyof OutlineRowProps]];
    return Object.is(before, after) || ((name === 'gap' || name === 'counts') && JSON.stringify(before) === JSON.stringify(after));
  }),
);

function Row(props: OutlineRowProps) {
  const { line, isActive, isFolded, hasChildren, gap, counts, field } = props;
  const { t } = useTranslation(['detail', 'ui']);
  const name = line.name === '' ? t('unnamed') : line.name;
  const renderCell = (of: EditField, content: ReactNode, className?: string) =>
    field === of ? (
      <CellEditor
        key={of}
        label={of === 'weight' ? t('weight') : t(of)}
        text={getFieldText(line, of)}
        isRight={(text) => parseFieldChange(line, of, text) !== null}
        wanted={t(of === 'code' ? (line.depth === 4 ? 'wanted.point' : 'wanted.code') : `wanted.${of}`)}
        onEnd={(text, how, dropped) => props.handlers.end(line, of, text, how, dropped)}
        onPasteText={(text) => props.handlers.pasteText(line, text)}
        className={className ?? ''}
      />
    ) : (
      <span className={cn('truncate', className)} onDoubleClick={() => props.handlers.edit(line.key, of)}>
        {content}
      </span>
    );
  return (
    <div
      role="row"
      aria-level={line.depth}
      aria-selected={isActive}
      aria-expanded={hasChildren ? !isFolded : undefined}
      data-key={line.key}
      tabIndex={isActive ? 0 : -1}
      onFocus={() => props.handlers.focus(line.key)}
      className={cn(
        outlineColumns,
        'num h-9 border-b text-[13.5px] -outline-offset-2 [content-visibility:auto] [contain-intrinsic-size:auto_36px]',
        line.depth === 1 && 'bg-muted font-semibold',
        line.depth === 2 && 'bg-muted/45 font-medium',
        isActive && 'bg-primary-soft',
      )}
    >
      <div role="gridcell" className={cn(cellLook, 'gap-1.5', indents[line.depth])}>
        {hasChildren ? (
          <button
            type="button"
            tabIndex={-1}
            aria-label={t(isFolded ? 'ui:treeExpand' : 'collapse', { name })}
            onClick={() => props.handlers.fold(line.key, !isFolded)}
            className="grid size-5 shrink-0 place-items-center rounded hover:bg-border"
          >
            {isFolded ? <ChevronRight className="size-4" /> : <ChevronDown className="size-4" />}
          </button>
        ) : (
          <span className="size-5 shrink-0" />
        )}
        <span className="w-9 shrink-0 text-[12.5px] font-normal text-muted-foreground">
          {renderCell('code', line.code === '' ? '–' : line.code)}
        </span>
        <span className="flex min-w-0 grow items-center">
          {renderCell('name', <span className={cn(line.name === '' && 'text-muted-foreground')}>{name}</span>, 'grow')}
        </span>
        {(props.faulty || props.warned) && (
          <ChipMark shape={props.faulty ? 'square' : 'ring'} className={props.faulty ? 'text-seal' : 'text-kept-ink'} />
        )}
      </div>
      <div role="gridcell" className={cn(cellLook, 'justify-end')}>
        {line.depth !== 4 && renderCell('weight', getFieldText(line, 'weight') || '–', 'text-right')}
      </div>
      <div role="gridcell" className={cn(cellLook, 'text-[12.5px]')}>
        {gap !== null && (
          <span className={gap.isTooLarge ? 'text-seal' : 'text-kept-ink'} title={t('below', { have: gap.sum })}>
            {t(gap.isTooLarge ? 'over' : 'short', { n: gap.gap })}
          </span>
        )}
      </div>
      <div role="gridcell" className={cn(cellLook, 'justify-end', props.warned && 'text-kept-ink')}>
        {line.depth !== 4 && renderCell('ratio', getFieldText(line, 'ratio') || '–', 'text-right')}
      </div>
      {line.depth === 4 && field === 'importance' ? (
        <div role="gridcell" className={cn(cellLook, 'col-span-3')}>
          {renderCell('importance', line.importance)}
        </div>
      ) : (
        (['X', 'Y', 'Z'] as const).map((letter) => (
          <div key={letter} role="gridcell" className={cn(cellLook, 'justify-center px-1')}>
            {line.depth === 4 ? (
              line.importance === letter && <span className="rounded-[5px] bg-delivered-soft px-3.5 py-px text-delivered">{letter}</span>
            ) : (
              <span className={cn('font-normal', counts[toRatioKey(letter)] === 0 && 'text-muted-foreground')}>
                {counts[toRatioKey(letter)]}
              </span>
            )}
          </div>
        ))
      )}
    </div>
  );
}

const toRatioKey = (letter: 'X' | 'Y' | 'Z') => letter.toLowerCase() as keyof CountRatio;

/** Columns: name, weight, missing or excess weight of the lines below, ratio, and the number of points of importance X, Y and Z. */
const outlineColumns = 'grid grid-cols-[minmax(0,1fr)_4.5rem_4.5rem_6rem_4rem_4rem_4rem]';
