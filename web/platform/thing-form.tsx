import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { midSentence } from '../../sync/contract/thing.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DraftChip, DraftRestored } from '../ui/draft-note.tsx';
import { useWords } from '../ui/use-words.ts';
import { FormFailure } from './form-failure.tsx';
import type { Key, ThingDesk } from './thing-desk.ts';
import { type ThingFormState, useThingForm } from './use-thing-form.ts';

/** A form whose fields know the declaration they belong to: what `ThingField` needs. */
export interface FieldsOf<D extends FieldValues> extends Pick<ThingFormState<D>, 'form'> {
  readonly desk: Pick<ThingDesk<D, never>, 'thing'>;
}

interface ThingFormProps<D extends FieldValues, R extends Key> {
  desk: ThingDesk<D, R>;
  /** Null: a new one. */
  saved: R | null;
  onClose: () => void;
  /** A long form comes from the right of the window. */
  shape?: 'sheet';
  children: (fields: FieldsOf<D>) => ReactNode;
}

/** The dialog that adds or changes a thing; the page says which fields stand in it, and how. */
export function ThingForm<D extends FieldValues, R extends Key>({ desk, saved, onClose, shape, children }: ThingFormProps<D, R>) {
  const { t } = useTranslation('thing');
  const words = useWords();
  const { form, draft, busy, error, reset, send, discard, newest } = useThingForm(desk, saved, { savedText: t('saved'), onSaved: onClose });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(saved === null ? 'add' : 'editTitle', { thing: midSentence(words(desk.thing.words)) })}
      {...(shape === undefined ? {} : { shape })}
      footer={
        <>
          <span className="mr-auto self-center">
            <DraftChip draft={draft} />
          </span>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" busy={busy} onClick={send}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form
        data-saves
        noValidate
        className="flex flex-col gap-3.5"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <DraftRestored draft={{ restored: draft.restored, elsewhere: draft.elsewhere, discard }} />
        <FormFailure error={error} ways={{ draft, newest, reset }} />
        {children({ form, desk })}
      </form>
    </Dialog>
  );
}
