import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from '../lib/i18n.ts';
import { midSentence } from '../../sync/contract/thing.ts';
import { useWords } from '../ui/use-words.ts';
import { FormDialog } from './form-dialog.tsx';
import type { Key, ThingDesk } from './thing-desk.ts';
import type { SavedForm } from './use-saved-form.ts';
import { useThingForm } from './use-thing-form.ts';

/** A form together with the declaration of its fields, as needed by `ThingField`. */
export interface FieldsOf<D extends FieldValues> extends Pick<SavedForm<D>, 'form'> {
  readonly desk: Pick<ThingDesk<D, never>, 'thing'>;
}

interface ThingFormProps<D extends FieldValues, R extends Key> {
  desk: ThingDesk<D, R>;
  /** The row to change; null to add one. */
  saved: R | null;
  /** Gets the key of the row if it was saved. */
  onClose: (saved?: Key) => void;
  /** A sheet slides in from the right of the window; it is for long forms. */
  shape?: 'sheet';
  children: (fields: FieldsOf<D>) => ReactNode;
}

/** Shows the dialog that adds or changes a resource. The page renders its fields. */
export function ThingForm<D extends FieldValues, R extends Key>({ desk, saved, onClose, shape, children }: ThingFormProps<D, R>) {
  const { t } = useTranslation('thing');
  const words = useWords();
  const { form, ...state } = useThingForm(desk, saved, { savedText: t('saved'), onSaved: onClose });
  return (
    <FormDialog
      {...state}
      title={t(saved === null ? 'add' : 'editTitle', { thing: midSentence(words(desk.thing.words)) })}
      onClose={() => onClose()}
      {...(shape === undefined ? {} : { shape })}
    >
      {children({ form, desk })}
    </FormDialog>
  );
}
