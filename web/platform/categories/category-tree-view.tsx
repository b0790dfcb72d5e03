import { CornerDownRight, FolderPlus, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx';
import type { CategoryEdits } from './category-edits.ts';
import { Button } from '../../ui/primitives/button.tsx';
import { type CategoryNode, joinCategoryPath, getCategoryName, getParentPath } from '../../ui/tree/category-tree.ts';
import { Field } from '../../ui/form/field.tsx';
import { Input } from '../../ui/primitives/input.tsx';
import { Select } from '../../ui/primitives/select.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { Tooltip } from '../../ui/primitives/tooltip.tsx';
import { Tree } from '../../ui/tree/tree.tsx';

interface CategoryTreeViewProps {
  tree: readonly CategoryNode[];
  selected: string | null;
  onSelect: (path: string) => void;
  /** Operations that change the category tree; null if the user may not edit it. */
  edits: CategoryEdits | null;
  /** Link to the rows of the selected category; omit if the rows are shown next to the tree. */
  go?: (node: CategoryNode) => ReactNode;
  /** Content at the end of a row; by default the total. */
  figures?: (node: CategoryNode) => ReactNode;
}

const flattenNodes = (nodes: readonly CategoryNode[]): CategoryNode[] => nodes.flatMap((node) => [node, ...flattenNodes(node.children)]);
const isNameInvalid = (name: string): boolean => name.trim() === '' || name.includes('/') || name.length > 60;

/**
 * Edits a category tree. A click on a row selects it; the buttons below act on the selected row: add, rename, drag (Alt and arrows), merge, remove.
 * Each confirmation says how many rows of the category move.
 */
export function CategoryTreeView({ tree, selected, onSelect, edits, go, figures }: CategoryTreeViewProps) {
  const { t } = useTranslation(['ui', 'words']);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(() => new Set(tree.map((node) => node.id)));
  const [editing, setEditing] = useState<string | null>(null);
  const [adding, setAdding] = useState<string | null>(null);
  const [removing, setRemoving] = useState<string | null>(null);
  const [moveTo, setMoveTo] = useState('');
  const [merging, setMerging] = useState<{ from: string; to: string } | null>(null);
  const [moved, setMoved] = useState<string | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const wasAdding = useRef(false);
  const isAdding = useRef(false);
  useEffect(() => {
    // The field for the new name was removed: return the focus to the button that opened it.
    if (wasAdding.current && adding === null && document.activeElement === document.body) addButton.current?.focus();
    wasAdding.current = adding !== null;
  }, [adding]);
  const all = flattenNodes(tree);
  const chosen = all.find((node) => node.id === selected);

  const add = async (path: string) => {
    // Pressing Enter twice adds one category, even if the response is slow.
    if (isAdding.current || edits === null) return;
    isAdding.current = true;
    const done = await edits.add(path);
    isAdding.current = false;
    if (!done) return;
    setAdding(null);
    setExpanded((before) => new Set([...before, getParentPath(path)]));
    onSelect(path);
  };
  const follow = (to: string) => {
    setMoved(to);
    if (selected !== null) onSelect(to);
  };
  const move = async (from: string, to: string) => {
    if (edits === null || from === to) return;
    const done = await edits.move(from, to);
    if (done === 'taken') setMerging({ from, to });
    if (done === 'done') follow(to);
  };
  return (
    <div className="flex flex-col gap-1">
      <Tree
        label={t('categories')}
        nodes={tree}
        expanded={expanded}
        onExpandedChange={setExpanded}
        selectedId={selected}
        onSelect={onSelect}
        editingId={editing}
        focusId={moved}
        editor={(node) => (
          <CategoryNameInput
            initial={node.name}
            label={t('categoryRename')}
            onDone={(name) => {
              setEditing(null);
              void move(node.id, joinCategoryPath(getParentPath(node.id), name));
            }}
            onCancel={() => setEditing(null)}
          />
        )}
        {...(edits !== null
          ? {
              onEdit: setEditing,
              onRemove: (id: string) => setRemoving(id),
              onMove: ({ id, parentId }: { id: string; parentId: string | null }) =>
                void move(id, joinCategoryPath(parentId ?? '', getCategoryName(id))),
              // Siblings are sorted alphabetically, so only a move to another parent changes anything.
              canMove: ({ id, parentId }: { id: string; parentId: string | null }) => (parentId ?? '') !== getParentPath(id),
            }
          : {})}
        row={(node) => (
          <>
            <span className="min-w-0 grow truncate" title={node.id}>
              {node.name}
            </span>
            {figures ? figures(node) : <span className="num shrink-0 text-[13px] text-muted-foreground">{node.total}</span>}
          </>
        )}
      />
      {adding !== null && (
        <div className="px-1 py-1">
          {adding !== '' && <p className="mb-1 truncate text-[13px] text-muted-foreground">{t('categoryAddIn', { name: adding })}</p>}
          <CategoryNameInput
            initial=""
            label={t('categoryAdd')}
            onDone={(name) => void add(joinCategoryPath(adding, name))}
            onCancel={() => setAdding(null)}
          />
        </div>
      )}
      {(edits !== null || go !== undefined) && adding === null && (
        <div role="group" aria-label={t('categoryActions')} className="sticky bottom-0 flex flex-wrap items-center gap-0.5 bg-card pt-1">
          {edits !== null && (
            <Button ref={addButton} size="sm" variant="ghost" onClick={() => setAdding('')}>
              <FolderPlus />
              {t('categoryAdd')}
            </Button>
          )}
          {edits !== null &&
            chosen !== undefined &&
            (
              [
                [t('categoryAddIn', { name: chosen.name }), CornerDownRight, setAdding],
                [t('categoryRenameOf', { name: chosen.name }), Pencil, setEditing],
                [t('categoryRemoveOf', { name: chosen.name }), Trash2, setRemoving],
              ] as const
            ).map(([name, Icon, act]) => (
              <Tooltip key={name} text={name}>
                <Button variant="ghost" size="iconSm" aria-label={name} onClick={() => act(chosen.id)}>
                  <Icon />
                </Button>
              </Tooltip>
            ))}
          {chosen !== undefined && go?.(chosen)}
        </div>
      )}
      {merging !== null && edits !== null && (
        <CategoryMergeDialog
          edits={edits}
          {...merging}
          rowCount={all.find((node) => node.id === merging.from)?.total ?? 0}
          onDone={() => {
            setMerging(null);
            follow(merging.to);
          }}
          onClose={() => setMerging(null)}
        />
      )}
      {removing !== null && edits !== null && (
        <CategoryRemoveDialog
          edits={edits}
          path={removing}
          nodes={all}
          moveTo={moveTo}
          onMoveTo={setMoveTo}
          onClose={() => setRemoving(null)}
        />
      )}
    </div>
  );
}

interface CategoryMergeDialogProps {
  edits: CategoryEdits;
  from: string;
  to: string;
  /** Number of rows that move to the category `to`. */
  rowCount: number;
  onDone: () => void;
  onClose: () => void;
}

/** Confirms merging a category into another one that already has its new name. */
function CategoryMergeDialog({ edits, from, to, rowCount, onDone, onClose }: CategoryMergeDialogProps) {
  const { t } = useTranslation(['ui', 'words']);
  return (
    <ConfirmDialog
      title={t('mergeTitle', { to })}
      confirm={t('merge')}
      run={(quiet) => edits.merge(from, to, quiet)}
      invalidates={[edits.calls]}
      doneText={({ moved: count }) => (count === 0 ? t('categoryChanged') : t('words:categories.moved', { rows: edits.countRows(count) }))}
      onDone={onDone}
      onClose={onClose}
    >
      {t('words:categories.merging', { from, to, rows: edits.countRows(rowCount) })}
    </ConfirmDialog>
  );
}

interface CategoryRemoveDialogProps {
  edits: CategoryEdits;
  /** The category to remove. */
  path: string;
  /** All categories of the tree. */
  nodes: readonly CategoryNode[];
  /** Category that receives the rows of the removed one; '' for no category. */
  moveTo: string;
  onMoveTo: (path: string) => void;
  onClose: () => void;
}

/** Confirms removing a category, and asks where its rows move. */
function CategoryRemoveDialog({ edits, path, nodes, moveTo, onMoveTo, onClose }: CategoryRemoveDialogProps) {
  const { t } = useTranslation(['ui', 'words']);
  const category = nodes.find((node) => node.id === path);
  return (
    <ConfirmDialog
      title={t('categoryRemoveTitle', { name: category?.name ?? '' })}
      confirm={t('categoryRemove')}
      tone="sealSolid"
      run={(quiet) => edits.remove(path, moveTo, quiet)}
      invalidates={[edits.calls]}
      doneText={({ moved: count }) => (count === 0 ? t('categoryGone') : t('words:categories.removed', { rows: edits.countRows(count) }))}
      onClose={onClose}
    >
      <p>
        {category === undefined || category.total === 0
          ? t('categoryIsEmpty')
          : t('words:categories.removing', { rows: edits.countRows(category.total) })}
      </p>
      {(category?.total ?? 0) > 0 && (
        <Field label={t('words:categories.moveTo')} className="mt-3 text-foreground">
          {(control) => (
            <Select
              {...control}
              value={moveTo}
              onChange={onMoveTo}
              choices={[
                { value: '', label: t('noCategory') },
                ...nodes
                  .filter((node) => node.id !== path && !node.id.startsWith(`${path}/`))
                  .map((node) => ({ value: node.id, label: node.id })),
              ]}
            />
          )}
        </Field>
      )}
    </ConfirmDialog>
  );
}

interface CategoryNameInputProps {
  initial: string;
  label: string;
  onDone: (name: string) => void;
  onCancel: () => void;
}

/** Input for the name of a category in the tree: Enter confirms, Escape and leaving the field cancel. */
function CategoryNameInput({ initial, label, onDone, onCancel }: CategoryNameInputProps) {
  const { t } = useTranslation('ui');
  return (
    <Input
      autoFocus
      aria-label={label}
      defaultValue={initial}
      className="h-7"
      onFocus={(event) => event.target.select()}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Escape') onCancel();
        else if (event.key === 'Enter') {
          event.preventDefault();
          const name = event.currentTarget.value.trim();
          if (isNameInvalid(name)) toast.error(t('categoryNameWrong'));
          else onDone(name);
        }
      }}
      onBlur={onCancel}
    />
  );
}
