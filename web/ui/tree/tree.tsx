import { type ReactNode, useEffect, useId, useRef, useState, type DragEvent, type KeyboardEvent } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import {
  computeMoveByDrop,
  computeMoveByKey,
  findNode,
  findTypedRow,
  getTreeKeyAction,
  type TreeMove,
  type TreeNode,
  type TreeRow,
  listVisibleRows,
} from './tree-model.ts';
import { ChevronRight } from 'lucide-react';
import { cn } from '../../lib/cn.ts';

export interface TreeProps<T extends TreeNode> {
  /** Name of the tree for screen readers. */
  label: string;
  nodes: readonly T[];
  expanded: ReadonlySet<string>;
  onExpandedChange: (expanded: ReadonlySet<string>) => void;
  selectedId: string | null;
  onSelect: (id: string) => void;
  /** Content of a row after the arrow; by default the name. Buttons in it are reached by Tab. */
  row?: (node: T, row: TreeRow) => ReactNode;
  /** Id of the row being edited; `editor` replaces its content. F2 starts editing. */
  editingId?: string | null;
  /** Id of the row that gets the focus if the focused one disappears: the new id of a row that was just renamed or moved. */
  focusId?: string | null;
  editor?: (node: T) => ReactNode;
  onEdit?: (id: string) => void;
  onRemove?: (id: string) => void;
  /** Makes rows movable, by dragging and by Alt with an arrow key. */
  onMove?: (move: TreeMove) => void;
  /** Returns false for a move that is not allowed. Impossible moves are refused in any case. */
  canMove?: (move: TreeMove) => boolean;
  className?: string;
}

const typingMs = 700;

/** Renders a tree as described by WAI-ARIA: one row in the Tab order, arrow keys move, letters find names. */
export function Tree<T extends TreeNode>(props: TreeProps<T>) {
  const { label, nodes, expanded, selectedId, onMove, canMove, className } = props;
  const { t } = useTranslation('ui');
  const keysId = useId();
  const rows = listVisibleRows(nodes, expanded);
  const [focused, setFocused] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const [dragged, setDragged] = useState<string | null>(null);
  const root = useRef<HTMLUListElement>(null);
  const typedText = useRef({ text: '', at: 0 });
  const wantsFocus = useRef<string | null>(null);
  const tabStop = [focused, selectedId].find((id) => rows.some(({ node }) => node.id === id)) ?? rows[0]?.node.id;

  const focusedItem = useRef<HTMLElement | null>(null);
  const wasEditing = useRef<string | null>(null);
  // Let the focus follow a row that was moved. If the focused row or its name field is gone, move the focus to another row of the tree.
  useEffect(() => {
    const findItem = (id: string | null | undefined) =>
      typeof id === 'string' ? root.current?.querySelector<HTMLElement>(`[data-tree-id="${CSS.escape(id)}"]`) : null;
    const edited = wasEditing.current;
    wasEditing.current = props.editingId ?? null;
    if (wantsFocus.current !== null) {
      findItem(wantsFocus.current)?.focus();
      wantsFocus.current = null;
    } else if (document.activeElement === document.body) {
      const hasEndedEditing = edited !== null && wasEditing.current === null;
      if (hasEndedEditing || focusedItem.current?.isConnected === false)
        (findItem(props.focusId) ?? findItem(edited) ?? findItem(tabStop))?.focus();
    }
  });
  const focus = (id: string): void => {
    wantsFocus.current = id;
    setFocused(id);
  };
  const toggle = (ids: readonly string[], open: boolean): void => {
    const next = new Set(expanded);
    for (const id of ids)
      if (open) next.add(id);
      else next.delete(id);
    props.onExpandedChange(next);
  };

  const filterAllowed = (move: TreeMove | null): TreeMove | null => (move !== null && canMove?.(move) !== false ? move : null);
  const apply = (move: TreeMove): void => {
    const name = findNode(nodes, move.id)?.node.name ?? '';
    const parent = move.parentId === null ? null : findNode(nodes, move.parentId)?.node;
    if (parent) toggle([parent.id], true);
    setAnnouncement(
      parent ? t('treeMoved', { name, parent: parent.name, place: move.index + 1 }) : t('treeMovedTop', { name, place: move.index + 1 }),
    );
    focus(move.id);
    onMove?.(move);
  };

  const onKey = (event: React.KeyboardEvent, id: string): void => {
    if (event.ctrlKey || event.metaKey) return;
    if (event.altKey) {
      if (!onMove || !event.key.startsWith('Arrow')) return;
      event.preventDefault();
      const move = filterAllowed(computeMoveByKey(nodes, id, event.key));
      if (move) apply(move);
      else setAnnouncement(t('treeCannotMove', { name: findNode(nodes, id)?.node.name ?? '' }));
      return;
    }
    const action = getTreeKeyAction(event.key, rows, id);
    if (action === null) {
      if (event.key.length !== 1) return;
      const text = event.timeStamp - typedText.current.at < typingMs ? typedText.current.text + event.key : event.key;
      typedText.current = { text, at: event.timeStamp };
      const foundId = findTypedRow(rows, id, text);
      if (foundId !== null) focus(foundId);
      return;
    }
    event.preventDefault();
    if (action.kind === 'focus') focus(action.id);
    else if (action.kind === 'select') props.onSelect(action.id);
    else if (action.kind === 'edit') props.onEdit?.(action.id);
    else if (action.kind === 'remove') props.onRemove?.(action.id);
    else if (action.kind === 'expand' || action.kind === 'collapse') toggle(action.ids, action.kind === 'expand');
  };

  return (
    <>
      <ul
        ref={root}
        role="tree"
        aria-label={label}
        aria-describedby={keysId}
        className={className}
        onFocus={({ target }) => {
          focusedItem.current = target.closest<HTMLElement>('[data-tree-id]');
        }}
        onBlur={({ relatedTarget, currentTarget }) => {
          if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) focusedItem.current = null;
        }}
      >
        {rows.map((row) => (
          <TreeItem
            key={row.node.id}
            row={row}
            selected={row.node.id === selectedId}
            tabStop={row.node.id === tabStop}
            movable={onMove !== undefined}
            onKey={onKey}
            onFocus={setFocused}
            onSelect={props.onSelect}
            onToggle={(id, open) => toggle([id], open)}
            onDrag={setDragged}
            dropAt={(where) => (dragged === null ? null : filterAllowed(computeMoveByDrop(nodes, dragged, row.node.id, where)))}
            onDrop={apply}
          >
            {props.editingId === row.node.id && props.editor
              ? props.editor(row.node as T)
              : (props.row?.(row.node as T, row) ?? <span className="truncate">{row.node.name}</span>)}
          </TreeItem>
        ))}
      </ul>
      <p id={keysId} className="sr-only">
        {t(onMove ? 'treeMoveKeys' : 'treeKeys')}
      </p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
}

type DropPlace = 'before' | 'after' | 'inside';

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
  dropAt: (where: DropPlace) => TreeMove | null;
  onDrop: (move: TreeMove) => void;
}

const indentRem = 1.25;

/** Returns the drop position: the upper and lower quarter of a row mean before and after it, the middle means inside. */
function getDropPlace(event: DragEvent<HTMLElement>): DropPlace {
  const box = event.currentTarget.getBoundingClientRect();
  const share = (event.clientY - box.top) / box.height;
  return share < 0.25 ? 'before' : share > 0.75 ? 'after' : 'inside';
}

function TreeItem({ row, selected, tabStop, movable, children, dropAt, ...on }: TreeItemProps) {
  const { t } = useTranslation('ui');
  const { node, level, expanded } = row;
  const [over, setOver] = useState<DropPlace | null>(null);
  const drop = (event: DragEvent<HTMLElement>): TreeMove | null => {
    const where = getDropPlace(event);
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
      // Ignore key events of an editor or button inside the row.
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
        setOver(move === null ? null : getDropPlace(event) === 'inside' && move.parentId !== node.id ? 'after' : getDropPlace(event));
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
