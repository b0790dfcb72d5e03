import { useTranslation } from '../../lib/i18n.ts';
import { toast } from '../../ui/feedback/toast.ts';
import type { CallInput } from '../../../sync/contract/call.ts';
import type { CallOfPath, CallPath } from '../api/call-path.ts';
import { type CallPrefix, useInvalidate } from '../api/call-query.ts';
import { CallFailure, type CallOptions, makeCall, reportFailure } from '../api/call.ts';
import { useAction } from '../../ui/use-action.ts';

/** Path of a module's call that changes its categories. The calls of all modules are alike (`defineCategoryCalls`). */
type CategoryCall<V extends 'add' | 'move' | 'remove'> = Extract<CallPath, `${string}/${V}Category`>;

interface CategoryEditing {
  /** Calls whose cached answers become stale after a change. */
  readonly calls: CallPrefix;
  readonly add: CategoryCall<'add'>;
  readonly move: CategoryCall<'move'>;
  readonly remove: CategoryCall<'remove'>;
  /** Fields of the calls that say which of the module's category trees is meant. */
  readonly tree: Omit<CallInput<CallOfPath<CategoryCall<'add'>>>, 'category'>;
  /** Number and kind of rows in words: "3 papers". */
  readonly countRows: (count: number) => string;
}

/** Changes of a category tree. A merge and a removal are confirmed in a dialog, which makes their calls. */
export interface CategoryEdits extends Pick<CategoryEditing, 'calls' | 'countRows'> {
  /** Resolves to true if the category was added. */
  readonly add: (path: string) => Promise<boolean>;
  /** Moves or renames a category. `taken`: the target name exists. */
  readonly move: (from: string, to: string) => Promise<'done' | 'taken' | 'failed'>;
  readonly merge: (from: string, to: string, quiet: CallOptions) => Promise<{ moved: number }>;
  readonly remove: (category: string, moveTo: string, quiet: CallOptions) => Promise<{ moved: number }>;
}

const isTaken = (cause: unknown): boolean => cause instanceof CallFailure && (cause.data as { taken?: boolean } | null)?.taken === true;

/** Turns categories with one count each into the rows of `CategoryPage`, which counts by type. */
export const toCategoryRows = ({ items }: { readonly items: readonly { readonly category: string; readonly count: number }[] }) =>
  items.map(({ category, count }) => ({ category, counts: [{ type: 0, count }] }));

/** Connects a category tree to the calls that change it. Failures are shown by the calls, successes by a toast. */
export function useCategoryEdits({ calls, tree, countRows, ...paths }: CategoryEditing): CategoryEdits {
  const { t } = useTranslation(['ui', 'words']);
  const invalidate = useInvalidate();
  const moveOrMerge = (from: string, to: string, merge: boolean, quiet: CallOptions) =>
    makeCall(paths.move, { ...tree, from, to, merge }, quiet);
  const onSettled = () => invalidate(calls);
  const add = useAction({ mutationFn: (category: string) => makeCall(paths.add, { ...tree, category }), onSettled });
  const move = useAction({
    mutationFn: ({ from, to }: { from: string; to: string }) => moveOrMerge(from, to, false, { quiet: true }),
    onSuccess: ({ moved }) => toast.success(moved === 0 ? t('categoryChanged') : t('words:categories.moved', { rows: countRows(moved) })),
    onError: (cause) => {
      if (cause instanceof CallFailure && !isTaken(cause)) reportFailure(cause);
    },
    onSettled,
  });
  return {
    calls,
    countRows,
    add: (path) =>
      add.mutateAsync(path).then(
        () => true,
        () => false,
      ),
    move: (from, to) =>
      move.mutateAsync({ from, to }).then(
        () => 'done' as const,
        (cause: unknown) => (isTaken(cause) ? 'taken' : 'failed'),
      ),
    merge: (from, to, quiet) => moveOrMerge(from, to, true, quiet),
    remove: (category, moveTo, quiet) => makeCall(paths.remove, { ...tree, category, moveTo }, quiet),
  };
}
