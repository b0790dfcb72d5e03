import { useLocation, useNavigate } from 'react-router-dom';
import { useTranslation } from '../lib/i18n.ts';
import { Button } from '../ui/primitives/button.tsx';
import { LinkButton } from '../ui/primitives/link-button.tsx';
import type { RowActionItem } from '../ui/list/row-actions.tsx';
import { Strip } from '../ui/primitives/strip.tsx';
import type { RowVersionKey } from '../../sync/contract/scalars.ts';

/** Returns a function that opens a list (the current page without `to`), which then offers the next step of the row just saved. */
export function useShowSaved(to?: string): (saved: RowVersionKey) => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return ({ id, version }) => void navigate(to ?? pathname + search, { replace: to === undefined, state: { saved: { id, version } } });
}

interface NextStepProps<R extends RowVersionKey> {
  /** Rows of the list; undefined while they are loading. */
  rows: readonly R[] | undefined;
  nameOf: (row: R) => string;
  actions: (row: R) => readonly RowActionItem[];
}

/** Offers the next step of the row that was just saved as a button above the list; nothing once the step is done. */
export function NextStep<R extends RowVersionKey>({ rows, nameOf, actions }: NextStepProps<R>) {
  const { t } = useTranslation('resource');
  const saved = (useLocation().state as { readonly saved?: RowVersionKey } | null)?.saved;
  // Until the list is reloaded, its row has the version before the save, and the server would refuse the step.
  const row = saved && rows?.find(({ id, version }) => id === saved.id && version >= saved.version);
  const next = row && actions(row).find((action) => action.next === true);
  if (row === undefined || next === undefined) return null;
  return (
    <Strip
      live
      tone="delivered"
      className="items-center"
      action={
        next.to === undefined ? (
          <Button variant="primary" busy={next.disabled === true} onClick={next.onSelect}>
            {next.label}
          </Button>
        ) : (
          <LinkButton variant="primary" to={next.to}>
            {next.label}
          </LinkButton>
        )
      }
    >
      {t('savedNext', { name: nameOf(row) })}
    </Strip>
  );
}
