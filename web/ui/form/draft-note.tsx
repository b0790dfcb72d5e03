import { useTranslation } from '../../lib/i18n.ts';
import { formatClock } from '../../lib/format-time.ts';
import { Button } from '../primitives/button.tsx';
import { Chip } from '../primitives/chip.tsx';
import { Strip } from '../primitives/strip.tsx';
import type { FormDraft } from './use-draft.ts';

/** Shows "Draft saved 14:02:11" next to a form's title. */
export function DraftChip({ draft }: { draft: Pick<FormDraft, 'savedMs'> }) {
  const { t } = useTranslation('ui');
  if (draft.savedMs === null) return null;
  return (
    <Chip tone="delivered" mark="dot" className="num">
      {t('draftSaved', { time: formatClock(draft.savedMs) })}
    </Chip>
  );
}

/** Tells the user that the form restored a draft, or that it is open in another tab as well. */
export function DraftRestored({ draft }: { draft: Pick<FormDraft, 'restored' | 'discard'> & { readonly isOpenElsewhere?: boolean } }) {
  const { t } = useTranslation('ui');
  if (draft.isOpenElsewhere === true) return <Strip tone="kept">{t('draftElsewhere')}</Strip>;
  if (!draft.restored) return null;
  return (
    <Strip
      tone="kept"
      action={
        <Button size="sm" onClick={draft.discard} className="-my-1.5">
          {t('draftDiscard')}
        </Button>
      }
    >
      {t('draftRestored')}
    </Strip>
  );
}
