import { ChevronRight } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { cn } from '../../lib/cn.ts';
import type { TreeMove, TreeRow } from './tree-model.ts';

type Where = 'before' | 'after' | 'inside';

interface TreeItemProps {
  row: TreeRow;
  selected: boolean;
  tabStop: boolean;
  movable: boolean;
  children: ReactNode;
  onKey: (event: KeyboardEvent, id: string) => void;
  onFocus: (id: string) => void;
  onSelect: (id: string) => void;
  onToggle: (id: string, open: boolean) => void;
  onDrag: (id: string | null) => void;
  dropAt: (where: Where) => TreeMove | null;
  onDrop: (move: TreeMove) => void;
}

const indentRem = 1.25;

/** Returns the drop position: the upper and lower quarter of a row mean before and after it, the middle means inside. */
function whereOver(event: DragEvent<HTMLElement>): Where {
  const box = event.currentTarget.getBoundingClientRect();
  const share = (event.clientY - box.top) / box.height;
  return share < 0.25 ? 'before' : share > 0.75 ? 'after' : 'inside';
}

export function TreeItem({ row, selected, tabStop, movable, children, dropAt, ...on }: TreeItemProps) {
  const { t } = useTranslation('ui');
  const { node, level, expanded } = row;
  const [over, setOver] = useState<Where | null>(null);
  const drop = (event: DragEvent<HTMLElement>): TreeMove | null => {
    const where = whereOver(event);
    return dropAt(where) ?? (where === 'inside' ? dropAt('after') : null);
  };
  return (
    <li
      role="treeitem"
      data-tree-id={node.id}
      aria-label={node.name}
      aria-level={level}
      aria-posinset={row.place}
      aria-setsize={row.siblings}
      aria-expanded={expanded}
      aria-selected={selected}
      tabIndex={tabStop ? 0 : -1}
      draggable={movable}
      className={cn(
        'group relative flex min-h-9 cursor-default items-center gap-1 rounded-md pr-2 text-sm outline-offset-[-2px] hover:bg-muted',
        selected && 'bg-accent text-accent-foreground hover:bg-accent',
        over === 'inside' && 'bg-primary-soft outline-2 outline-dashed outline-primary',
        over === 'before' && 'before:absolute before:inset-x-0 before:-top-px before:h-0.5 before:bg-primary',
        over === 'after' && 'after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:bg-primary',
      )}
      style={{ paddingLeft: `${(level - 1) * indentRem + 0.25}rem` }}
      // Ignore events of an editor or button inside the row.
      onKeyDown={(event) => {
        if (event.target === event.currentTarget) on.onKey(event, node.id);
      }}
      onFocus={(event) => {
        if (event.target === event.currentTarget) on.onFocus(node.id);
      }}
      onClick={(event) => {
        if (!(event.target as Element).closest('button, a, input, textarea, select, [contenteditable]')) on.onSelect(node.id);
      }}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', node.name);
        on.onDrag(node.id);
      }}
      onDragEnd={() => on.onDrag(null)}
      onDragOver={(event) => {
        const move = drop(event);
        if (move) event.preventDefault();
        setOver(move === null ? null : whereOver(event) === 'inside' && move.parentId !== node.id ? 'after' : whereOver(event));
      }}
      onDragLeave={() => setOver(null)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(null);
        const move = drop(event);
        if (move) on.onDrop(move);
      }}
    >
      {expanded === undefined ? (
        <span aria-hidden className="size-6 shrink-0" />
      ) : (
        <button
          type="button"
          tabIndex={-1}
          aria-label={t(expanded ? 'treeCollapse' : 'treeExpand', { name: node.name })}
          className="grid size-6 shrink-0 place-items-center rounded-sm text-muted-foreground hover:bg-border/60 hover:text-foreground"
          onClick={() => on.onToggle(node.id, !expanded)}
        >
          <ChevronRight aria-hidden className={cn('size-4 transition-transform', expanded && 'rotate-90')} />
        </button>
      )}
      <div className="flex min-w-0 grow items-center gap-2">{children}</div>
    </li>
  );
}
