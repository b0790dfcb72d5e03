import type { ReactNode } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import { Button } from '../../ui/primitives/button.tsx';
import { LinkButton } from '../../ui/primitives/link-button.tsx';
import { DraftChip } from '../../ui/form/draft-note.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { FormBody } from './form-body.tsx';
import type { SavedForm } from './use-saved-form.ts';

interface FormPageProps<V extends FieldValues, D> {
  title: string;
  saving: SavedForm<V, D>;
  /** Address or action of the "cancel" button. */
  back: string | (() => unknown);
  words: { readonly cancel: string; readonly save: string };
  more?: ReactNode;
  children: ReactNode;
}

/** Renders a form as a whole page: draft state, reason of a refusal, and the buttons "cancel" and "save". */
export function FormPage<V extends FieldValues, D>({ title, saving, back, words, more, children }: FormPageProps<V, D>) {
  const { form, draft, busy } = saving;
  return (
    <FormProvider {...form}>
      <FormBody
        saving={saving}
        header={
          <PageHeader
            title={title}
            beside={<DraftChip draft={draft} />}
            actions={
              <>
                {more}
                {typeof back === 'string' ? (
                  <LinkButton to={back}>{words.cancel}</LinkButton>
                ) : (
                  <Button onClick={() => void back()}>{words.cancel}</Button>
                )}
                <Button type="submit" variant="primary" busy={busy}>
                  {words.save}
                </Button>
              </>
            }
          />
        }
      >
        {children}
      </FormBody>
    </FormProvider>
  );
}
