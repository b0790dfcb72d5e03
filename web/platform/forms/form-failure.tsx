import { useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { apiErrors } from '../../../sync/contract/errors.ts';
import { Button } from '../../ui/primitives/button.tsx';
import { Strip } from '../../ui/primitives/strip.tsx';
import type { FormDraft } from '../../ui/form/use-draft.ts';
import { CallFailure } from '../api/call.ts';

/** Ways to continue after another user changed the same row first. */
interface Ways<T> {
  readonly draft: Pick<FormDraft<T>, 'goOn'>;
  /** Reads the current version of the row. */
  readonly newest: () => Promise<{ readonly value: T; readonly version: number }>;
  /** Clears the failure. */
  readonly reset: () => void;
}

/**
 * Explains failures that need more room than a toast. After a conflict, the user continues from the other user's version, either with their own
 * input merged into it or without. A network failure stays visible here after its toast has closed. Any other failure is shown once, beside its
 * field or as a toast.
 */
export function FormFailure<T>({ error, ways }: { error: Error | null; ways?: Ways<T> }) {
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
    if (ways === undefined) return;
    setBusy(true);
    // Without a network the question stays open, and the toast says why.
    const now = await ways.newest().catch(() => null);
    setBusy(false);
    // The form was closed meanwhile; its draft stays for the next time.
    if (now === null || question.current === null) return;
    ways.draft.goOn(now.value, now.version, keepTyped);
    // The focused button disappears, so move the focus into the form.
    const form = question.current?.closest('form');
    ways.reset();
    form?.querySelector<HTMLElement>('input:not([disabled]),textarea')?.focus();
  };
  return (
    <div ref={question} role="alert">
      <Strip
        tone="seal"
        action={
          ways && (
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
