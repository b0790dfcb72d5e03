import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Strip } from '../ui/strip.tsx';
import { CallFailure } from './call.ts';

/**
 * Why a form was refused, where that needs more reading than a toast gives time for: somebody else changed the same. Any other refusal is
 * told once: beside its field, or by the toast. `newest` brings in the thing as it is now; what was typed stays (`useDraft`).
 */
export function FormFailure({ error, newest }: { error: Error | null; newest?: () => void }) {
  const { t } = useTranslation('ui');
  if (!(error instanceof CallFailure) || error.code !== 1006) return null;
  return (
    <div role="alert">
      <Strip
        tone="seal"
        action={
          newest && (
            <Button size="sm" className="-my-1.5 shrink-0" onClick={newest}>
              {t('takeNewest')}
            </Button>
          )
        }
      >
        {error.message}
      </Strip>
    </div>
  );
}
