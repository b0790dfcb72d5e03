import { type ReactNode, useId } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { Button } from '../../ui/primitives/button.tsx';
import { Dialog } from '../../ui/primitives/dialog.tsx';
import { DraftChip } from '../../ui/form/draft-note.tsx';
import { FormBody, type FormSaving } from './form-body.tsx';

interface FormDialogProps<V> extends FormSaving<V> {
  title: string;
  description?: string;
  /** Text of the save button; "Save" by default. */
  save?: string;
  onClose: () => void;
  /** A sheet slides in from the right of the window; it is for long forms. */
  shape?: 'sheet';
  busy: boolean;
  children: ReactNode;
}

/** Renders a form in a dialog: draft state, reason of a refusal, and the buttons "cancel" and "save". */
export function FormDialog<V>({ title, description, save, onClose, shape, busy, children, ...saving }: FormDialogProps<V>) {
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
            <DraftChip draft={saving.draft} />
          </span>
          <Button onClick={onClose}>{t('ui:cancel')}</Button>
          <Button type="submit" form={id} variant="primary" busy={busy}>
            {save ?? t('words:save')}
          </Button>
        </>
      }
    >
      <FormBody saving={saving} id={id}>
        {children}
      </FormBody>
    </Dialog>
  );
}
