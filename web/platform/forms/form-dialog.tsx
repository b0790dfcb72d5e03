import { type ReactNode, useId } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { Button } from '../../ui/primitives/button.tsx';
import { Dialog } from '../../ui/primitives/dialog.tsx';
import { DraftChip, DraftRestored } from '../../ui/form/draft-note.tsx';
import type { FormDraft } from '../../ui/form/use-draft.ts';
import { FormFailure } from './form-failure.tsx';

interface FormDialogProps<V> {
  title: string;
  description?: string;
  /** Text of the save button; "Save" by default. */
  save?: string;
  onClose: () => void;
  /** A sheet slides in from the right of the window; it is for long forms. */
  shape?: 'sheet';
  draft: FormDraft<V>;
  busy: boolean;
  error: Error | null;
  reset: () => void;
  newest: () => Promise<{ readonly value: V; readonly version: number }>;
  send: () => void;
  /** Replaces `draft.discard` if the form has more to undo than its draft. */
  discard?: () => void;
  children: ReactNode;
}

/** Renders a form in a dialog: draft state, reason of a refusal, and the buttons "cancel" and "save". */
export function FormDialog<V>({
  title,
  description,
  save,
  onClose,
  shape,
  draft,
  busy,
  error,
  reset,
  newest,
  send,
  discard,
  children,
}: FormDialogProps<V>) {
  const { t } = useTranslation(['resource', 'ui', 'words']);
  // Ties the save button to the form, which it stands outside of: without a submit button, Enter saves only a form with a single line of text.
  const id = useId();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      {...(description === undefined ? {} : { description })}
      {...(shape === undefined ? {} : { shape })}
      footer={
        <>
          <span className="mr-auto self-center">
            <DraftChip draft={draft} />
          </span>
          <Button onClick={onClose}>{t('ui:cancel')}</Button>
          <Button type="submit" form={id} variant="primary" busy={busy}>
            {save ?? t('words:save')}
          </Button>
        </>
      }
    >
      <form
        id={id}
        data-saves
        noValidate
        className="flex flex-col gap-3.5"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <DraftRestored draft={{ restored: draft.restored, elsewhere: draft.elsewhere, discard: discard ?? draft.discard }} />
        <FormFailure error={error} ways={{ draft, newest, reset }} />
        {children}
      </form>
    </Dialog>
  );
}
