import { FolderPlus, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuestionBank } from '../../../../sync/contract/codes.ts';
import { CallFailure } from '../../../platform/call.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Select } from '../../../ui/select.tsx';
import { toast } from '../../../ui/toast.ts';
import { Tree } from '../../../ui/tree.tsx';
import { type CategoryNode, joinPath, nameOf, parentOf } from '../category-tree.ts';
import { useQuestionChange } from '../question-queries.ts';

interface CategoryTreeViewProps {
  bank: QuestionBank;
  tree: readonly CategoryNode[];
  selected: string | null;
  onSelect: (path: string) => void;
  editable: boolean;
  /** What stands at the end of a row; the total, unless told. */
  figures?: (node: CategoryNode) => ReactNode;
}

const flat = (nodes: readonly CategoryNode[]): CategoryNode[] => nodes.flatMap((node) => [node, ...flat(node.children)]);
const nameProblem = (name: string): boolean => name.trim() === '' || name.includes('/') || name.length > 60;

/** The categories of a bank: choose, add, rename, drag (Alt and arrows), merge, remove. Every step says how many questions it moves. */
export function CategoryTreeView({ bank, tree, selected, onSelect, editable, figures }: CategoryTreeViewProps) {
  const { t } = useTranslation('question');
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(() => new Set(tree.map((node) => node.id)));
  const [editing, setEditing] = useState<string | null>(null);
  const [adding, setAdding] = useState<string | null>(null);
  const [removing, setRemoving] = useState<string | null>(null);
  const [moveTo, setMoveTo] = useState('');
  const [merging, setMerging] = useState<{ from: string; to: string } | null>(null);
  const all = flat(tree);
  const doomed = all.find((node) => node.id === removing);

  const add = useQuestionChange('/question/addCategory', ({ category }) => {
    setAdding(null);
    setExpanded(new Set([...expanded, parentOf(category)]));
    onSelect(category);
  });
  const move = useQuestionChange('/question/moveCategory', ({ moved }, { to }) => {
    toast.success(t('categoryMoved', { count: moved }));
    setMerging(null);
    if (selected !== null) onSelect(to);
  });
  const remove = useQuestionChange('/question/removeCategory', ({ moved }) => {
    toast.success(t('categoryRemoved', { count: moved }));
    setRemoving(null);
  });
  const moveTo_ = (from: string, to: string) => {
    if (from === to) return;
    move.mutate(
      { bank, from, to },
      {
        onError: (failure) => {
          if (failure instanceof CallFailure && (failure.data as { taken?: boolean } | null)?.taken === true) setMerging({ from, to });
        },
      },
    );
  };
  const nameInput = (initial: string, label: string, done: (name: string) => void, cancel: () => void) => (
    <Input
      autoFocus
      aria-label={label}
      defaultValue={initial}
      className="h-7"
      onFocus={(event) => event.target.select()}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Escape') cancel();
        else if (event.key === 'Enter') {
          event.preventDefault();
          const name = event.currentTarget.value.trim();
          if (nameProblem(name)) toast.error(t('categoryNameWrong'));
          else done(name);
        }
      }}
      onBlur={cancel}
    />
  );
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
        editor={(node) =>
          nameInput(
            node.name,
            t('categoryRename'),
            (name) => {
              setEditing(null);
              moveTo_(node.id, joinPath(parentOf(node.id), name));
            },
            () => setEditing(null),
          )
        }
        {...(editable
          ? {
              onEdit: setEditing,
              onRemove: (id: string) => setRemoving(id),
              onMove: ({ id, parentId }: { id: string; parentId: string | null }) => moveTo_(id, joinPath(parentId ?? '', nameOf(id))),
              // The order of siblings is the alphabet's: only another parent is a move.
              canMove: ({ id, parentId }: { id: string; parentId: string | null }) => (parentId ?? '') !== parentOf(id),
            }
          : {})}
        row={(node) => (
          <>
            <span className="min-w-0 grow truncate" title={node.id}>
              {node.name}
            </span>
            {editable && (
              <span className="hidden shrink-0 group-hover:flex group-focus-within:flex group-aria-selected:flex">
                <Button
                  variant="ghost"
                  size="iconSm"
                  aria-label={t('categoryAddIn', { name: node.name })}
                  onClick={() => setAdding(node.id)}
                >
                  <FolderPlus />
                </Button>
                <Button
                  variant="ghost"
                  size="iconSm"
                  aria-label={t('categoryRenameOf', { name: node.name })}
                  onClick={() => setEditing(node.id)}
                >
                  <Pencil />
                </Button>
                <Button
                  variant="ghost"
                  size="iconSm"
                  aria-label={t('categoryRemoveOf', { name: node.name })}
                  onClick={() => setRemoving(node.id)}
                >
                  <Trash2 />
                </Button>
              </span>
            )}
            {figures ? figures(node) : <span className="num shrink-0 text-[13px] text-muted-foreground">{node.total}</span>}
          </>
        )}
      />
      {adding !== null && (
        <div className="px-1 py-1">
          {adding !== '' && <p className="mb-1 truncate text-[13px] text-muted-foreground">{t('categoryAddIn', { name: adding })}</p>}
          {nameInput(
            '',
            t('categoryAdd'),
            (name) => add.mutate({ bank, category: joinPath(adding, name) }),
            () => setAdding(null),
          )}
        </div>
      )}
      {editable && adding === null && (
        <Button size="sm" variant="ghost" className="self-start" onClick={() => setAdding('')}>
          <FolderPlus />
          {t('categoryAdd')}
        </Button>
      )}
      <AlertDialog
        open={merging !== null}
        onOpenChange={() => setMerging(null)}
        title={t('mergeTitle', { to: merging?.to ?? '' })}
        cancel={t('cancel')}
        confirm={t('merge')}
        busy={move.isPending}
        onConfirm={() => merging && move.mutate({ bank, ...merging, merge: true })}
      >
        {t('mergeText', {
          from: merging?.from ?? '',
          to: merging?.to ?? '',
          count: all.find((node) => node.id === merging?.from)?.total ?? 0,
        })}
      </AlertDialog>
      <AlertDialog
        open={removing !== null}
        onOpenChange={() => setRemoving(null)}
        title={t('categoryRemoveTitle', { name: doomed?.name ?? '' })}
        cancel={t('cancel')}
        confirm={t('categoryRemove')}
        tone="sealSolid"
        busy={remove.isPending}
        onConfirm={() => removing !== null && remove.mutate({ bank, category: removing, moveTo })}
      >
        <p>{t('categoryRemoveText', { count: doomed?.total ?? 0 })}</p>
        {(doomed?.total ?? 0) > 0 && (
          <Field label={t('categoryMoveTo')} className="mt-3 text-foreground">
            {(control) => (
              <Select
                {...control}
                value={moveTo}
                onChange={setMoveTo}
                choices={[
                  { value: '', label: t('noCategory') },
                  ...all
                    .filter((node) => node.id !== removing && !node.id.startsWith(`${removing ?? ''}/`))
                    .map((node) => ({ value: node.id, label: node.id })),
                ]}
              />
            )}
          </Field>
        )}
      </AlertDialog>
    </div>
  );
}
