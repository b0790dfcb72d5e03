import { useRef, useState } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import { errors } from '../../sync/contract/errors.ts';
import { Button } from '../ui/button.tsx';
import { Strip } from '../ui/strip.tsx';
import type { FormDraft } from '../ui/use-draft.ts';
import { CallFailure } from './call.ts';

/** The two ways on from a change that somebody else was faster with. */
interface Ways<T> {
  readonly draft: Pick<FormDraft<T>, 'goOn'>;
  /** The thing as it stands now. */
  readonly newest: () => Promise<{ readonly value: T; readonly version: number }>;
  /** Forgets the refusal. */
  readonly reset: () => void;
}

/**
 * Why a form was refused, where that needs more reading than a toast gives time for: somebody else changed the same. It goes on from theirs,
 * with what was typed here over it, to be looked at and saved, or without. That the network was away stays here too, when the toast has gone.
 * Any other refusal is told once: beside its field, or by the toast.
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
  if (error.code !== errors.conflict.code) return null;
  const goOn = async (keepTyped: boolean) => {
    if (ways === undefined) return;
    setBusy(true);
    // Without network the question stays; the toast says why.
    const now = await ways.newest().catch(() => null);
    setBusy(false);
    // Closed meanwhile: its draft stays for the next time.
    if (now === null || question.current === null) return;
    ways.draft.goOn(now.value, now.version, keepTyped);
    // The buttons go, and what had the focus with them.
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
