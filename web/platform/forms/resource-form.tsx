import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from '../../lib/i18n.ts';
import { toMidSentence } from '../../../sync/contract/resource.ts';
import { useLabelText } from '../../ui/form/use-label-text.ts';
import { FormDialog } from './form-dialog.tsx';
import type { RowVersionKey, ResourceCalls } from './create-resource-calls.ts';
import type { SavedForm } from './use-saved-form.ts';
import { useResourceForm } from './use-resource-form.ts';

/** A form together with the declaration of its fields, as needed by `ResourceField`. */
export interface ResourceFormContext<D extends FieldValues> extends Pick<SavedForm<D>, 'form'> {
  readonly calls: Pick<ResourceCalls<D, never>, 'resource'>;
}

interface ResourceFormProps<D extends FieldValues, R extends RowVersionKey> {
  calls: ResourceCalls<D, R>;
  /** The row to change; null to add one. */
  saved: R | null;
  /** Gets the key of the row if it was saved. */
  onClose: (saved?: RowVersionKey) => void;
  /** A sheet slides in from the right of the window; it is for long forms. */
  shape?: 'sheet';
  children: (fields: ResourceFormContext<D>) => ReactNode;
}

/** Shows the dialog that adds or changes a resource. The page renders its fields. */
export function ResourceForm<D extends FieldValues, R extends RowVersionKey>({
  calls,
  saved,
  onClose,
  shape,
  children,
}: ResourceFormProps<D, R>) {
  const { t } = useTranslation(['resource', 'words']);
  const words = useLabelText();
  const { form, ...state } = useResourceForm(calls, saved, { savedText: t('words:saved'), onSaved: onClose });
  return (
    <FormDialog
      {...state}
      title={t(saved === null ? 'add' : 'editTitle', { resource: toMidSentence(words(calls.resource.words)) })}
      onClose={() => onClose()}
      {...(shape === undefined ? {} : { shape })}
    >
      {children({ form, calls })}
    </FormDialog>
  );
}
