import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { cn } from '../../../lib/cn.ts';
import { ChipMark } from '../../../ui/primitives/chip.tsx';
import type { EditLine } from '../outline.ts';
import type { WeightGap } from '../outline-checks.ts';
import { parseFieldChange, type EditField, getFieldText } from '../outline-edit.ts';
import type { CountRatio } from '../../../../sync/contract/bank/detail.ts';
import { outlineColumns } from './outline-look.ts';
import { CellEditor, type CellEnd } from './cell-editor.tsx';

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
  /** Must be a stable object, so that `memo` can skip unchanged rows. */
  on: RowHandlers;
}

export interface RowHandlers {
  readonly focus: (key: number) => void;
  readonly fold: (key: number, on: boolean) => void;
  readonly edit: (key: number, field: EditField) => void;
  readonly end: (line: EditLine, field: EditField, text: string, how: CellEnd, dropped: string | null) => void;
  /** Returns true if the pasted text was used. */
  readonly pasteText: (line: EditLine, text: string) => boolean;
}

const indents = { 1: 'pl-1', 2: 'pl-6', 3: 'pl-11', 4: 'pl-[4.25rem]' } as const;
const cellLook = 'flex h-full min-w-0 items-center px-2.5';

/**
 * Shows a line: scopes with weight, ratio and point counts; points with importance. Memoised, because a table has hundreds of rows and few of
 * these change.
 */
export const OutlineRow = memo(Row, (a, b) =>
  Object.keys(a).every((name) => {
    const [before, after] = [a[name as keyof OutlineRowProps], b[name as keyof OutlineRowProps]];
    return Object.is(before, after) || ((name === 'gap' || name === 'counts') && JSON.stringify(before) === JSON.stringify(after));
  }),
);

function Row(props: OutlineRowProps) {
  const { line, isActive, isFolded, hasChildren, gap, counts, field } = props;
  const { t } = useTranslation('detail');
  const name = line.name === '' ? t('unnamed') : line.name;
  const cell = (of: EditField, shown: ReactNode, className?: string) =>
    field === of ? (
      <CellEditor
        key={of}
        label={of === 'weight' ? t('weight') : t(of)}
        text={getFieldText(line, of)}
        isRight={(text) => parseFieldChange(line, of, text) !== null}
        wanted={t(of === 'code' ? (line.depth === 4 ? 'wanted.point' : 'wanted.code') : `wanted.${of}`)}
        onEnd={(text, how, dropped) => props.on.end(line, of, text, how, dropped)}
        onPasteText={(text) => props.on.pasteText(line, text)}
        className={className ?? ''}
      />
    ) : (
      <span className={cn('truncate', className)} onDoubleClick={() => props.on.edit(line.key, of)}>
        {shown}
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
      onFocus={() => props.on.focus(line.key)}
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
            aria-label={t(isFolded ? 'expand' : 'collapse', { name })}
            onClick={() => props.on.fold(line.key, !isFolded)}
            className="grid size-5 shrink-0 place-items-center rounded hover:bg-border"
          >
            {isFolded ? <ChevronRight className="size-4" /> : <ChevronDown className="size-4" />}
          </button>
        ) : (
          <span className="size-5 shrink-0" />
        )}
        <span className="w-9 shrink-0 text-[12.5px] font-normal text-muted-foreground">
          {cell('code', line.code === '' ? '–' : line.code)}
        </span>
        <span className="flex min-w-0 grow items-center">
          {cell('name', <span className={cn(line.name === '' && 'text-muted-foreground')}>{name}</span>, 'grow')}
        </span>
        {(props.faulty || props.warned) && (
          <ChipMark shape={props.faulty ? 'square' : 'ring'} className={props.faulty ? 'text-seal' : 'text-kept-ink'} />
        )}
      </div>
      <div role="gridcell" className={cn(cellLook, 'justify-end')}>
        {line.depth !== 4 && cell('weight', getFieldText(line, 'weight') || '–', 'text-right')}
      </div>
      <div role="gridcell" className={cn(cellLook, 'text-[12.5px]')}>
        {gap !== null && (
          <span className={gap.over ? 'text-seal' : 'text-kept-ink'} title={t('below', { have: gap.have })}>
            {t(gap.over ? 'over' : 'short', { n: gap.gap })}
          </span>
        )}
      </div>
      <div role="gridcell" className={cn(cellLook, 'justify-end', props.warned && 'text-kept-ink')}>
        {line.depth !== 4 && cell('ratio', getFieldText(line, 'ratio') || '–', 'text-right')}
      </div>
      {line.depth === 4 && field === 'importance' ? (
        <div role="gridcell" className={cn(cellLook, 'col-span-3')}>
          {cell('importance', line.importance)}
        </div>
      ) : (
        (['X', 'Y', 'Z'] as const).map((letter) => (
          <div key={letter} role="gridcell" className={cn(cellLook, 'justify-center px-1')}>
            {line.depth === 4 ? (
              line.importance === letter && <span className="rounded-[5px] bg-delivered-soft px-3.5 py-px text-delivered">{letter}</span>
            ) : (
              <span className={cn('font-normal', counts[toKey(letter)] === 0 && 'text-muted-foreground')}>{counts[toKey(letter)]}</span>
            )}
          </div>
        ))
      )}
    </div>
  );
}

const toKey = (letter: 'X' | 'Y' | 'Z') => letter.toLowerCase() as keyof CountRatio;
