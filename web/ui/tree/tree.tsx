import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
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
import { TreeItem } from './tree-item.tsx';

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
  /** The row being edited; `editor` replaces its content. F2 starts editing. */
  editingId?: string | null;
  /** Gets the focus if the focused item disappears: the new id of an item just renamed or moved. */
  focusId?: string | null;
  editor?: (node: T) => ReactNode;
  onEdit?: (id: string) => void;
  onRemove?: (id: string) => void;
  /** Makes rows movable, by dragging and by Alt with an arrow key. */
  onMove?: (move: TreeMove) => void;
  /** Forbids single moves, in addition to impossible ones. */
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
  const [said, setSaid] = useState('');
  const [dragged, setDragged] = useState<string | null>(null);
  const root = useRef<HTMLUListElement>(null);
  const typed = useRef({ text: '', at: 0 });
  const wantsFocus = useRef<string | null>(null);
  const tabStop = [focused, selectedId].find((id) => rows.some(({ node }) => node.id === id)) ?? rows[0]?.node.id;

  const held = useRef<HTMLElement | null>(null);
  const wasEditing = useRef<string | null>(null);
  // The focus follows a row that was moved. If the focused row or its name field is gone, the focus stays in the tree.
  useEffect(() => {
    const itemOf = (id: string | null | undefined) =>
      typeof id === 'string' ? root.current?.querySelector<HTMLElement>(`[data-tree-id="${CSS.escape(id)}"]`) : null;
    const edited = wasEditing.current;
    wasEditing.current = props.editingId ?? null;
    if (wantsFocus.current !== null) {
      itemOf(wantsFocus.current)?.focus();
      wantsFocus.current = null;
    } else if (document.activeElement === document.body) {
      const left = edited !== null && wasEditing.current === null;
      if (left || held.current?.isConnected === false) (itemOf(props.focusId) ?? itemOf(edited) ?? itemOf(tabStop))?.focus();
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

  const allowed = (move: TreeMove | null): TreeMove | null => (move !== null && canMove?.(move) !== false ? move : null);
  const apply = (move: TreeMove): void => {
    const name = findNode(nodes, move.id)?.node.name ?? '';
    const parent = move.parentId === null ? null : findNode(nodes, move.parentId)?.node;
    if (parent) toggle([parent.id], true);
    setSaid(
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
      const move = allowed(computeMoveByKey(nodes, id, event.key));
      if (move) apply(move);
      else setSaid(t('treeCannotMove', { name: findNode(nodes, id)?.node.name ?? '' }));
      return;
    }
    const action = getTreeKeyAction(event.key, rows, id);
    if (action === null) {
      if (event.key.length !== 1) return;
      const text = event.timeStamp - typed.current.at < typingMs ? typed.current.text + event.key : event.key;
      typed.current = { text, at: event.timeStamp };
      const found = findTypedRow(rows, id, text);
      if (found !== null) focus(found);
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
          held.current = target.closest<HTMLElement>('[data-tree-id]');
        }}
        onBlur={({ relatedTarget, currentTarget }) => {
          if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) held.current = null;
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
            dropAt={(where) => (dragged === null ? null : allowed(computeMoveByDrop(nodes, dragged, row.node.id, where)))}
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
        {said}
      </p>
    </>
  );
}
