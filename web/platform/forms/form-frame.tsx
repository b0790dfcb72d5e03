import { type ReactNode, useRef, useState, useId } from 'react';
import { DraftRestored, DraftChip } from '../../ui/form/draft-note.tsx';
import type { FormDraft } from '../../ui/form/use-draft.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { apiErrors } from '../../../sync/contract/errors.ts';
import { Button } from '../../ui/primitives/button.tsx';
import { Strip } from '../../ui/primitives/strip.tsx';
import { CallFailure } from '../api/call.ts';
import { Dialog } from '../../ui/primitives/dialog.tsx';
import { type FieldValues, FormProvider } from 'react-hook-form';
import { LinkButton } from '../../ui/primitives/link-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import type { SavedForm } from './use-saved-form.ts';
import { cn } from '../../lib/cn.ts';

/** The part of a `SavedForm` that its body needs. */
interface FormSaving<V> {
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
  /** Id of the form element, for a submit button that is outside the form. */
  id?: string;
  className?: string;
  /** Content above the notices about a restored draft and a failure. */
  header?: ReactNode;
  children: ReactNode;
}

/** Renders the form element of a saved form; submitting sends it. Above the fields it reports a restored draft or a failure. */
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
      <DraftRestored draft={{ restored: draft.restored, isOpenElsewhere: draft.isOpenElsewhere, discard }} />
      <FormFailure error={error} conflictChoices={{ draft, newest, reset }} />
      {children}
    </form>
  );
}

/** Ways to continue after another user changed the same row first. */
interface ConflictChoices<T> {
  readonly draft: Pick<FormDraft<T>, 'rebase'>;
  /** Reads the current version of the row. */
  readonly newest: () => Promise<{ readonly value: T; readonly version: number }>;
  /** Clears the failure of the last save. */
  readonly reset: () => void;
}

/**
 * Explains failures that need more room than a toast. After a conflict, the user continues from the other user's version, either with their own
 * input merged into it or without. A network failure stays visible here after its toast has closed. Any other failure is shown once, beside its
 * field or as a toast.
 */
export function FormFailure<T>({ error, conflictChoices }: { error: Error | null; conflictChoices?: ConflictChoices<T> }) {
  const { t } = useTranslation('ui');
  const question = useRef<HTMLDivElement>(null);
  const [busy, setBusy] = useState(false);
  if (!(error instanceof CallFailure)) return null;
  if (error.network)
    return (
      <div role="alert">
        <Strip tone="kept">{t('notSavedYet', { reason: error.message })}</Strip>
      </div>
    );
  if (error.code !== apiErrors.conflict.code) return null;
  const goOn = async (keepTyped: boolean) => {
    if (conflictChoices === undefined) return;
    setBusy(true);
    // Without a network the user is asked again how to continue, and a toast says why.
    const now = await conflictChoices.newest().catch(() => null);
    setBusy(false);
    // The form was closed meanwhile; its draft stays for the next time.
    if (now === null || question.current === null) return;
    conflictChoices.draft.rebase(now.value, now.version, keepTyped);
    // The focused button disappears, so move the focus into the form.
    const form = question.current?.closest('form');
    conflictChoices.reset();
    form?.querySelector<HTMLElement>('input:not([disabled]),textarea')?.focus();
  };
  return (
    <div ref={question} role="alert">
      <Strip
        tone="seal"
        action={
          conflictChoices && (
            <span className="-my-1.5 flex shrink-0 flex-wrap gap-2">
              <Button size="sm" disabled={busy} onClick={() => void goOn(false)}>
                {t('takeTheirs')}
              </Button>
              <Button size="sm" disabled={busy} onClick={() => void goOn(true)}>
                {t('takeNewest')}
              </Button>
            </span>
          )
        }
      >
        {error.message}
      </Strip>
    </div>
  );
}

interface FormDialogProps<V> extends FormSaving<V> {
  title: string;
  description?: string;
  /** Text of the save button; "Save" by default. */
  save?: string;
  onClose: () => void;
  /** A sheet slides in from the right of the window; it is for long forms. */
  shape?: 'sheet';
  /** Size of the buttons: `lg` for a tablet. */
  size?: 'lg';
  busy: boolean;
  children: ReactNode;
}

/** Renders a form in a dialog: draft state, reason of a refusal, and the buttons "cancel" and "save". */
export function FormDialog<V>({ title, description, save, onClose, shape, size, busy, children, ...saving }: FormDialogProps<V>) {
  const { t } = useTranslation(['resource', 'ui', 'words']);
  // Connects the save button with the form element, because the button is outside it. A form without a submit button would be saved by Enter only if
  // it had a single line of text.
  const id = useId();
  const look = size === undefined ? {} : { size };
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
          <Button {...look} onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button {...look} type="submit" form={id} variant="primary" busy={busy}>
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

interface FormPageProps<V extends FieldValues, D> {
  title: string;
  saving: SavedForm<V, D>;
  /** Address or action of the "cancel" button. */
  back: string | (() => unknown);
  words: { readonly cancel: string; readonly save: string };
  extraActions?: ReactNode;
  children: ReactNode;
}

/** Renders a form as a whole page: draft state, reason of a refusal, and the buttons "cancel" and "save". */
export function FormPage<V extends FieldValues, D>({ title, saving, back, words, extraActions, children }: FormPageProps<V, D>) {
  const { form, draft, busy } = saving;
  return (
    <FormProvider {...form}>
      <FormBody
        saving={saving}
        header={
          <PageHeader
            title={title}
            titleExtra={<DraftChip draft={draft} />}
            actions={
              <>
                {extraActions}
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

interface SettingsBodyProps<V> {
  saving: FormSaving<V> & { readonly busy: boolean };
  /** Text of the save button. */
  save: string;
  disabled?: boolean;
  className?: string;
  /** Content beside the save button. */
  saveNote?: ReactNode;
  /** Panels with the fields. */
  children: ReactNode;
}

/** Renders the form of a page of settings: its panels, and one button below them. */
export const SettingsBody = <V,>({ saving, save, disabled = false, className, saveNote, children }: SettingsBodyProps<V>) => (
  <FormBody saving={saving}>
    <fieldset disabled={disabled} className={cn('flex min-w-0 flex-col gap-3.5', className)}>
      {children}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" busy={saving.busy}>
          {save}
        </Button>
        <DraftChip draft={saving.draft} />
        {saveNote}
      </div>
    </fieldset>
  </FormBody>
);
