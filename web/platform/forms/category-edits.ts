import { useTranslation } from '../../lib/i18n.ts';
import { toast } from '../../ui/feedback/toast.ts';
import type { CategoryEdits } from '../../ui/tree/category-tree-view.tsx';
import { type CallPrefix, useInvalidate } from '../api/call-query.ts';
import { CallFailure, reportFailure } from '../api/call.ts';
import { useAction } from '../api/use-action.ts';

interface CategoryEditing {
  /** Calls whose cached answers become stale after a change. */
  readonly calls: CallPrefix;
  readonly add: (category: string) => Promise<unknown>;
  /** Must be a quiet call: if the name is taken, the page asks about it instead of showing an error. */
  readonly move: (from: string, to: string, merge: boolean) => Promise<{ moved: number }>;
  readonly remove: (category: string, moveTo: string) => Promise<{ moved: number }>;
  readonly words: CategoryEdits['words'] & { readonly moved: (count: number) => string; readonly removed: (count: number) => string };
}

const isTaken = (cause: unknown): boolean => cause instanceof CallFailure && (cause.data as { taken?: boolean } | null)?.taken === true;

/** Turns categories with one count each into the rows of `CategoryPage`, which counts by type. */
export const toCategoryRows = ({ items }: { readonly items: readonly { readonly category: string; readonly count: number }[] }) =>
  items.map(({ category, count }) => ({ category, counts: [{ type: 0, count }] }));

/** Connects a category tree to the calls that change it. Failures are shown by the calls, successes by a toast. */
export function useCategoryEdits(editing: CategoryEditing): CategoryEdits {
  const { t } = useTranslation('ui');
  const invalidate = useInvalidate();
  const onSettled = () => invalidate(editing.calls);
  const add = useAction({ mutationFn: editing.add, onSettled });
  const move = useAction({
    mutationFn: ({ from, to, merge }: { from: string; to: string; merge: boolean }) => editing.move(from, to, merge),
    onSuccess: ({ moved }) => toast.success(moved === 0 ? t('categoryChanged') : editing.words.moved(moved)),
    onError: (cause) => {
      if (cause instanceof CallFailure && !isTaken(cause)) reportFailure(cause);
    },
    onSettled,
  });
  const remove = useAction({
    mutationFn: ({ path, moveTo }: { path: string; moveTo: string }) => editing.remove(path, moveTo),
    onSuccess: ({ moved }) => toast.success(moved === 0 ? t('categoryGone') : editing.words.removed(moved)),
    onSettled,
  });
  const done = <T>(change: Promise<T>) =>
    change.then(
      () => true,
      () => false,
    );
  return {
    busy: move.isPending || remove.isPending,
    add: (path) => done(add.mutateAsync(path)),
    move: (from, to, merge) =>
      move.mutateAsync({ from, to, merge }).then(
        () => 'done' as const,
        (cause: unknown) => (isTaken(cause) ? 'taken' : 'failed'),
      ),
    remove: (path, moveTo) => done(remove.mutateAsync({ path, moveTo })),
    words: editing.words,
  };
}
