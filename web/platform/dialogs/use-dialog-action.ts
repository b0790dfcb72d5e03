import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { toast } from '../../ui/feedback/toast.ts';
import { type CallPrefix, useInvalidate } from '../api/call-query.ts';
import type { CallOptions } from '../api/call.ts';
import { useAction } from '../../ui/use-action.ts';

/** The action of a dialog. `A` is the answer of `run`. */
export interface DialogAction<A> {
  /**
   * Runs when the user confirms. Its calls take `quiet`, because the dialog shows why they failed. If absent, confirming only calls `onDone`.
   * `isOther`: the user pressed the button of the dialog's other action.
   */
  run?: (quiet: CallOptions, isOther: boolean) => A | Promise<A>;
  /** Calls that are made again after the action, even after a failed one: another user may have changed the row. */
  invalidates?: readonly CallPrefix[];
  /** Toast after success. */
  doneText?: string | ((answer: A) => string);
  /** Runs after success, instead of `onClose`. */
  onDone?: (answer: A) => void;
  /** Removes the dialog from the page: the user cancelled, or the action has succeeded. */
  onClose: () => void;
  /** False while an input is missing or wrong: confirming then runs nothing, and focuses the first field with an error. */
  ready?: boolean;
  /** True while the dialog still reads the row that it asks about. */
  loading?: boolean;
  children: ReactNode | ((state: DialogState) => ReactNode);
}

/** State of a dialog's action, for its content. */
export interface DialogState {
  readonly busy: boolean;
  readonly error: Error | null;
  /** True once the user has pressed confirm: from then on empty required fields show an error. */
  readonly tried: boolean;
}

const quiet = { quiet: true } as const;

/**
 * Runs the action of a dialog. The dialog cannot be closed while it is busy, closes after success, and stays open after a failure. A failure
 * does not wait for `invalidates`: without a network these calls take long.
 */
export function useDialogAction<A>({
  run,
  invalidates = [],
  doneText,
  onDone,
  onClose,
  ready = true,
  loading = false,
  children,
}: DialogAction<A>) {
  const invalidate = useInvalidate();
  const content = useRef<HTMLDivElement & HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  const action = useAction({
    // Without `run` there is no answer; such a caller's `onDone` takes none.
    mutationFn: async (isOther: boolean) => (await run?.(quiet, isOther)) as A,
    onSuccess: (answer) => {
      if (doneText !== undefined) toast.success(typeof doneText === 'string' ? doneText : doneText(answer));
      if (onDone === undefined) onClose();
      else onDone(answer);
    },
    onSettled: () => void invalidate(...invalidates),
  });
  useEffect(() => {
    if (attempts > 0) focusFirstError(content);
  }, [attempts]);
  const state: DialogState = { busy: loading || action.isPending, error: action.error, tried: attempts > 0 };
  return {
    ...state,
    answer: action.data,
    /** Holds the fields. */
    content,
    children: typeof children === 'function' ? children(state) : children,
    close: () => {
      if (!action.isPending) onClose();
    },
    submit: (isOther = false) => {
      if (ready) action.mutate(isOther);
      setAttempts(attempts + 1);
    },
  };
}

function focusFirstError(content: RefObject<HTMLElement | null>): void {
  content.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-missing] input')?.focus();
}
