import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { AlertDialog } from '../../ui/primitives/alert-dialog.tsx';
import type { ButtonProps } from '../../ui/primitives/button.tsx';
import { type DialogAction, useDialogAction } from './action-dialog.tsx';

interface ConfirmDialogProps<A> extends DialogAction<A> {
  title: ReactNode;
  confirm: string;
  /** Text of the cancel button; "Cancel" by default. */
  cancel?: string;
  /** Use `sealSolid` if the action cannot be undone. */
  tone?: NonNullable<ButtonProps['variant']>;
}

/**
 * Asks before an action, and runs it. The page shows it while it asks:
 *
 *     {removing !== null && (
 *       <ConfirmDialog
 *         title={t('removeTitle')}
 *         confirm={t('remove')}
 *         run={(quiet) => makeCall('/class/remove', removing, quiet)}
 *         invalidates={['/class']}
 *         doneText={t('removed')}
 *         onClose={() => setRemoving(null)}
 *       >
 *         {t('removeText')}
 *       </ConfirmDialog>
 *     )}
 */
export function ConfirmDialog<A>({ title, confirm, cancel, tone = 'primary', ...action }: ConfirmDialogProps<A>) {
  const { t } = useTranslation('ui');
  const { busy, error, content, children, close, submit } = useDialogAction(action);
  return (
    <AlertDialog
      open
      onOpenChange={close}
      title={title}
      cancel={cancel ?? t('cancel')}
      confirm={confirm}
      tone={tone}
      busy={busy}
      error={error}
      onConfirm={() => submit()}
    >
      <div ref={content}>{children}</div>
    </AlertDialog>
  );
}
