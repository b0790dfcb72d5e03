import { useTranslation } from '../../lib/i18n.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { type CallPrefix, useInvalidate } from '../api/call-query.ts';
import { CallFailure, type CallOptions, reportFailure } from '../api/call.ts';
import { useAction } from '../../ui/use-action.ts';

interface CategoryEditing {
  /** Calls whose cached answers become stale after a change. */
  readonly calls: CallPrefix;
  readonly add: (category: string) => Promise<unknown>;
  readonly move: (from: string, to: string, merge: boolean, quiet: CallOptions) => Promise<{ moved: number }>;
  readonly remove: (category: string, moveTo: string, quiet: CallOptions) => Promise<{ moved: number }>;
  /** Texts for the kind of row (questions, papers). */
  readonly words: {
    readonly removing: (count: number) => string;
    readonly merging: (values: { from: string; to: string; count: number }) => string;
    readonly moveTo: string;
    readonly moved: (count: number) => string;
    readonly removed: (count: number) => string;
  };
}

/** Changes of a category tree. A merge and a removal are confirmed in a dialog, which makes their calls. */
export interface CategoryEdits extends Pick<CategoryEditing, 'calls' | 'remove' | 'words'> {
  /** Resolves to true if the category was added. */
  readonly add: (path: string) => Promise<boolean>;
  /** Moves or renames a category. `taken`: the target name exists. */
  readonly move: (from: string, to: string) => Promise<'done' | 'taken' | 'failed'>;
  readonly merge: (from: string, to: string, quiet: CallOptions) => Promise<{ moved: number }>;
}

const isTaken = (cause: unknown): boolean => cause instanceof CallFailure && (cause.data as { taken?: boolean } | null)?.taken === true;

/** Turns categories with one count each into the rows of `CategoryPage`, which counts by type. */
export const toCategoryRows = ({ items }: { readonly items: readonly { readonly category: string; readonly count: number }[] }) =>
  items.map(({ category, count }) => ({ category, counts: [{ type: 0, count }] }));

/** Connects a category tree to the calls that change it. Failures are shown by the calls, successes by a toast. */
export function useCategoryEdits({ calls, add: addCall, move: moveCall, remove, words }: CategoryEditing): CategoryEdits {
  const { t } = useTranslation('ui');
  const invalidate = useInvalidate();
  const onSettled = () => invalidate(calls);
  const add = useAction({ mutationFn: addCall, onSettled });
  const move = useAction({
    mutationFn: ({ from, to }: { from: string; to: string }) => moveCall(from, to, false, { quiet: true }),
    onSuccess: ({ moved }) => toast.success(moved === 0 ? t('categoryChanged') : words.moved(moved)),
    onError: (cause) => {
      if (cause instanceof CallFailure && !isTaken(cause)) reportFailure(cause);
    },
    onSettled,
  });
  return {
    calls,
    remove,
    words,
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
    merge: (from, to, quiet) => moveCall(from, to, true, quiet),
  };
}
