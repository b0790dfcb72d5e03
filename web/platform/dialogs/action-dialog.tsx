import { type ReactNode, useId, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { Button, type ButtonProps } from '../../ui/primitives/button.tsx';
import { Dialog } from '../../ui/primitives/dialog.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Strip } from '../../ui/primitives/strip.tsx';
import { Textarea } from '../../ui/primitives/textarea.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { type CallPrefix, useInvalidate } from '../api/call-query.ts';
import type { CallOptions } from '../api/call.ts';
import { useAction } from '../../ui/use-action.ts';

interface ActionDialogProps<A> extends DialogAction<A> {
  /** Renders the result of the action in place of the fields. The dialog then stays open until the user closes it. */
  result?: (answer: A) => ReactNode;
  /** The result is shown once, such as a new secret: Escape does not close it. */
  resultIsShownOnce?: boolean;
  title: ReactNode;
  description?: ReactNode;
  /** Text of the confirm button. If absent, there is nothing to confirm (yet): the dialog shows only its content and a close button. */
  confirm?: string;
  /** A second way to answer, with a button of its own before the confirm button. */
  other?: { readonly confirm: string; readonly tone?: NonNullable<ButtonProps['variant']>; readonly disabled?: boolean };
  tone?: NonNullable<ButtonProps['variant']>;
  /** Disables the confirm button. Prefer `ready`: the fields then show their errors. */
  disabled?: boolean;
  /** Size of the buttons: `lg` for a tablet. */
  size?: 'lg';
  className?: string;
}

/**
 * Asks for the input of an action, and runs it. The page renders it only while it asks, like a `ConfirmDialog`. Enter in a single-line input
 * confirms. A form that saves a row uses `FormDialog`, which stores a draft.
 */
export function ActionDialog<A>({
  title,
  description,
  confirm,
  other,
  tone = 'primary',
  disabled = false,
  size,
  className,
  result,
  resultIsShownOnce = false,
  ...action
}: ActionDialogProps<A>) {
  const { t } = useTranslation('ui');
  const id = useId();
  const { busy, error, answer, content, children, close, submit } = useDialogAction(
    result === undefined ? action : { ...action, onDone: () => undefined },
  );
  const look = size === undefined ? {} : { size };
  const shared = {
    open: true,
    onOpenChange: close,
    title,
    ...(description === undefined ? {} : { description }),
    ...(className === undefined ? {} : { className }),
  };
  const resultView = result !== undefined && answer !== undefined ? result(answer) : undefined;
  if (confirm === undefined || resultView !== undefined)
    return (
      <Dialog
        {...shared}
        onlyButtonsClose={resultView !== undefined && resultIsShownOnce}
        footer={<Button onClick={close}>{t('close')}</Button>}
      >
        {resultView ?? children}
      </Dialog>
    );
  return (
    <Dialog
      {...shared}
      footer={
        <>
          {error !== null && (
            <div role="alert" className="w-full">
              <Strip tone="seal">{error.message}</Strip>
            </div>
          )}
          <Button {...look} disabled={busy} onClick={close}>
            {t('cancel')}
          </Button>
          {other !== undefined && (
            <Button {...look} variant={other.tone ?? 'outline'} busy={busy} disabled={other.disabled} onClick={() => submit(true)}>
              {other.confirm}
            </Button>
          )}
          <Button {...look} type="submit" form={id} variant={tone} busy={busy} disabled={disabled}>
            {confirm}
          </Button>
        </>
      }
    >
      <form
        ref={content}
        id={id}
        data-saves
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          // A dialog opened from a form is a child of that form for React, and would submit it too.
          event.stopPropagation();
          submit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}

interface ReasonDialogProps<A> extends Omit<DialogAction<A>, 'run' | 'children'>, Pick<ActionDialogProps<A>, 'title' | 'confirm' | 'tone'> {
  /** Label of the field for the reason, a note about its readers, and the error if the field is empty. */
  words: { readonly label: string; readonly hint?: string; readonly missing: string };
  rows?: number;
  maxLength?: number;
  run: (reason: string, quiet: CallOptions) => Promise<A>;
  /** Content above the field for the reason. */
  children?: ReactNode;
}

/** Asks for a reason, without which the action does not run. */
export function ReasonDialog<A>({ words, rows = 3, maxLength = 400, run, ready = true, children, ...dialog }: ReasonDialogProps<A>) {
  const [reason, setReason] = useState('');
  const isMissing = reason.trim() === '';
  return (
    <ActionDialog {...dialog} ready={!isMissing && ready} run={(options) => run(reason.trim(), options)}>
      {({ tried }) => (
        <>
          {children}
          <Field label={words.label} required hint={words.hint} error={tried && isMissing ? words.missing : undefined}>
            {(control) => (
              <Textarea {...control} rows={rows} maxLength={maxLength} value={reason} onChange={(event) => setReason(event.target.value)} />
            )}
          </Field>
        </>
      )}
    </ActionDialog>
  );
}

/** The action of a dialog. `A` is the type of the result of `run`. */
export interface DialogAction<A> {
  /**
   * Runs when the user confirms. Its calls take `quiet`, because the dialog shows why they failed. If absent, confirming only calls `onDone`.
   * `isOther`: the user pressed the button of the dialog's other action.
   */
  run?: (quiet: CallOptions, isOther: boolean) => A | Promise<A>;
  /** Calls that are made again after the action, even after a failed one: another user may have changed the row. */
  invalidates?: readonly CallPrefix[];
  /** Text of the toast after success, or a function that makes it from the result of `run`. */
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
interface DialogState {
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
    // Without `run` the action has no result; such a caller's `onDone` ignores its argument.
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
    /** Ref of the element that contains the fields. */
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
