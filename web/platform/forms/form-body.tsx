import type { ReactNode } from 'react';
import { DraftRestored } from '../../ui/form/draft-note.tsx';
import type { FormDraft } from '../../ui/form/use-draft.ts';
import { FormFailure } from './form-failure.tsx';

/** The part of a `SavedForm` that its body needs. */
export interface FormSaving<V> {
  readonly draft: FormDraft<V>;
  readonly error: Error | null;
  readonly reset: () => void;
  readonly newest: () => Promise<{ readonly value: V; readonly version: number }>;
  readonly send: () => void;
  /** Replaces `draft.discard` if the form has more to undo than its draft. */
  readonly discard?: () => void;
}

interface FormBodyProps<V> {
  saving: FormSaving<V>;
  /** Ties a submit button outside the form to it. */
  id?: string;
  className?: string;
  /** Stands above the notes about draft and failure. */
  header?: ReactNode;
  children: ReactNode;
}

/** Renders the form element of a saved form. Submitting sends it. Above its fields it tells of a restored draft and of a failure. */
export function FormBody<V>({ saving, id, className = 'flex flex-col gap-3.5', header, children }: FormBodyProps<V>) {
  const { draft, error, reset, newest, send, discard = draft.discard } = saving;
  return (
    <form
      id={id}
      data-saves
      noValidate
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {header}
      <DraftRestored draft={{ restored: draft.restored, elsewhere: draft.elsewhere, discard }} />
      <FormFailure error={error} ways={{ draft, newest, reset }} />
      {children}
    </form>
  );
}
