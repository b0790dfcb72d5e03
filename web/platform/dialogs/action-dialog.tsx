import { type ReactNode, useId } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { Button, type ButtonProps } from '../../ui/primitives/button.tsx';
import { Dialog } from '../../ui/primitives/dialog.tsx';
import { Strip } from '../../ui/primitives/strip.tsx';
import { type DialogAction, useDialogAction } from './use-dialog-action.ts';

interface ActionDialogProps<A> extends DialogAction<A> {
  /** Shows the answer instead of the fields. The dialog then stays open until the user closes it. */
  result?: (answer: A) => ReactNode;
  title: ReactNode;
  description?: ReactNode;
  /** If absent, there is nothing to confirm (yet): the dialog shows its content and a close button. */
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
 * Asks for the input of an action, and runs it. The page shows it while it asks, like a `ConfirmDialog`. Enter in a line of text confirms. A form
 * that saves a row uses `FormDialog`, which stores a draft.
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
  const shown = result !== undefined && answer !== undefined ? result(answer) : undefined;
  if (confirm === undefined || shown !== undefined)
    return (
      <Dialog {...shared} footer={<Button onClick={close}>{t('close')}</Button>}>
        {shown ?? children}
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
